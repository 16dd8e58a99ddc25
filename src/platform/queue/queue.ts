import { hostname } from 'node:os'
import type { Log } from '../../kernel/log.js'
import { toNumber } from '../database/columns.js'
import type { Database, Row, Tx } from '../database/database.js'
import type { Dialect } from '../database/dialect.js'
import { inList } from '../database/in-list.js'

/** A worker that dies leaves its claims for so long. */
const leaseMsDefault = 15_000
/** Two beats may be lost before the lease is. */
const beatMsDefault = 4_000

/** A table whose rows workers claim for a time (docs/design/jobs-and-queues.md#claims). */
export interface Queue {
  readonly table: string
  /** The column of the moment until which a row is somebody's, or waits; from then on it may be claimed. */
  readonly until: string
  /** What an empty `until` says of a row. */
  readonly empty: 'FREE' | 'NEVER_DUE'
  /** The column that each claim counts up; null where nothing that an old claim writes can do harm. */
  readonly fence: string | null
  /** The table has a column `holder`, for the process that has a row. */
  readonly namesHolder?: boolean
  /** What else holds of a row for as long as it is claimed. */
  readonly whileClaimed?: string
  readonly leaseMs?: number
  readonly beatMs?: number
}

export interface Claim {
  readonly id: string
  readonly fence: number
}

/** Assignments beside the lease, each with a comma before it, and the values of their places. */
export interface Changes {
  readonly sql: string
  readonly parameters?: readonly unknown[]
}

/** A row as its claim found it. */
export interface ClaimedRow extends Claim {
  readonly row: Row
}

/** Which of the rows that are due. */
export interface Due {
  /** A condition, and the order. */
  readonly where: string
  readonly parameters?: readonly unknown[]
  /** How many; without one, all. */
  readonly limit?: number
  /** Columns that are read too, as they were before the claim. */
  readonly columns?: string
  /** A row that another transaction holds is waited for, and not passed over. */
  readonly waits?: boolean
  readonly changes?: Changes
}

/** The claim was lost to another worker: what this one knows is old. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

const unchanged: Changes = { sql: '' }

/** This process, for people who look for it. */
export const processName = `${hostname().slice(0, 50)}/${process.pid}`

/** SQL: the end of a lease that begins now. */
export const leaseEnd = ({ leaseMs = leaseMsDefault }: Queue, { nowMs }: Dialect): string =>
  `${nowMs} + ${leaseMs}`

/** SQL: a row may be claimed now. All moments are of the database's clock; that of a worker decides nothing. */
export const isDue = ({ until, empty }: Queue, { nowMs }: Dialect): string =>
  empty === 'FREE' ? `(${until} IS NULL OR ${until} <= ${nowMs})` : `${until} <= ${nowMs}`

/** The condition, and its values, under which the worker of a claim may write its row: no row is a lost claim. */
export const oursIn = (
  { fence, whileClaimed }: Queue,
  claim: Claim,
): readonly [where: string, parameters: readonly unknown[]] => {
  const conditions = [
    'id = ?',
    ...(fence === null ? [] : [`${fence} = ?`]),
    ...(whileClaimed === undefined ? [] : [whileClaimed]),
  ]
  return [conditions.join(' AND '), fence === null ? [claim.id] : [claim.id, claim.fence]]
}

/**
 * Takes due rows for this worker, until their lease ends: the transaction ends before the work begins, and a row whose worker
 * died comes back by itself.
 */
export const claimDue = async (tx: Tx, queue: Queue, due: Due): Promise<ClaimedRow[]> => {
  const { table, until, fence } = queue
  const { where, parameters = [], limit, columns, waits = false, changes = unchanged } = due
  const found = await tx.all(
    `SELECT ${columns === undefined ? '' : `${columns}, `}id, ${fence ?? '0'} AS fence FROM ${table}
     WHERE ${isDue(queue, tx.dialect)} AND ${where} ${limit === undefined ? '' : `LIMIT ${Math.trunc(limit)}`}
     ${waits ? tx.dialect.forUpdate : tx.dialect.skipLocked}`,
    parameters,
  )
  if (found.length === 0) return []
  const ids = inList(found.map(({ id }) => String(id)))
  const counted = fence === null ? '' : `, ${fence} = ${fence} + 1`
  const held = queue.namesHolder ? ', holder = ?' : ''
  await tx.run(
    `UPDATE ${table} SET ${until} = ${leaseEnd(queue, tx.dialect)}${counted}${held}${changes.sql} WHERE id IN (${ids.places})`,
    [...(queue.namesHolder ? [processName] : []), ...(changes.parameters ?? []), ...ids.parameters],
  )
  return found.map((row) => ({ id: String(row['id']), fence: toNumber(row['fence']) + 1, row }))
}

/**
 * Renews the lease while the work goes on, until the answered function is called. A claim that was lost is not taken back: its
 * worker hears of it when it writes something.
 */
export const keepClaim = (
  { database, log }: { readonly database: Database; readonly log: Log },
  queue: Queue,
  claim: Claim,
  changes: Changes = unchanged,
): (() => void) => {
  const [where, parameters] = oursIn(queue, claim)
  const beat = (): Promise<number> =>
    database.inOneStatement((tx) =>
      tx.run(
        `UPDATE ${queue.table} SET ${queue.until} = ${leaseEnd(queue, tx.dialect)}${changes.sql} WHERE ${where}`,
        [...(changes.parameters ?? []), ...parameters],
      ),
    )
  const beating = setInterval(() => {
    beat().catch((err: unknown) =>
      log.warn({ err, table: queue.table, id: claim.id }, 'a claim could not be kept'),
    )
  }, queue.beatMs ?? beatMsDefault)
  return () => clearInterval(beating)
}

/** Whether the row is still claimed so, and stays so until the transaction ends. */
export const holdClaim = async (tx: Tx, queue: Queue, claim: Claim): Promise<boolean> => {
  const [where, parameters] = oursIn(queue, claim)
  const held = await tx.all(
    `SELECT id FROM ${queue.table} WHERE ${where} ${tx.dialect.forUpdate}`,
    parameters,
  )
  return held.length > 0
}

/** What becomes of a row that its worker gives back. */
export interface Release {
  readonly claim: Claim
  /** It may be claimed again after so long; null empties `until`. */
  readonly waitMs: number | null
  readonly changes?: Changes
}

/** Gives a row back before its lease ends. The number of rows: none when the claim was lost, and then nothing is changed. */
export const releaseClaim = (
  database: Database,
  queue: Queue,
  { claim, waitMs, changes = unchanged }: Release,
): Promise<number> => {
  const [where, parameters] = oursIn(queue, claim)
  const until = waitMs === null ? 'NULL' : `${database.dialect.nowMs} + ?`
  const left = queue.namesHolder ? ', holder = NULL' : ''
  return database.inOneStatement((tx) =>
    tx.run(`UPDATE ${queue.table} SET ${queue.until} = ${until}${left}${changes.sql} WHERE ${where}`, [
      ...(waitMs === null ? [] : [Math.ceil(waitMs)]),
      ...(changes.parameters ?? []),
      ...parameters,
    ]),
  )
}
