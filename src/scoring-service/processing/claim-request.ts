import type { Database, Tx } from '../../platform/database/database.js'
import { selectOne } from '../../platform/database/rows.js'
import type { Instant } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { Environment } from '../../scoring-contract/environment.js'
import { ScoringRequest } from '../model/scoring.entity.js'

/** A worker that dies leaves its claim for this long. */
const leaseMs = 15_000
const heartbeatMs = 4_000

/** A request that this worker has, until its lease ends. */
export interface Claim {
  readonly request: ScoringRequest
  /** Of the database, at the claim. */
  readonly now: Instant
}

/** What a worker has room for. */
export interface Wanted {
  readonly environment: Environment
  /** This process: a claim that another one left behind died with it. */
  readonly holder: string
  /** The first of those whose requests are due, by when; undefined: nobody may have more in hand now. */
  readonly choose: (clients: readonly string[]) => string | undefined
}

const take = async (tx: Tx, holder: string, due: string, parameters: readonly unknown[]) => {
  const { nowMs } = tx.dialect
  const found = await selectOne(tx, ScoringRequest, due, parameters)
  if (!found) return undefined
  const hasCrashed = found.holder !== null && found.holder !== holder
  await tx.run(
    `UPDATE scoring_requests SET status = 'PROCESSING', due_at = ${nowMs} + ${leaseMs}, fence = fence + 1,
       attempts = attempts + 1, holder = ?, crashes = crashes + ?, started_at = COALESCE(started_at, ${nowMs})
     WHERE id = ?`,
    [holder, hasCrashed ? 1 : 0, found.id],
  )
  const request = await selectOne(tx, ScoringRequest, 'WHERE id = ?', [found.id])
  return request && { request, now: request.dueAt! - leaseMs }
}

/** More have never waited at once; those behind them are seen when these have been served. */
const clientsMax = 100

/**
 * Takes the request that has been due longest of the client who is chosen: its `due_at` moves forward by the lease, so that
 * nobody else takes it, and it comes back by itself if this worker dies. Undefined when none is due.
 */
export const claimRequest = async (
  database: Database,
  { environment, holder, choose }: Wanted,
): Promise<Claim | undefined> => {
  const { nowMs, skipLocked } = database.dialect
  const due = `due_at <= ${nowMs} AND status IN ('QUEUED', 'PROCESSING') AND environment = ?`
  // Most ticks find nothing, and need no transaction for it.
  const waiting = await database.read.all(
    `SELECT client, MIN(due_at) AS first_due FROM scoring_requests WHERE ${due}
     GROUP BY client ORDER BY first_due LIMIT ${clientsMax}`,
    [environment],
  )
  const client = choose(waiting.map((row) => String(row['client'])))
  if (client === undefined) return undefined
  const first = `WHERE ${due} AND client = ? ORDER BY due_at LIMIT 1 ${skipLocked}`
  return database.inTransaction((tx) => take(tx, holder, first, [environment, client]))
}

const ours = 'id = ? AND fence = ? AND status = ?'
const oursOf = ({ request }: Claim): readonly unknown[] => [request.id, request.fence, 'PROCESSING']

/** Keeps the claim while its work goes on; a lost one is noticed when the outcome is written. */
export const beat = (database: Database, claim: Claim, log: Log): NodeJS.Timeout =>
  setInterval(() => {
    database
      .inOneStatement((tx) =>
        tx.run(
          `UPDATE scoring_requests SET due_at = ${tx.dialect.nowMs} + ${leaseMs} WHERE ${ours}`,
          oursOf(claim),
        ),
      )
      .catch((err: unknown) => log.warn({ err, request: claim.request.id }, 'a claim could not be kept'))
  }, heartbeatMs)

/** Whether the request is still this worker's, and stays so until the transaction ends. */
export const isStillClaimed = async (tx: Tx, claim: Claim): Promise<boolean> => {
  const held = `SELECT id FROM scoring_requests WHERE ${ours} ${tx.dialect.forUpdate}`
  return (await tx.all(held, oursOf(claim))).length > 0
}

/** Gives the claim back, to be taken up again after a while; `isAttempt` false when it could not even be tried. */
export const release = (
  database: Database,
  claim: Claim,
  {
    waitMs,
    isAttempt,
    hasCrashed = false,
  }: { readonly waitMs: number; readonly isAttempt: boolean; readonly hasCrashed?: boolean },
): Promise<number> =>
  database.inOneStatement((tx) =>
    tx.run(
      `UPDATE scoring_requests SET due_at = ${tx.dialect.nowMs} + ?, attempts = attempts - ?, holder = NULL,
         crashes = crashes + ? WHERE ${ours}`,
      [Math.ceil(waitMs), isAttempt ? 0 : 1, hasCrashed ? 1 : 0, ...oursOf(claim)],
    ),
  )

/** Of a claim, how long its request has been waiting for its result. */
export const waitedMs = ({ request, now }: Claim): number => now - (request.queuedAt ?? now)
