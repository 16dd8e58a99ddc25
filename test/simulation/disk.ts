import { AsyncLocalStorage } from 'node:async_hooks'
import { writeFileSync } from 'node:fs'
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
  /** Tables that were written since this was last asked, as each step does. */
  readonly written: () => ReadonlySet<string>
  /** What somebody wrote whose claim of a row had gone to another, since this was last asked. */
  readonly lostClaims: () => readonly string[]
  /** The ids in what rounds of jobs have inserted, and be it after the step in which they began. */
  readonly byWorkers: ReadonlySet<string>
  readonly close: () => void
}

/** A connection of SQLite's, with what it has prepared. */
interface Opened {
  readonly kind: string
  readonly real: DatabaseSync
  readonly statements: Map<string, StatementSync>
}

export class Died extends Error {
  override readonly name = 'Died'
}

/** Each round of a job is somebody: what goes on behind it, and be it after a timer, is still theirs. */
export const rounds = new AsyncLocalStorage<{ readonly name: string }>()

/** Adds the ids in what a round of a job inserts to those of its kind. */
export const noteWorkers = (byWorkers: Set<string>, text: string, parameters: readonly unknown[]): void => {
  if (!text.startsWith('INSERT') || !rounds.getStore()) return
  for (const given of parameters) if (typeof given === 'string') byWorkers.add(given)
}

/** Tables whose rows are claimed, with the column that each claim counts up and that of the moment until which it is held. */
const claimed: Readonly<Record<string, { readonly counts: string; readonly until: string }>> = {
  clocks: { counts: 'fence', until: 'lease_until' },
  statements: { counts: 'attempts', until: 'due_at' },
  score_requests: { counts: 'fence', until: 'due_at' },
  scoring_requests: { counts: 'fence', until: 'due_at' },
}

/** The latest claim of each row: an earlier claimant may no longer renew its lease or write its result. */
export const createClaims = () => {
  const owners = new Map<string, { owner: object; readonly earlier: Set<object> }>()
  let lost: string[] = []
  return {
    note: (table: string, text: string, parameters: readonly unknown[]): void => {
      const columns = claimed[table]
      const round = rounds.getStore()
      if (!columns || !round || !text.startsWith('UPDATE')) return
      const { counts, until } = columns
      const isClaim = text.includes(`${counts} = ${counts} + 1`)
      // That a mail was taken stays true, whoever has its statement now.
      if (!isClaim && (!text.includes(`${until} = `) || text.includes('sent_at'))) return
      for (const id of new Set(parameters)) {
        if (typeof id !== 'string') continue
        const key = `${table} ${id}`
        const known = owners.get(key)
        if (isClaim && known) {
          known.earlier.add(known.owner).delete(round)
          known.owner = round
        } else if (isClaim) owners.set(key, { owner: round, earlier: new Set() })
        else if (known?.earlier.has(round))
          lost.push(`${round.name} wrote ${key}, which another has claimed since`)
      }
    },
    begin: () => {
      owners.clear()
      lost = []
    },
    lost: (): readonly string[] => lost.splice(0),
  }
}

const busy = 5
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === busy
const writeTriesMax = 1000
/** Of one step, which takes at most some eight thousand: work that asks on and on lets no other have its turn, and would hang. */
const statementsMax = 100_000

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
  const { DatabaseSync: Real, constants } = process.getBuiltinModule('node:sqlite')
  let fault: { kind: Fault['kind']; after: number } | undefined
  let came = false
  let dead = false
  let tables = new Set<string>()
  const open = new Set<Connection>()
  const claims = createClaims()
  const byWorkers = new Set<string>()
  let asked = 0

  const comes = (...kinds: readonly Fault['kind'][]): boolean => {
    if (!fault || !kinds.includes(fault.kind) || fault.after-- > 0) return false
    fault = undefined
    came = true
    return true
  }

  /** @throws what a statement of the service meets */
  const before = (text: string, connection: Connection): void => {
    if (dead) throw new Died('the process is dead')
    if (!connection.isOpen) throw new Error('database is not open')
    if (asked++ > statementsMax) throw new Error('some work has no end')
    if (!fault) return
    if (comes('DIE')) {
      dead = true
      throw new Died('the process died')
    }
    if (text.startsWith('BEGIN') && comes('BUSY')) throw sqliteError(busy, 'database is locked')
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

  /** Reused from the ended process: reading the schema and preparing statements again took a tenth of a history. */
  const idle = new Map<string, Opened[]>()
  const takeIdle = (path: string, options: DatabaseSyncOptions): Opened => {
    const kind = JSON.stringify(options)
    const left = idle.get(kind)?.pop()
    if (left) return left
    const real = new Real(path, options)
    // Half a millisecond more, for what the division loses.
    real.function('unixepoch', { varargs: true, deterministic: true }, () => (now() + 0.5) / 1000)
    return { kind, real, statements: new Map() }
  }

  class Connection {
    readonly #opened: Opened | undefined
    readonly real: DatabaseSync

    constructor(path: string, options: DatabaseSyncOptions = {}) {
      this.#opened = path === file ? takeIdle(path, options) : undefined
      this.real = this.#opened?.real ?? new Real(path, options)
      if (this.#opened) open.add(this)
    }

    get isOpen(): boolean {
      return open.has(this)
    }

    rollback(): void {
      if (this.real.isTransaction) this.real.exec('ROLLBACK')
    }

    get isTransaction(): boolean {
      return !dead && this.real.isTransaction
    }

    exec(text: string): void {
      if (!this.#opened) return this.real.exec(text)
      before(text, this)
      this.real.exec(text)
      after(text)
    }

    prepare(text: string): object {
      if (!this.#opened) return this.real.prepare(text)
      const { statements } = this.#opened
      const prepared = statements.get(text) ?? this.real.prepare(text)
      statements.set(text, prepared)
      return new Statement(this, text, prepared)
    }

    close(): void {
      if (!this.#opened) return this.real.close()
      this.rollback()
      if (!open.delete(this)) throw new Error('database is not open')
      const { kind } = this.#opened
      idle.set(kind, [...(idle.get(kind) ?? []), this.#opened])
    }
  }

  class Statement {
    readonly #connection: Connection
    readonly #text: string
    readonly #table: string
    readonly #real: StatementSync
    #bigints = false

    constructor(connection: Connection, text: string, real: StatementSync) {
      this.#connection = connection
      this.#text = text
      this.#table = tableOf(text)
      this.#real = real
    }

    columns(): unknown {
      return this.#real.columns()
    }

    setReadBigInts(are: boolean): void {
      this.#bigints = are
    }

    all(...parameters: SQLInputValue[]): unknown[] {
      before(this.#text, this.#connection)
      this.#real.setReadBigInts(this.#bigints)
      return this.#real.all(...parameters)
    }

    run(...parameters: SQLInputValue[]): unknown {
      before(this.#text, this.#connection)
      tables.add(this.#table)
      const done = this.#real.run(...parameters)
      if (Number(done.changes) > 0) claims.note(this.#table, this.#text, parameters)
      noteWorkers(byWorkers, this.#text, parameters)
      return done
    }
  }

  Object.assign(globalThis, { [place]: Connection })

  let own: DatabaseSync | undefined
  const looks = new Map<string, StatementSync>()
  const prepared = (text: string): StatementSync => {
    own ??= new Real(file)
    let statement = looks.get(text)
    if (!statement) looks.set(text, (statement = own.prepare(text)))
    return statement
  }
  const image = `${file}.image`

  let putter: { readonly real: DatabaseSync; readonly statements: readonly StatementSync[] } | undefined
  /** Rows alone are put back: what is open stays so, with the statements that it has prepared. */
  const openPutter = () => {
    const real = new Real(file)
    real.exec(`ATTACH '${image}' AS image`)
    // What may never be changed is guarded by triggers, which say so by a SELECT.
    real.setAuthorizer((action, _name, _other, _database, trigger) =>
      trigger !== null && action === constants.SQLITE_SELECT ? constants.SQLITE_IGNORE : constants.SQLITE_OK,
    )
    const names = real
      .prepare(`SELECT name FROM image.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .all()
      .map(({ name }) => String(name))
    const statements = names.flatMap((name) => [
      real.prepare(`DELETE FROM main.${name}`),
      real.prepare(`INSERT INTO main.${name} SELECT * FROM image.${name}`),
    ])
    return { real, statements }
  }

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
    write: async (text, parameters = []) => {
      // Another piece of work may be in the midst of a transaction: this one waits for the file, as any writer does.
      for (let tries = 0; ; tries++) {
        if (dead) return
        try {
          prepared(text).run(...(parameters as SQLInputValue[]))
          return
        } catch (error) {
          if (!isBusy(error) || tries === writeTriesMax) throw error
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      }
    },
    keep: async () => {
      const whole = new Real(file)
      whole.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      writeFileSync(image, whole.serialize())
      whole.close()
    },
    restore: async () => {
      fault = undefined
      dead = false
      asked = 0
      for (const connection of open) connection.rollback()
      putter ??= openPutter()
      putter.real.exec('BEGIN IMMEDIATE')
      for (const statement of putter.statements) statement.run()
      putter.real.exec('COMMIT')
      claims.begin()
      byWorkers.clear()
    },
    written: () => {
      const known = tables
      tables = new Set()
      asked = 0
      return known
    },
    lostClaims: claims.lost,
    byWorkers,
    close: () => {
      own?.close()
      putter?.real.close()
    },
  }
}
