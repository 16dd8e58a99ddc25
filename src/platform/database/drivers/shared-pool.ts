import type { Pool } from 'mysql2'
import type { Database } from '../database.js'

/** The pool and the schema of a MySQL database, for a library that makes its own queries; undefined on SQLite. */
export const sharedPoolOf = ({
  read: { dataSource },
}: Database): { pool: Pool; schema: string } | undefined => {
  if (dataSource.options.type !== 'mysql') return undefined
  const { pool, database } = dataSource.driver as unknown as { pool: Pool; database: string }
  return { pool, schema: database }
}
