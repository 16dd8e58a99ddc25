import { createConnection } from 'mysql2/promise'
import type { Database } from '../src/platform/database/database.js'

/**
 * Fills a database by SQL statements of a million rows each, in one transaction. On MySQL it uses a separate
 * connection, since on the service's connections a statement of more than 8 s fails.
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
    // Switches off checks that generated rows do not need: then an empty table is filled and its indexes are sorted at
    // once.
    await connection.query('SET SESSION unique_checks = 0, foreign_key_checks = 0')
    await connection.beginTransaction()
    for (const statement of statements) await connection.query(statement)
    await connection.commit()
  } finally {
    await connection.end()
  }
}

/** Updates the optimizer's statistics now, so that the server does not do it during the measurement. */
export const analyze = async ({ read }: Database, tables: string): Promise<void> => {
  await read.all(`ANALYZE TABLE ${tables}`)
}
