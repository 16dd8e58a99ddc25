import type { DataSource } from 'typeorm'
import type { Dialect } from './dialect.js'

/** A row as the driver gives it. Integers come as text, number or bigint: `toBigint` and `toNumber` say which is meant. */
export type Row = Readonly<Record<string, string | number | bigint | null>>

/** Reads of committed rows. */
export interface Sql {
  readonly dialect: Dialect
  readonly dataSource: DataSource
  all(statement: string, parameters?: readonly unknown[]): Promise<Row[]>
}

/** An open transaction: what it reads under a lock stays true until it ends. */
export interface Tx extends Sql {
  /** Rows affected. */
  run(statement: string, parameters?: readonly unknown[]): Promise<number>
  /** Work that is done last, right before the commit: rows on which many wait are locked for as short as can be. */
  atCommit(work: () => Promise<void>): void
  /** Does the work and takes it back, also where it throws; what it locked stays locked. For what shows what something would do. */
  tryOut<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** All rows as they were committed at one moment, for what takes many statements; it must be closed. */
export interface Snapshot {
  readonly sql: Sql
  close(): Promise<void>
}

export interface Database {
  readonly dialect: Dialect
  /** Reads outside transactions: committed rows only. */
  readonly read: Sql
  /**
   * The only way to write. Throwing rolls back. The whole of `work` runs again on a new transaction after a deadlock or
   * a lock wait that timed out (3 tries at most), so it must have no effect but on the database. Nesting throws.
   */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A transaction that is one statement, which spares MySQL the round trips of a BEGIN and a COMMIT: for a row that
   * nothing else is written with. It is run again as `inTransaction` does; a second statement throws.
   */
  inOneStatement<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A connection of its own, which nothing waits for: for long reads, few at a time. */
  snapshot(): Promise<Snapshot>
  /** After something personal was deleted: leaves nothing of it in files of ours. A server keeps its own. */
  forget(): Promise<void>
  close(): Promise<void>
}
