import { createConnection } from 'mysql2/promise'
import type { Database } from '../src/platform/database/database.js'

/**
 * Fills a database by single SQL statements of a million rows each, in one transaction. On MySQL through a separate
 * connection, since the service's connections fail a statement that takes 8 s.
 */
export const load = async (
  { read, inTransaction }: Database,
  statements: readonly string[],
): Promise<void> => {
  const { options } = read.dataSource
  if (options.type !== 'mysql') {
    return inTransaction(async (tx) => {
      for (const statement of statements) await tx.run(statement)
    })
  }
  const connection = await createConnection(options.url!)
  try {
    // The generated rows need no checks: so an empty table is written, and its indexes are sorted, in one go.
    await connection.query('SET SESSION unique_checks = 0, foreign_key_checks = 0')
    await connection.beginTransaction()
    for (const statement of statements) await connection.query(statement)
    await connection.commit()
  } finally {
    await connection.end()
  }
}

/** Updates the optimizer's statistics before the measurement, so that the server does not do it during it. */
export const analyze = async ({ read }: Database, tables: string): Promise<void> => {
  await read.all(`ANALYZE TABLE ${tables}`)
}
