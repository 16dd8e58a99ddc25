import { hostname } from 'node:os'
import type { Log } from '../../kernel/log.js'
import type { Database, Row, Tx } from '../database/database.js'
import { inList } from '../database/in-list.js'
import { columns as readColumns, integer, text } from '../database/read-row.js'
import { dueSql, leaseEnd, stillClaimedBy, type Claim, type Queue } from './queue.rules.js'

/** The interval of the heartbeat: the lease outlasts two lost heartbeats. */
const beatMsDefault = 4_000

/** Assignments besides the lease, each with a leading comma, and the values of their placeholders. */
export interface Changes {
  readonly sql: string
  readonly parameters?: readonly unknown[]
}

/** A row as its claim found it. */
export interface ClaimedRow extends Claim {
  readonly row: Row
}

/** Which due rows to claim. */
export interface Due {
  /** A condition, and the order. */
  readonly where: string
  readonly parameters?: readonly unknown[]
  /** The maximum number of rows; by default all. */
  readonly limit?: number
  /** Columns that are read too, as they were before the claim. */
  readonly columns?: string
  /** Waits for a row that another transaction has locked, instead of skipping it. */
  readonly waits?: boolean
  readonly changes?: Changes
}

/** The row is no longer claimed by this worker: what it read is stale. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

const noChanges: Changes = { sql: '' }

const fencedOf = readColumns({ id: text, fence: integer })

/** The id of this process, by which people find who holds a claim. */
export const processName = `${hostname().slice(0, 50)}/${process.pid}`

/**
 * Claims due rows for this worker until the lease ends: the transaction ends before the work begins, and the rows of a
 * dead worker become due again by themselves.
 */
export const claimDue = async (tx: Tx, queue: Queue, due: Due): Promise<ClaimedRow[]> => {
  const { table, until, fence } = queue
  const { where, parameters = [], limit, columns, waits = false, changes = noChanges } = due
  const found = await tx.all(
    `SELECT ${columns === undefined ? '' : `${columns}, `}id, ${fence ?? '0'} AS fence FROM ${table}
     WHERE ${dueSql(queue, tx.dialect)} AND ${where} ${limit === undefined ? '' : `LIMIT ${Math.trunc(limit)}`}
     ${waits ? tx.dialect.forUpdate : tx.dialect.skipLocked}`,
    parameters,
  )
  if (found.length === 0) return []
  const claimed = found.map((row) => {
    const { id, fence: before } = fencedOf(row)
    return { id, fence: before + 1, row }
  })
  const ids = inList(claimed.map(({ id }) => id))
  const fenceChange = fence === null ? '' : `, ${fence} = ${fence} + 1`
  const holderChange = queue.namesHolder ? ', holder = ?' : ''
  await tx.run(
    `UPDATE ${table} SET ${until} = ${leaseEnd(queue, tx.dialect)}${fenceChange}${holderChange}${changes.sql} WHERE id IN (${ids.places})`,
    [...(queue.namesHolder ? [processName] : []), ...(changes.parameters ?? []), ...ids.parameters],
  )
  return claimed
}

/**
 * Renews the lease during the work, until the returned function is called. A lost claim is not taken again: the worker
 * learns of it at its next write.
 */
export const keepClaim = (
  { database, log }: { readonly database: Database; readonly log: Log },
  queue: Queue,
  claim: Claim,
  changes: Changes = noChanges,
): (() => void) => {
  const [where, parameters] = stillClaimedBy(queue, claim)
  const beat = (): Promise<number> =>
    database.inOneStatement((tx) =>
      tx.run(
        `UPDATE ${queue.table} SET ${queue.until} = ${leaseEnd(queue, tx.dialect)}${changes.sql} WHERE ${where}`,
        [...(changes.parameters ?? []), ...parameters],
      ),
    )
  const heartbeat = setInterval(() => {
    beat().catch((err: unknown) =>
      log.warn({ err, table: queue.table, id: claim.id }, 'a lease could not be renewed'),
    )
  }, queue.beatMs ?? beatMsDefault)
  return () => clearInterval(heartbeat)
}

/** Whether the row is still claimed by this claim, which then holds until the transaction ends. */
export const lockClaim = async (tx: Tx, queue: Queue, claim: Claim): Promise<boolean> => {
  const [where, parameters] = stillClaimedBy(queue, claim)
  const rows = await tx.all(
    `SELECT id FROM ${queue.table} WHERE ${where} ${tx.dialect.forUpdate}`,
    parameters,
  )
  return rows.length > 0
}

/** What happens to a row that its worker releases. */
export interface Release {
  readonly claim: Claim
  /** The backoff until it may be claimed again; null empties `until`. */
  readonly waitMs: number | null
  readonly changes?: Changes
}

/**
 * Releases a row before its lease ends. Returns the number of rows: none when the claim was lost, and then nothing is
 * changed.
 */
export const releaseClaim = (
  database: Database,
  queue: Queue,
  { claim, waitMs, changes = noChanges }: Release,
): Promise<number> => {
  const [where, parameters] = stillClaimedBy(queue, claim)
  const until = waitMs === null ? 'NULL' : `${database.dialect.nowMs} + ?`
  const holderChange = queue.namesHolder ? ', holder = NULL' : ''
  return database.inOneStatement((tx) =>
    tx.run(
      `UPDATE ${queue.table} SET ${queue.until} = ${until}${holderChange}${changes.sql} WHERE ${where}`,
      [...(waitMs === null ? [] : [Math.ceil(waitMs)]), ...(changes.parameters ?? []), ...parameters],
    ),
  )
}
