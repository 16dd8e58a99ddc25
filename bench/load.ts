import { createConnection } from 'mysql2/promise'
import type { Database } from '../src/platform/database/database.js'

/**
 * Fills a database with statements of its own, a million rows each, in one transaction. On MySQL through a connection of its
 * own, since those of the service fail a statement that takes 8 s.
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
    // What is made up here is right: an empty table is then written, and its indexes are sorted, at once.
    await connection.query('SET SESSION unique_checks = 0, foreign_key_checks = 0')
    await connection.beginTransaction()
    for (const statement of statements) await connection.query(statement)
    await connection.commit()
  } finally {
    await connection.end()
  }
}

/** The optimizer knows what it has before anything is measured, rather than finding out in the midst of it. */
export const analyze = async ({ read }: Database, tables: string): Promise<void> => {
  await read.all(`ANALYZE TABLE ${tables}`)
}
