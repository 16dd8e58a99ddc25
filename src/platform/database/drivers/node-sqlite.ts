import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** Primary result codes of SQLite by their names; an extended code carries its primary one in the low byte. */
const codes: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
}

/** `node:sqlite` gives all errors of SQLite the same code, and a number. Sets `code` to SQLite's name of that number. */
const withErrorName = <Result>(ask: () => Result): Result => {
  try {
    return ask()
  } catch (error) {
    const { errcode } = error as { errcode?: unknown }
    if (typeof errcode === 'number')
      Object.assign(error as Error, { code: codes[errcode & 0xff] ?? `SQLITE_${errcode}` })
    throw error
  }
}

/** Refuses `undefined`, which `node:sqlite` would write as NULL, and objects, which it would take as parameters by name. */
const bindable = (parameters: readonly unknown[]): SQLInputValue[] => {
  for (const value of parameters)
    switch (typeof value) {
      case 'string':
      case 'number':
      case 'bigint':
        continue
      default:
        if (value !== null && !ArrayBuffer.isView(value))
          throw new TypeError(`SQLite takes no parameter of type ${typeof value}`)
    }
  return parameters as SQLInputValue[]
}

export class SqliteStatement {
  readonly #statement: StatementSync
  /** Whether the statement returns rows. */
  readonly reader: boolean

  constructor(statement: StatementSync) {
    this.#statement = statement
    this.reader = statement.columns().length > 0
  }

  all(...parameters: unknown[]): unknown[] {
    return withErrorName(() => this.#statement.all(...bindable(parameters)))
  }

  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return withErrorName(() => this.#statement.run(...bindable(parameters)))
  }
}

export interface SqliteSettings {
  readonly readonly?: boolean
  /** How long a statement waits for another process's lock, in milliseconds. */
  readonly timeout?: number
}

/**
 * `node:sqlite` behind the methods of a driver that TypeORM and we use. Integers arrive as bigint, because a number
 * loses what is above 2^53. Errors carry SQLite's own name as `code`.
 */
export class SqliteConnection {
  readonly #database: DatabaseSync
  #returnsBigints = true

  constructor(file: string, { readonly = false, timeout = 5000 }: SqliteSettings = {}) {
    this.#database = withErrorName(() => new DatabaseSync(file, { readOnly: readonly, timeout }))
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  /**
   * Makes statements that are prepared from now on return integers as numbers, for code that compares with `===`, such as TypeORM's schema
   * builder.
   */
  giveNumbers(): void {
    this.#returnsBigints = false
  }

  prepare(text: string): SqliteStatement {
    return withErrorName(() => {
      const statement = this.#database.prepare(text)
      statement.setReadBigInts(this.#returnsBigints)
      return new SqliteStatement(statement)
    })
  }

  /** From now on `unixepoch` returns this instead of the machine's time. */
  setTimeSource(now: () => number): void {
    // Half a millisecond more, against the rounding error of the division.
    const seconds = (): number => (now() + 0.5) / 1000
    this.#database.function('unixepoch', { varargs: true, deterministic: true }, seconds)
  }

  pragma(text: string): unknown {
    return this.prepare(`PRAGMA ${text}`).all()
  }

  exec(text: string): void {
    withErrorName(() => this.#database.exec(text))
  }

  close(): void {
    this.#database.close()
  }
}
