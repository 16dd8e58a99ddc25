import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import type { DatabaseSync, DatabaseSyncOptions, SQLInputValue, StatementSync } from 'node:sqlite'

/** What befalls the process or its file, so many statements (commits, of those that speak of one) ahead. */
export interface Fault {
  /**
   * DIE: the process dies before a statement, and what was not committed is gone. DIE_COMMITTED: it dies right after a
   * commit, and nobody was told. LOST_COMMIT: a commit is done, and its answer is an error. BUSY: another writer has the
   * file. FULL: there is no room for a write.
   */
  readonly kind: 'DIE' | 'DIE_COMMITTED' | 'LOST_COMMIT' | 'BUSY' | 'FULL'
  readonly after: number
}

export type Row = Readonly<Record<string, string | number | bigint | null>>

/** The file of the service, and what can happen to it. */
export interface Disk {
  readonly arm: (fault: Fault) => void
  /** What was armed and has not come is no more; true when it came. */
  readonly disarm: () => boolean
  readonly isDead: () => boolean
  /** The next process begins with what was committed. */
  readonly revive: () => void
  /** What is committed, read beside the service. */
  readonly look: (text: string, parameters?: readonly unknown[]) => Promise<Row[]>
  /** Changes a row beside the service, as an early end of a lease would. */
  readonly write: (text: string, parameters?: readonly unknown[]) => Promise<void>
  /** The file as it is now, for `restore`. */
  readonly keep: () => Promise<void>
  readonly restore: () => Promise<void>
  /** Tables that were written since this was last asked. */
  readonly written: () => ReadonlySet<string>
  readonly close: () => void
}

export class Died extends Error {
  override readonly name = 'Died'
}

const sqliteError = (errcode: number, message: string): Error =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })

export const isWrite = (text: string): boolean => /^\s*(INSERT|UPDATE|DELETE)/i.test(text)

/** The table that a statement writes; empty for one that writes none. */
export const tableOf = (text: string): string =>
  /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/i.exec(text)?.[1] ?? ''

const shim = 'simulation:sqlite'
const place = Symbol.for('simulation:sqlite')

/**
 * Whoever imports `node:sqlite` from here on gets what `createDisk` puts in its place: Node lets no other module of its own
 * be replaced once it is imported, so the service has to be imported after this.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'node:sqlite'
      ? { url: shim, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === shim
      ? {
          format: 'module',
          source: `export function DatabaseSync(...given) { return new globalThis[Symbol.for('${shim}')](...given) }`,
          shortCircuit: true,
        }
      : next(url, context),
})

/**
 * Replaces `node:sqlite`, below the driver of the service: for the file of this name the database's clock is `now`, and
 * faults come between any two statements.
 */
export const createDisk = (file: string, now: () => number): Disk => {
  const { DatabaseSync: Real } = process.getBuiltinModule('node:sqlite')
  let fault: { kind: Fault['kind']; after: number } | undefined
  let came = false
  let dead = false
  let generation = 0
  let tables = new Set<string>()
  const open = new Set<Connection>()
  /** Each seed has a file of its own, so that nothing that is open knows another. */
  const path = (): string => (generation === 0 ? file : `${file}-${generation}`)

  const comes = (...kinds: readonly Fault['kind'][]): boolean => {
    if (!fault || !kinds.includes(fault.kind) || fault.after-- > 0) return false
    fault = undefined
    came = true
    return true
  }

  /** @throws what a statement of the service meets */
  const before = (text: string, connection: Connection): void => {
    if (dead) throw new Died('the process is dead')
    if (!fault) return
    if (comes('DIE')) {
      dead = true
      throw new Died('the process died')
    }
    if (text.startsWith('BEGIN') && comes('BUSY')) throw sqliteError(5, 'database is locked')
    if (isWrite(text) && comes('FULL')) {
      connection.rollback()
      throw sqliteError(13, 'database or disk is full')
    }
  }

  const after = (text: string): void => {
    if (text !== 'COMMIT' || !fault) return
    if (comes('DIE_COMMITTED')) {
      dead = true
      throw new Died('the process died after its commit')
    }
    if (comes('LOST_COMMIT')) throw sqliteError(10, 'disk I/O error')
  }

  class Connection {
    readonly #path: string
    readonly #options: DatabaseSyncOptions
    readonly #isServed: boolean
    real: DatabaseSync

    constructor(path: string, options: DatabaseSyncOptions = {}) {
      this.#path = path
      this.#options = options
      this.#isServed = path === file
      this.real = this.begin()
      if (this.#isServed) open.add(this)
    }

    begin(): DatabaseSync {
      const real = new Real(this.#isServed ? path() : this.#path, this.#options)
      // Half a millisecond more, for what the division loses.
      if (this.#isServed)
        real.function('unixepoch', { varargs: true, deterministic: true }, () => (now() + 0.5) / 1000)
      return real
    }

    rollback(): void {
      if (this.real.isTransaction) this.real.exec('ROLLBACK')
    }

    get isTransaction(): boolean {
      return !dead && this.real.isTransaction
    }

    exec(text: string): void {
      if (!this.#isServed) return this.real.exec(text)
      before(text, this)
      this.real.exec(text)
      after(text)
    }

    prepare(text: string): object {
      return this.#isServed ? new Statement(this, text) : this.real.prepare(text)
    }

    close(): void {
      open.delete(this)
      this.real.close()
    }
  }

  class Statement {
    readonly #connection: Connection
    readonly #text: string
    readonly #table: string
    #generation = generation
    #areBigints = false
    #real: StatementSync

    constructor(connection: Connection, text: string) {
      this.#connection = connection
      this.#text = text
      this.#table = tableOf(text)
      this.#real = connection.real.prepare(text)
    }

    #now(): StatementSync {
      before(this.#text, this.#connection)
      if (this.#generation !== generation) {
        this.#real = this.#connection.real.prepare(this.#text)
        this.#real.setReadBigInts(this.#areBigints)
        this.#generation = generation
      }
      return this.#real
    }

    columns(): unknown {
      return this.#real.columns()
    }

    setReadBigInts(are: boolean): void {
      this.#areBigints = are
      this.#real.setReadBigInts(are)
    }

    all(...parameters: SQLInputValue[]): unknown[] {
      return this.#now().all(...parameters)
    }

    run(...parameters: SQLInputValue[]): unknown {
      tables.add(this.#table)
      return this.#now().run(...parameters)
    }
  }

  Object.assign(globalThis, { [place]: Connection })

  let own: DatabaseSync | undefined
  let looks = new Map<string, StatementSync>()
  const prepared = (text: string): StatementSync => {
    own ??= new Real(path())
    let statement = looks.get(text)
    if (!statement) looks.set(text, (statement = own.prepare(text)))
    return statement
  }
  const forgetOwn = (): void => {
    looks = new Map()
    own?.close()
    own = undefined
  }
  const image = `${file}.image`

  return {
    arm: (armed) => {
      fault = { ...armed }
      came = false
    },
    disarm: () => {
      fault = undefined
      return came
    },
    isDead: () => dead,
    revive: () => {
      for (const connection of open) connection.rollback()
      dead = false
    },
    look: async (text, parameters = []) => prepared(text).all(...(parameters as SQLInputValue[])) as Row[],
    write: async (text, parameters = []) => void prepared(text).run(...(parameters as SQLInputValue[])),
    keep: async () => {
      forgetOwn()
      const whole = new Real(path())
      whole.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      writeFileSync(image, whole.serialize())
      whole.close()
    },
    restore: async () => {
      forgetOwn()
      fault = undefined
      dead = false
      for (const { real } of open) real.close()
      for (const ending of ['', '-wal', '-shm']) rmSync(path() + ending, { force: true })
      generation++
      copyFileSync(image, path())
      for (const connection of open) connection.real = connection.begin()
    },
    written: () => {
      const known = tables
      tables = new Set()
      return known
    },
    close: forgetOwn,
  }
}
