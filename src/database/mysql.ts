import { setTimeout as sleep } from 'node:timers/promises'
import { DataSource } from 'typeorm'
import type { Pool as CallbackPool } from 'mysql2'
import type { Pool, PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import { mysqlOptions } from './data-source.js'
import type { Database, Row, Sql, Tx } from './database.js'
import { mysql as dialect } from './dialect.js'
import { withoutNesting } from './no-nesting.js'

const triesMax = 3
const migrationLock = 'cauri-migrations-'
const migrationLockSeconds = 60

/** Prepared statements take text for a bigint: a number would travel as a double. */
const bindable = (parameters: readonly unknown[]): (string | number | null)[] =>
  parameters.map((value) => (typeof value === 'bigint' ? value.toString() : value) as string | number | null)

const sqlOn = (dataSource: DataSource, executor: Pool | PoolConnection): Sql => ({
  dialect,
  dataSource,
  all: async (text, parameters = []) => {
    const [rows] = await executor.execute<RowDataPacket[]>(text, bindable(parameters))
    return rows as Row[]
  },
})

const txOn = (dataSource: DataSource, connection: PoolConnection): Tx => ({
  ...sqlOn(dataSource, connection),
  run: async (text, parameters = []) => {
    const [result] = await connection.execute<ResultSetHeader>(text, bindable(parameters))
    return result.affectedRows
  },
})

/** A deadlock's victim or a lock wait that timed out: nothing was written, the unit may run again. */
const mayRunAgain = (error: unknown): boolean => {
  const errno = (error as { errno?: unknown }).errno
  return errno === 1213 || errno === 1205
}

/** One process migrates, the others wait for it. */
const migrate = async (dataSource: DataSource, pool: Pool): Promise<void> => {
  const connection = await pool.getConnection()
  try {
    const [rows] = await connection.query<RowDataPacket[]>(
      'SELECT GET_LOCK(CONCAT(?, DATABASE()), ?) AS got',
      [migrationLock, migrationLockSeconds],
    )
    if (Number(rows[0]?.['got']) !== 1) throw new Error('another process holds the migration lock')
    await dataSource.runMigrations()
    await connection.query('SELECT RELEASE_LOCK(CONCAT(?, DATABASE()))', [migrationLock])
  } finally {
    connection.release()
  }
}

const runOnce = async <T>(dataSource: DataSource, pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const connection = await pool.getConnection()
  try {
    await connection.query('START TRANSACTION')
    const result = await work(txOn(dataSource, connection))
    await connection.query('COMMIT')
    connection.release()
    return result
  } catch (error) {
    // A connection that can't roll back is closed, so that nobody inherits its transaction.
    await connection.query('ROLLBACK').then(
      () => connection.release(),
      () => connection.destroy(),
    )
    throw error
  }
}

export const openMysql = async (url: string, poolSize: number): Promise<Database> => {
  const dataSource = await new DataSource(mysqlOptions(url, poolSize)).initialize()
  const pool = (dataSource.driver as unknown as { pool: CallbackPool }).pool.promise()
  await migrate(dataSource, pool)

  const retrying = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(dataSource, pool, work)
      } catch (error) {
        if (!mayRunAgain(error) || attempt === triesMax) throw error
        await sleep(Math.random() * 20 * attempt)
      }
    }
  }

  return {
    dialect,
    read: sqlOn(dataSource, pool),
    inTransaction: (work) => withoutNesting(() => retrying(work)),
    close: () => dataSource.destroy(),
  }
}
