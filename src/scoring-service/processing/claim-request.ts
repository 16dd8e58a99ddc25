import type { Database, Tx } from '../../platform/database/database.js'
import { selectOne, update } from '../../platform/database/rows.js'
import { claimDue, keepClaim, lockClaim, releaseClaim } from '../../platform/queue/queue.js'
import { dueSql, stillClaimedBy, type Queue } from '../../platform/queue/queue.rules.js'
import type { Instant } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { Environment } from '../../scoring-contract/environment.js'
import { ScoringRequest } from '../model/scoring.entity.js'
import { columns, text } from '../../platform/database/read-row.js'

const leaseMs = 15_000

const queue: Queue = {
  table: 'scoring_requests',
  until: 'due_at',
  empty: 'NEVER_DUE',
  fence: 'fence',
  // Instead of `namesHolder`, which sets `holder` before `crashes` can be counted (see `take`).
  whileClaimed: `status = 'PROCESSING' AND holder IS NOT NULL`,
  leaseMs,
}

/** A claimed request, until its lease ends. */
export interface Claim {
  readonly request: ScoringRequest
  /** The database's time at the claim. */
  readonly now: Instant
}

/** Which request a worker wants to claim. */
export interface ClaimChoice {
  readonly environment: Environment
  /** The process that claims. */
  readonly holder: string
  /**
   * Gets the clients whose requests are due, the longest due first, and returns the one to serve; undefined if all of
   * them are at their concurrency limit.
   */
  readonly choose: (clients: readonly string[]) => string | undefined
}

const take = async (tx: Tx, holder: string, where: string, parameters: readonly unknown[]) => {
  const { nowMs } = tx.dialect
  const [claim] = await claimDue(tx, queue, {
    where: `${where} ORDER BY due_at`,
    parameters,
    limit: 1,
    changes: {
      // A due request that still names another process as its holder was not released: that process died. MySQL
      // evaluates assignments in order, so `crashes` must be set before `holder`.
      sql: `, status = 'PROCESSING', attempts = attempts + 1, started_at = COALESCE(started_at, ${nowMs}),
         crashes = crashes + CASE WHEN holder <> ? THEN 1 ELSE 0 END, holder = ?`,
      parameters: [holder, holder],
    },
  })
  const request = claim && (await selectOne(tx, ScoringRequest, 'WHERE id = ?', [claim.id]))
  return request && { request, now: request.dueAt! - leaseMs }
}

/** How many waiting clients are read at a time. The others are read when these have been served. */
const clientsMax = 100

const waitingOf = columns({ client: text })

/**
 * Claims the request of the chosen client that has been due longest: its `due_at` moves forward by the lease, so that
 * nobody else takes it, and it becomes due again by itself if this worker dies. Undefined when no client is chosen, or none
 * of its requests is due any more.
 */
export const claimRequest = async (
  database: Database,
  { environment, holder, choose }: ClaimChoice,
): Promise<Claim | undefined> => {
  const due = `status IN ('QUEUED', 'PROCESSING') AND environment = ?`
  // Most ticks find nothing: they need no transaction.
  const waiting = await database.read.all(
    `SELECT client, MIN(due_at) AS first_due FROM scoring_requests
     WHERE ${dueSql(queue, database.dialect)} AND ${due}
     GROUP BY client ORDER BY first_due LIMIT ${clientsMax}`,
    [environment],
  )
  const client = choose(waiting.map(waitingOf).map(({ client }) => client))
  if (client === undefined) return undefined
  return database.inTransaction((tx) => take(tx, holder, `${due} AND client = ?`, [environment, client]))
}

/** Renews the lease during the work; a lost lease is noticed when the outcome is written. */
export const renewLease = (
  deps: { readonly database: Database; readonly log: Log },
  { request }: Claim,
): (() => void) => keepClaim(deps, queue, request)

/** Whether the claim still holds; if so, it holds until the transaction ends. */
export const isStillClaimed = (tx: Tx, { request }: Claim): Promise<boolean> => lockClaim(tx, queue, request)

/** Changes the request of a claim; false if the claim was lost. */
export const updateClaimed = async (
  tx: Tx,
  { request }: Claim,
  values: Parameters<typeof update<ScoringRequest>>[2],
): Promise<boolean> => (await update(tx, ScoringRequest, values, ...stillClaimedBy(queue, request))) > 0

/** Releases the claim with a backoff. `isAttempt` is false if the work could not even be tried. */
export const release = (
  database: Database,
  claim: Claim,
  {
    waitMs,
    isAttempt,
    hasCrashed = false,
  }: { readonly waitMs: number; readonly isAttempt: boolean; readonly hasCrashed?: boolean },
): Promise<number> =>
  releaseClaim(database, queue, {
    claim: claim.request,
    waitMs,
    changes: {
      sql: ', attempts = attempts - ?, holder = NULL, crashes = crashes + ?',
      parameters: [isAttempt ? 0 : 1, hasCrashed ? 1 : 0],
    },
  })

/** The time since a worker first claimed the request. Before that it was in the queue, and no bureau was asked. */
export const waitedMs = ({ request, now }: Claim): number => now - (request.startedAt ?? now)
