import { AsyncLocalStorage } from 'node:async_hooks'
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import type { DatabaseSync, DatabaseSyncOptions, SQLInputValue, StatementSync } from 'node:sqlite'

/** A fault of the process or its file. `after` is the number of statements before it; of commits, for a fault of a commit. */
export interface Fault {
  /**
   * DIE: the process dies before a statement, and loses what was not committed. DIE_COMMITTED: it dies right after a
   * commit, before the caller knows. LOST_COMMIT: a commit succeeds, and its answer is an error. BUSY: another writer
   * has the file. FULL: the disk has no room for a write.
   */
  readonly kind: 'DIE' | 'DIE_COMMITTED' | 'LOST_COMMIT' | 'BUSY' | 'FULL'
  readonly after: number
}

export type Row = Readonly<Record<string, string | number | bigint | null>>

/** The database file of the service, with faults that the history causes. */
export interface Disk {
  readonly arm: (fault: Fault) => void
  /** Removes the armed fault. Returns true if it has already occurred. */
  readonly disarm: () => boolean
  readonly isDead: () => boolean
  /** Starts the next process, with what was committed. */
  readonly revive: () => void
  /** Reads committed rows on a connection of its own. */
  readonly look: (text: string, parameters?: readonly unknown[]) => Promise<Row[]>
  /** Changes rows on a connection of its own, for example to end a lease early. */
  readonly write: (text: string, parameters?: readonly unknown[]) => Promise<void>
  /** Stores an image of the file, for `restore`. */
  readonly keep: () => Promise<void>
  readonly restore: () => Promise<void>
  /** The tables that were written since the last call. */
  readonly written: () => ReadonlySet<string>
  /** Writes since the last call by a tick whose claim of the row had gone to another. */
  readonly lostClaims: () => readonly string[]
  /** The ids in the INSERT statements of ticks, also of statements after the step that began the tick. */
  readonly idsInsertedByTicks: ReadonlySet<string>
  readonly close: () => void
}

/** A real SQLite connection with its prepared statements. */
interface Opened {
  readonly kind: string
  readonly real: DatabaseSync
  readonly statements: Map<string, StatementSync>
}

export class Died extends Error {
  override readonly name = 'Died'
}

/** The tick to which the running code belongs, also after a timer. */
export const currentTick = new AsyncLocalStorage<{ readonly name: string }>()

/** If an INSERT runs in a tick, adds its text parameters, among which are the ids of the new rows. */
export const noteInsertedIds = (ids: Set<string>, text: string, parameters: readonly unknown[]): void => {
  if (!text.startsWith('INSERT') || !currentTick.getStore()) return
  for (const given of parameters) if (typeof given === 'string') ids.add(given)
}

/** Tables whose rows are claimed: the column that each claim increments, and the column with the end of the claim. */
const claimed: Readonly<Record<string, { readonly counts: string; readonly until: string }>> = {
  clocks: { counts: 'fence', until: 'lease_until' },
  statements: { counts: 'attempts', until: 'due_at' },
  score_requests: { counts: 'fence', until: 'due_at' },
  scoring_requests: { counts: 'fence', until: 'due_at' },
}

/** Records the latest claim of each row, since earlier claimants may neither renew the lease nor write a result. */
export const createClaims = () => {
  const owners = new Map<string, { owner: object; readonly earlier: Set<object> }>()
  let lost: string[] = []
  return {
    note: (table: string, text: string, parameters: readonly unknown[]): void => {
      const columns = claimed[table]
      const tick = currentTick.getStore()
      if (!columns || !tick || !text.startsWith('UPDATE')) return
      const { counts, until } = columns
      const isClaim = text.includes(`${counts} = ${counts} + 1`)
      // A late worker may still record that a mail was sent, which is a fact.
      if (!isClaim && (!text.includes(`${until} = `) || text.includes('sent_at'))) return
      for (const id of new Set(parameters)) {
        if (typeof id !== 'string') continue
        const key = `${table} ${id}`
        const known = owners.get(key)
        if (isClaim && known) {
          known.earlier.add(known.owner).delete(tick)
          known.owner = tick
        } else if (isClaim) owners.set(key, { owner: tick, earlier: new Set() })
        else if (known?.earlier.has(tick))
          lost.push(`${tick.name} wrote ${key}, which another has claimed since`)
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
/**
 * The most statements of one step, which needs about 8,000 at most. Without a bound, work that repeats a statement endlessly would hang the
 * run.
 */
const statementsMax = 100_000

const sqliteError = (errcode: number, message: string): Error =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })

export const isWrite = (text: string): boolean => /^\s*(INSERT|UPDATE|DELETE)/i.test(text)

/** The table that a statement writes; empty if it writes none. */
export const tableOf = (text: string): string =>
  /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/i.exec(text)?.[1] ?? ''

const shim = 'simulation:sqlite'
const connectionKey = Symbol.for('simulation:sqlite')

/**
 * From here on, an import of `node:sqlite` gets the replacement that `createDisk` installs. Node cannot replace a
 * built-in module that is already imported, so the service has to be imported after this file.
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
 * Replaces `node:sqlite`, below the driver of the service: the database's clock is `now`, and faults can occur
 * between any two statements.
 */
export const createDisk = (file: string, now: () => number): Disk => {
  const { DatabaseSync: Real, constants } = process.getBuiltinModule('node:sqlite')
  let fault: { kind: Fault['kind']; after: number } | undefined
  let hasOccurred = false
  let dead = false
  let tables = new Set<string>()
  const open = new Set<Connection>()
  const claims = createClaims()
  const idsInsertedByTicks = new Set<string>()
  let asked = 0

  const comes = (...kinds: readonly Fault['kind'][]): boolean => {
    if (!fault || !kinds.includes(fault.kind) || fault.after-- > 0) return false
    fault = undefined
    hasOccurred = true
    return true
  }

  /** @throws the fault of this statement, if there is one */
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

  /**
   * Connections of ended processes, reused because reading the schema and preparing statements took a tenth of the
   * time.
   */
  const idle = new Map<string, Opened[]>()
  const takeIdle = (path: string, options: DatabaseSyncOptions): Opened => {
    const kind = JSON.stringify(options)
    const left = idle.get(kind)?.pop()
    if (left) return left
    const real = new Real(path, options)
    // Half a millisecond is added, so that no millisecond is lost by truncation after the division.
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
      noteInsertedIds(idsInsertedByTicks, this.#text, parameters)
      return done
    }
  }

  Object.assign(globalThis, { [connectionKey]: Connection })

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
  /** Restores only the rows, so that connections and their prepared statements stay valid. */
  const openPutter = () => {
    const real = new Real(file)
    real.exec(`ATTACH '${image}' AS image`)
    // Protected rows have triggers that refuse changes by a SELECT; this connection ignores it.
    real.setAuthorizer((action, _name, _other, _database, trigger) =>
      trigger !== null && action === constants.SQLITE_SELECT ? constants.SQLITE_IGNORE : constants.SQLITE_OK,
    )
    const names = real
      .prepare(`SELECT name FROM image.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .all()
      .map(({ name }) => String(name))
    // `table_info` leaves out generated columns, which cannot be written.
    const columnsOf = (table: string): string =>
      real
        .prepare(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => `"${String(name)}"`)
        .join(', ')
    const statements = names.flatMap((name) => [
      real.prepare(`DELETE FROM main.${name}`),
      real.prepare(
        `INSERT INTO main.${name} (${columnsOf(name)}) SELECT ${columnsOf(name)} FROM image.${name}`,
      ),
    ])
    return { real, statements }
  }

  return {
    arm: (armed) => {
      fault = { ...armed }
      hasOccurred = false
    },
    disarm: () => {
      fault = undefined
      return hasOccurred
    },
    isDead: () => dead,
    revive: () => {
      for (const connection of open) connection.rollback()
      dead = false
    },
    look: async (text, parameters = []) => prepared(text).all(...(parameters as SQLInputValue[])) as Row[],
    write: async (text, parameters = []) => {
      // Another transaction may be open: wait for the file, as any writer does.
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
      idsInsertedByTicks.clear()
    },
    written: () => {
      const known = tables
      tables = new Set()
      asked = 0
      return known
    },
    lostClaims: claims.lost,
    idsInsertedByTicks,
    close: () => {
      own?.close()
      putter?.real.close()
    },
  }
}
