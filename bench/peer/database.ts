import mysql2 from 'mysql2'
import type { Pool, RowDataPacket } from 'mysql2/promise'
import { databaseSettings } from '../../src/platform/database/drivers/data-source.js'

/** The same number of connections, isolation and strictness as the service. */
export const openPool = (url: string): Pool => {
  const settings = databaseSettings({ databaseUrl: url, dataDirectory: '' })
  const pool = mysql2.createPool({
    uri: url,
    connectionLimit: settings.kind === 'mysql' ? settings.poolSize : 1,
    charset: 'utf8mb4_bin',
    dateStrings: true,
  })
  pool.on('connection', (connection) => {
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
    connection.query(`SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'`)
  })
  return pool.promise()
}

type Executor = Pick<Pool, 'execute'>

/** The rows of a prepared statement; `Row` is the type of its columns. */
export const rowsOf = async <Row>(
  executor: Executor,
  statement: string,
  parameters: (string | number | null)[],
): Promise<Row[]> => {
  const [rows] = await executor.execute<RowDataPacket[]>(statement, parameters)
  return rows as Row[]
}

export const rowOf = async <Row>(
  executor: Executor,
  statement: string,
  parameters: (string | number | null)[],
): Promise<Row | undefined> => (await rowsOf<Row>(executor, statement, parameters))[0]
