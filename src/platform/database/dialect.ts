/**
 * The few places where SQLite and MySQL have different SQL. All other SQL is written once, for both.
 * Row locks are empty texts on SQLite, where one transaction at a time writes and locks the whole database.
 */
export interface Dialect {
  readonly name: 'sqlite' | 'mysql'
  readonly forUpdate: string
  readonly forShare: string
  readonly skipLocked: string
  /** The database's own clock, in milliseconds since 1970. */
  readonly nowMs: string
  /** Days from one date to a later one, as an integer. */
  days(from: string, to: string): string
  /** Integer division of two integers that are not negative. */
  divide(n: string, d: string): string
  /** True for an integer. MySQL's columns hold nothing else; SQLite's hold whatever was written. */
  isInteger(value: string): string
  /** True for a civil date. SQLite's columns hold whatever was written. */
  isDate(value: string): string
  /** An inner join that reads its left side first, whatever sizes the database estimates. */
  readonly joinInOrder: string
  /** Written after a table: the index to read it by, where MySQL or MariaDB would choose a wrong one. */
  byIndex(name: string): string
  /** A parameter that takes part in date arithmetic. */
  readonly dateParameter: string
  /** Whether other nodes of a cluster accept writes, or could: a lock without a write then holds on this node only. */
  readonly hasPeers: boolean
  /** The number of rows over which a frequently updated sum is spread; 1 where one transaction writes at a time. */
  readonly spread: number
  /** Makes an insert keep an existing row; `key` is any column of it. */
  orKeep(key: string): string
  /** Makes an insert add to `column` of an existing row; `conflict` is its primary key. */
  orAdd(conflict: string, column: string): string
  /**
   * Makes an insert change an existing row. MySQL makes the `changes` from left to right; `coming` gives the value of a column that would
   * have been inserted.
   */
  orChange(conflict: string, changes: (coming: (column: string) => string) => string): string
}

export const sqlite: Dialect = {
  name: 'sqlite',
  forUpdate: '',
  forShare: '',
  skipLocked: '',
  nowMs: `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
  days: (from, to) => `CAST(julianday(${to}) - julianday(${from}) AS INTEGER)`,
  divide: (n, d) => `(${n}) / (${d})`,
  isInteger: (value) => `typeof(${value}) = 'integer'`,
  isDate: (value) => `date(${value}) = ${value}`,
  joinInOrder: 'CROSS JOIN',
  byIndex: () => '',
  dateParameter: '?',
  hasPeers: false,
  spread: 1,
  orKeep: () => 'ON CONFLICT DO NOTHING',
  orAdd: (conflict, column) =>
    `ON CONFLICT (${conflict}) DO UPDATE SET ${column} = ${column} + excluded.${column}`,
  orChange: (conflict, changes) =>
    `ON CONFLICT (${conflict}) DO UPDATE SET ${changes((column) => `excluded.${column}`)}`,
}

export const mysql: Dialect = {
  name: 'mysql',
  forUpdate: 'FOR UPDATE',
  forShare: 'LOCK IN SHARE MODE',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  nowMs: `CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)`,
  days: (from, to) => `DATEDIFF(${to}, ${from})`,
  divide: (n, d) => `(${n}) DIV (${d})`,
  isInteger: () => 'TRUE',
  // Without strict mode an invalid date is stored as the year 0.
  isDate: (value) => `${value} > '0001-01-01'`,
  joinInOrder: 'STRAIGHT_JOIN',
  byIndex: (name) => `FORCE INDEX (${name})`,
  dateParameter: 'CAST(? AS DATE)',
  hasPeers: false,
  spread: 16,
  orKeep: (key) => `ON DUPLICATE KEY UPDATE ${key} = ${key}`,
  orAdd: (_conflict, column) => `ON DUPLICATE KEY UPDATE ${column} = ${column} + VALUES(${column})`,
  orChange: (_conflict, changes) => `ON DUPLICATE KEY UPDATE ${changes((column) => `VALUES(${column})`)}`,
}
