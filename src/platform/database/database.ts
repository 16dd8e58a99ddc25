import type { DataSource } from 'typeorm'
import type { Dialect } from './dialect.js'

/** A row as the driver returns it. Integers come as text, number or bigint: `toBigint` and `toNumber` convert. */
export type Row = Readonly<Record<string, string | number | bigint | null>>

/** Reads rows: outside a transaction only committed ones. */
export interface Sql {
  readonly dialect: Dialect
  readonly dataSource: DataSource
  all(statement: string, parameters?: readonly unknown[]): Promise<Row[]>
}

/** An open transaction: what it reads under a lock does not change until it ends. */
export interface Tx extends Sql {
  /** Rows affected. */
  run(statement: string, parameters?: readonly unknown[]): Promise<number>
  /**
   * Work that is deferred until just before the commit, because it locks rows that many transactions need.
   */
  atCommit(work: () => Promise<void>): void
  /**
   * Does the work, but not what it defers to the commit; then rolls it back to a savepoint, also if it throws. Its locks stay. For
   * previews.
   */
  tryOut<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A snapshot of all committed rows, for several statements; it must be closed. */
export interface Snapshot {
  readonly sql: Sql
  close(): Promise<void>
}

export interface Database {
  readonly dialect: Dialect
  /** Reads outside transactions: committed rows only. */
  readonly read: Sql
  /**
   * The only way to write. Throwing rolls back. On MySQL the whole of `work` is retried in a new transaction after a
   * deadlock, a lock timeout, a duplicate key or a rollback by the cluster (3 tries at most), so its only side effects
   * must be in the database. Nesting throws.
   */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A transaction of one statement, without MySQL's round trips for BEGIN and COMMIT. Retried as in `inTransaction`; a
   * second statement throws.
   */
  inOneStatement<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For long reads: a connection that nothing else uses meanwhile. On MySQL it is one of the pool, so only few may be open at a time. */
  snapshot(): Promise<Snapshot>
  /**
   * Empties SQLite's write-ahead log, which still holds deleted rows, unless something else is reading; called after a deletion of
   * personal data. On MySQL it does nothing.
   */
  purgeDeleted(): Promise<void>
  close(): Promise<void>
}
