import { setTimeout as sleep } from 'node:timers/promises'
import { DataSource } from 'typeorm'
import type { Pool, PoolConnection, QueryError, ResultSetHeader, RowDataPacket } from 'mysql2'
import { transactionOn, type Statements } from './at-commit.js'
import { mysqlOptions, type MysqlSettings, type Tables } from './data-source.js'
import type { Database, Row, Snapshot, Sql, Tx } from '../database.js'
import { mysql, type Dialect } from '../dialect.js'
import { migrateMysql } from './migrate-mysql.js'
import { withoutNesting } from './no-nesting.js'
import { oneStatementOn } from './one-statement.js'
import { refuseSeveralWriters } from './single-writer.js'

const triesMax = 3

/** Prepared statements take text for a bigint: a number would travel as a double. */
const bindable = (parameters: readonly unknown[]): (string | number | null)[] =>
  parameters.map((value) => (typeof value === 'bigint' ? value.toString() : value) as string | number | null)

/** A connection, or a pool, which uses any of its connections. */
interface Executor {
  execute<Result extends RowDataPacket[] | ResultSetHeader>(
    text: string,
    parameters: (string | number | null)[],
    done: (error: QueryError | null, result: Result) => void,
  ): unknown
}

/**
 * Awaits a callback of mysql2. Its own promises record a stack trace for every call, which costs a request of few statements 5 % of
 * its time; here only a failed call gets the stack of its caller.
 */
const answerOf = async <Result>(
  ask: (done: (error: Error | null, result: Result) => void) => unknown,
): Promise<Result> => {
  try {
    return await new Promise<Result>((resolve, reject) => {
      ask((error, result) => (error ? reject(error) : resolve(result)))
    })
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, answerOf)
    throw error
  }
}

/** What all statements to one server share. */
interface Server extends Pick<Sql, 'dialect' | 'dataSource'> {
  /** Counts how often statements were found to be older than the tables. */
  readonly prepared: { generation: number }
}

const noSuchTable = 1146

/** The same statement with a different text, which no connection has prepared yet. */
const preparedAt = (text: string, generation: number): string =>
  generation === 0 ? text : `${text} -- ${generation}`

/**
 * One prepared statement. MariaDB remembers which tables a prepared statement opens. If a trigger was added since, the tables that the
 * trigger uses are not among them, and the statement fails with "no such table" for as long as the connection lives. In that case it
 * has had no effect, and all statements are prepared again, once.
 */
const execute = async <Result extends RowDataPacket[] | ResultSetHeader>(
  { prepared }: Server,
  executor: Executor,
  text: string,
  parameters: readonly unknown[],
): Promise<Result> => {
  const values = bindable(parameters)
  const { generation } = prepared
  const ask = (at: number): Promise<Result> =>
    answerOf((done) => executor.execute<Result>(preparedAt(text, at), values, done))
  try {
    return await ask(generation)
  } catch (error) {
    if ((error as { errno?: unknown }).errno !== noSuchTable) throw error
    if (prepared.generation === generation) prepared.generation++
    return ask(prepared.generation)
  }
}

const sqlOn = (server: Server, executor: Executor): Sql => ({
  dialect: server.dialect,
  dataSource: server.dataSource,
  all: async (text, parameters = []) =>
    (await execute<RowDataPacket[]>(server, executor, text, parameters)) as Row[],
})

const statementsOn = (server: Server, executor: Executor): Statements => ({
  ...sqlOn(server, executor),
  run: async (text, parameters = []) =>
    (await execute<ResultSetHeader>(server, executor, text, parameters)).affectedRows,
})

/**
 * Errors after which nothing was written and the transaction may run again: it was chosen as the victim of a deadlock, waited too
 * long for a lock, was rolled back by a cluster, or inserted a key that already exists. In the last case another transaction inserted
 * the row after this one had looked for it; the next run finds it.
 */
const retryableErrors: ReadonlySet<unknown> = new Set([1213, 1205, 3101, 1062])

const isRetryable = (error: unknown): boolean => retryableErrors.has((error as { errno?: unknown }).errno)

const runOnce = async <T>(server: Server, pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const connection = await answerOf<PoolConnection>((done) => pool.getConnection(done))
  const command = (text: string) => answerOf((done) => connection.query(text, done))
  try {
    await command('START TRANSACTION')
    const { tx, beforeCommit } = transactionOn(statementsOn(server, connection), command)
    const result = await work(tx)
    await beforeCommit()
    await command('COMMIT')
    connection.release()
    return result
  } catch (error) {
    // A connection whose rollback failed is closed, so that its transaction does not stay open for the next user.
    await command('ROLLBACK').then(
      () => connection.release(),
      () => connection.destroy(),
    )
    throw error
  }
}

const snapshotOn = async (server: Server, pool: Pool): Promise<Snapshot> => {
  const connection = await answerOf<PoolConnection>((done) => pool.getConnection(done))
  const command = (text: string) => answerOf((done) => connection.query(text, done))
  try {
    await command('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await command('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
  } catch (error) {
    connection.destroy()
    throw error
  }
  const sql = sqlOn(server, connection)
  let isOpen = true
  return {
    sql: {
      ...sql,
      // After `close` the pool may have given the connection to another user.
      all: (text, parameters) =>
        isOpen ? sql.all(text, parameters) : Promise.reject(new Error('the snapshot is closed')),
    },
    close: async () => {
      isOpen = false
      await command('ROLLBACK').then(
        () => connection.release(),
        () => connection.destroy(),
      )
    },
  }
}

export const openMysql = async (tables: Tables, settings: MysqlSettings): Promise<Database> => {
  const dataSource = await new DataSource(await mysqlOptions(tables, settings)).initialize()
  const { pool } = dataSource.driver as unknown as { pool: Pool }
  let dialect: Dialect = mysql
  try {
    const ask = (text: string) => dataSource.query(text)
    const hasPeers = await refuseSeveralWriters(ask, settings.singleWriter ?? false)
    if (hasPeers) dialect = { ...mysql, hasPeers }
    await migrateMysql(dataSource, tables, settings)
  } catch (error) {
    // An open pool would keep the process alive.
    await dataSource.destroy()
    throw error
  }

  const retrying = async <T>(attemptOnce: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce()
      } catch (error) {
        if (!isRetryable(error) || attempt === triesMax) throw error
        await sleep(Math.random() * 20 * attempt)
      }
    }
  }

  const server = { dialect, dataSource, prepared: { generation: 0 } }
  return {
    dialect,
    read: sqlOn(server, pool),
    inTransaction: (work) => withoutNesting(() => retrying(() => runOnce(server, pool, work))),
    inOneStatement: (work) =>
      withoutNesting(() => retrying(() => work(oneStatementOn(statementsOn(server, pool))))),
    snapshot: () => snapshotOn(server, pool),
    purgeDeleted: async () => undefined,
    close: () => dataSource.destroy(),
  }
}
