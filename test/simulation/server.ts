import { EventEmitter } from 'node:events'
import mysql2, { type Pool, type PoolConnection, type PoolOptions } from 'mysql2'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { Died, isWrite, noteInsertedIds, tableOf, type Disk, type Fault, type Row } from './disk.js'
import type { Machine } from './machine.js'
import { first } from '../support/present.js'

type Done = (error: Error | null, result?: unknown) => void
type Run = (text: string | { readonly sql: string }, ...rest: unknown[]) => unknown

const serverError = (errno: number, message: string): Error => Object.assign(new Error(message), { errno })

const begins = 'START TRANSACTION'

/**
 * A MariaDB or MySQL instead of the file, as a `Disk`: below the driver of the service its clock is that of the
 * history, and faults can occur between any two statements. While the server works, no time of the history passes.
 * @param url an empty database of its own
 */
export const createServer = async (url: string, machine: Machine): Promise<Disk> => {
  let fault: { kind: Fault['kind']; after: number } | undefined
  let hasOccurred = false
  let dead = false
  let tables = new Set<string>()
  const dirty = new Set<string>()
  const idsInsertedByTicks = new Set<string>()

  const comes = (...kinds: readonly Fault['kind'][]): boolean => {
    if (!fault || !kinds.includes(fault.kind) || fault.after-- > 0) return false
    fault = undefined
    hasOccurred = true
    return true
  }

  /** The fault of a statement before it is sent; undefined if there is none. `isOpen`: within a transaction. */
  const before = (text: string, isOpen: boolean): Error | undefined => {
    // An ended connection has already rolled back.
    if (text === 'ROLLBACK') return undefined
    if (dead) return new Died('the process is dead')
    if (!fault) return undefined
    if (comes('DIE')) {
      dead = true
      return new Died('the process died')
    }
    if (isOpen && text !== 'COMMIT' && comes('BUSY'))
      return serverError(1213, 'Deadlock found, database is locked')
    if (isWrite(text) && comes('FULL')) return serverError(1114, 'The table is full: the disk is full')
    return undefined
  }

  const after = (text: string): Error | undefined => {
    if (text !== 'COMMIT' || !fault) return undefined
    if (comes('DIE_COMMITTED')) {
      dead = true
      return new Died('the process died after its commit')
    }
    return comes('LOST_COMMIT')
      ? Object.assign(new Error('disk I/O error'), { code: 'PROTOCOL_CONNECTION_LOST' })
      : undefined
  }

  /** Replaces the methods that run statements on a connection of the service. */
  const serve = (connection: PoolConnection): void => {
    const real = {
      query: connection.query.bind(connection) as unknown as Run,
      execute: connection.execute.bind(connection) as unknown as Run,
    }
    let isOpen = false
    let lastSet = ''
    const withFaults =
      (ask: Run): Run =>
      (given, ...rest) => {
        const text = typeof given === 'string' ? given : given.sql
        const done = rest.at(-1) as Done
        if (typeof done !== 'function') return ask(given, ...rest)
        const problem = before(text, isOpen)
        if (problem) {
          const command = new EventEmitter()
          const answer = () => {
            done(problem)
            command.emit('end')
          }
          // A deadlock rolls back the whole transaction.
          const over = machine.outside()
          if (isOpen) real.query('ROLLBACK', () => (over(), answer()))
          else process.nextTick(() => (over(), answer()))
          isOpen = false
          return command
        }
        if (isWrite(text)) {
          tables.add(tableOf(text))
          dirty.add(tableOf(text))
          noteInsertedIds(idsInsertedByTicks, text, Array.isArray(rest[0]) ? rest[0] : [])
        }
        const now = ((machine.now() + 0.5) / 1000).toFixed(6)
        if (now !== lastSet && text.includes('NOW('))
          real.query(`SET timestamp = ${(lastSet = now)}`, () => undefined)
        if (text === begins) isOpen = true
        if (text === 'COMMIT' || text === 'ROLLBACK') isOpen = false
        const over = machine.outside()
        return ask(given, ...rest.slice(0, -1), (error: Error | null, result: unknown) => {
          over()
          const late = error ?? after(text)
          if (late) done(late)
          else done(null, result)
        })
      }
    Object.assign(connection, { query: withFaults(real.query), execute: withFaults(real.execute) })
  }

  const { createPool } = mysql2
  Object.assign(mysql2, {
    createPool: (options: PoolOptions): Pool => {
      const pool = createPool(options)
      // Registered first, so that it runs before other listeners prepare the connection.
      pool.on('connection', serve)
      const getConnection = pool.getConnection.bind(pool)
      pool.getConnection = (done) => {
        const over = machine.outside()
        getConnection((error, connection) => {
          over()
          done(error, connection)
        })
      }
      return pool
    },
  })

  const own: Connection = await createConnection({
    uri: url,
    charset: 'utf8mb4_bin',
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    multipleStatements: true,
  })
  await own.query(
    `SET SESSION sql_mode = 'PIPES_AS_CONCAT', SESSION group_concat_max_len = 10000000, SESSION foreign_key_checks = 0,
       SESSION wait_timeout = 86400`,
  )
  const ask = async (text: string, parameters: readonly unknown[] = []): Promise<Row[]> => {
    const over = machine.outside()
    const [rows] = await own.query<RowDataPacket[]>(text, [...parameters]).finally(over)
    return rows as Row[]
  }
  let image: readonly { readonly table: string; readonly rows: readonly Row[] }[] = []

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
      dead = false
    },
    look: ask,
    write: async (text, parameters) => void (await ask(text, parameters)),
    keep: async () => {
      const kept = []
      for (const row of await ask('SHOW TABLES')) {
        const table = String(Object.values(row)[0])
        kept.push({ table, rows: await ask(`SELECT * FROM ${table}`) })
      }
      image = kept.filter(({ table }) => !['migrations', 'migration_claims'].includes(table))
    },
    restore: async () => {
      fault = undefined
      dead = false
      for (const { table, rows } of image) {
        if (!dirty.has(table)) continue
        await ask(`TRUNCATE TABLE ${table}`)
        if (rows.length === 0) continue
        const columns = Object.keys(first(rows))
        const places = rows.map(() => `(${columns.map(() => '?').join()})`).join()
        await ask(
          `INSERT INTO ${table} (${columns.join()}) VALUES ${places}`,
          rows.flatMap((row) => columns.map((column) => row[column])),
        )
      }
      dirty.clear()
      idsInsertedByTicks.clear()
    },
    written: () => {
      const known = tables
      tables = new Set()
      return known
    },
    lostClaims: () => [],
    idsInsertedByTicks,
    close: () => own.destroy(),
  }
}
