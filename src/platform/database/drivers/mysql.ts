import { setTimeout as sleep } from 'node:timers/promises'
import { DataSource } from 'typeorm'
import type { Pool, PoolConnection, QueryError, ResultSetHeader, RowDataPacket } from 'mysql2'
import { beginOn, type Statements } from './at-commit.js'
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

/** A connection, or a pool that takes any of its own. */
interface Executor {
  execute<Result extends RowDataPacket[] | ResultSetHeader>(
    text: string,
    parameters: (string | number | null)[],
    done: (error: QueryError | null, result: Result) => void,
  ): unknown
}

/**
 * What mysql2 calls back with. Its own promises keep a stack trace of every call, which costs a request of few statements
 * a twentieth of its time; here only a call that fails pays for the trace of who asked it.
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

/** What is known of a server. */
interface Server extends Pick<Sql, 'dialect' | 'dataSource'> {
  /** Counts how often statements were found to be older than the tables. */
  readonly prepared: { age: number }
}

const noSuchTable = 1146

/** The same statement as another text, which connections have not prepared yet. */
const preparedAt = (text: string, age: number): string => (age === 0 ? text : `${text} -- ${age}`)

/**
 * One prepared statement. MariaDB keeps what tables it opens, and those of a trigger that a later version has added since are not
 * among them: it finds no such table as long as the connection lives. All are prepared anew then, once, and this one has done nothing.
 */
const execute = async <Result extends RowDataPacket[] | ResultSetHeader>(
  { prepared }: Server,
  executor: Executor,
  text: string,
  parameters: readonly unknown[],
): Promise<Result> => {
  const values = bindable(parameters)
  const { age } = prepared
  const ask = (at: number): Promise<Result> =>
    answerOf((done) => executor.execute<Result>(preparedAt(text, at), values, done))
  try {
    return await ask(age)
  } catch (error) {
    if ((error as { errno?: unknown }).errno !== noSuchTable) throw error
    if (prepared.age === age) prepared.age++
    return ask(prepared.age)
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
 * Nothing was written, and the unit may run again: a deadlock's victim, a lock wait that timed out, what a group of servers
 * rolled back, and a key that is there already. The last was not there when the unit looked for it; on its next run it
 * finds the row, and answers from it.
 */
const runsAgain: ReadonlySet<unknown> = new Set([1213, 1205, 3101, 1062])

const mayRunAgain = (error: unknown): boolean => runsAgain.has((error as { errno?: unknown }).errno)

const runOnce = async <T>(server: Server, pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const connection = await answerOf<PoolConnection>((done) => pool.getConnection(done))
  const command = (text: string) => answerOf((done) => connection.query(text, done))
  try {
    await command('START TRANSACTION')
    const { tx, beforeCommit } = beginOn(statementsOn(server, connection), command)
    const result = await work(tx)
    await beforeCommit()
    await command('COMMIT')
    connection.release()
    return result
  } catch (error) {
    // A connection that can't roll back is closed, so that nobody inherits its transaction.
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
      // The connection is somebody else's by then.
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
    if (await refuseSeveralWriters(ask, settings.singleWriter ?? false))
      dialect = { ...mysql, hasPeers: true }
    await migrateMysql(dataSource, tables, settings)
  } catch (error) {
    // The pool would keep the process alive.
    await dataSource.destroy()
    throw error
  }

  const retrying = async <T>(attemptOnce: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce()
      } catch (error) {
        if (!mayRunAgain(error) || attempt === triesMax) throw error
        await sleep(Math.random() * 20 * attempt)
      }
    }
  }

  const server = { dialect, dataSource, prepared: { age: 0 } }
  return {
    dialect,
    read: sqlOn(server, pool),
    inTransaction: (work) => withoutNesting(() => retrying(() => runOnce(server, pool, work))),
    inOneStatement: (work) =>
      withoutNesting(() => retrying(() => work(oneStatementOn(statementsOn(server, pool))))),
    snapshot: () => snapshotOn(server, pool),
    forget: async () => undefined,
    close: () => dataSource.destroy(),
  }
}
