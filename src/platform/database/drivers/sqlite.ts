import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { DataSource } from 'typeorm'
import { transactionOn, type Statements } from './at-commit.js'
import { sqliteOptions, type SqliteFile, type Tables } from './data-source.js'
import type { Database, Row, Snapshot, Tx } from '../database.js'
import { sqlite as dialect } from '../dialect.js'
import { withoutNesting } from './no-nesting.js'
import { SqliteConnection, type SqliteStatement } from './node-sqlite.js'
import { oneStatementOn } from './one-statement.js'

const connectionOf = (dataSource: DataSource): SqliteConnection =>
  (dataSource.driver as unknown as { databaseConnection: SqliteConnection }).databaseConnection

/** Prepared statements of a connection. The cache is bounded, since all texts are in our source. */
const statements = (connection: SqliteConnection): ((text: string) => SqliteStatement) => {
  const prepared = new Map<string, SqliteStatement>()
  return (text) => {
    let statement = prepared.get(text)
    if (!statement) prepared.set(text, (statement = connection.prepare(text)))
    return statement
  }
}

const statementsOn = (dataSource: DataSource, connection = connectionOf(dataSource)): Statements => {
  const statement = statements(connection)
  return {
    dialect,
    dataSource,
    all: async (text, parameters = []) => statement(text).all(...parameters) as Row[],
    run: async (text, parameters = []) => Number(statement(text).run(...parameters).changes),
  }
}

/** Mode 0600; SQLite creates the files beside it with the same mode. */
const keepPrivate = (file: string): void => {
  if (file.startsWith(':')) return
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, 0o600)
}

/** Truncates the write-ahead log, which holds older versions of pages. Does not wait for another process that reads. */
const truncateLog = 'PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = 5000'

const openReader = ({ file, simulatedClock }: SqliteFile): SqliteConnection => {
  const reader = new SqliteConnection(file, { readonly: true })
  if (simulatedClock) reader.setTimeSource(simulatedClock.now)
  return reader
}

const snapshotOf = async (settings: SqliteFile, dataSource: DataSource): Promise<Snapshot> => {
  const ownConnection = openReader(settings)
  try {
    ownConnection.exec('BEGIN')
    const sql = statementsOn(dataSource, ownConnection)
    // The first read fixes the snapshot.
    await sql.all('SELECT COUNT(*) AS n FROM migrations')
    return { sql, close: async () => ownConnection.close() }
  } catch (error) {
    ownConnection.close()
    throw error
  }
}

/**
 * One writer, one reader. TypeORM has one connection for SQLite, on which two transactions would interleave: so
 * writes queue behind a mutex. Reads use a second, read-only connection, which sees committed rows only; it bypasses
 * TypeORM, which would build its metadata a second time.
 */
export const openSqlite = async (tables: Tables, settings: SqliteFile): Promise<Database> => {
  keepPrivate(settings.file)
  const writer = await new DataSource(sqliteOptions(tables, settings)).initialize()
  await writer.runMigrations()
  const reader = openReader(settings)
  const connection = connectionOf(writer)
  const statementsOfWriter = statementsOn(writer)
  let last: Promise<unknown> = Promise.resolve()

  const run = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    connection.exec('BEGIN IMMEDIATE')
    try {
      const { tx, beforeCommit } = transactionOn(statementsOfWriter, (text) => connection.exec(text))
      const result = await work(tx)
      await beforeCommit()
      connection.exec('COMMIT')
      return result
    } catch (error) {
      // Some errors, such as a full disk, have already ended the transaction.
      if (connection.inTransaction) connection.exec('ROLLBACK')
      throw error
    }
  }

  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    withoutNesting(() => {
      const turn = last.then(() => run(work))
      last = turn.catch(() => undefined)
      return turn
    })

  return {
    dialect,
    read: statementsOn(writer, reader),
    inTransaction,
    inOneStatement: (work) => inTransaction((tx) => work(oneStatementOn(tx))),
    snapshot: () => snapshotOf(settings, writer),
    purgeDeleted: () => {
      const turn = last.then(() => connection.exec(truncateLog))
      last = turn.catch(() => undefined)
      return turn
    },
    close: async () => {
      await last
      reader.close()
      await writer.destroy()
    },
  }
}
