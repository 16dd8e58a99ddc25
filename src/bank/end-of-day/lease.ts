import type { Database, Tx } from '../../platform/database/database.js'
import { selectOne } from '../../platform/database/rows.js'
import { claimDue, keepClaim, releaseClaim, type Due } from '../../platform/queue/queue.js'
import { dueSql, type Claim, type Queue } from '../../platform/queue/queue.rules.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Log } from '../../kernel/log.js'
import { Clock, systemClockId } from '../business-clock/clock.entity.js'
import type { Lease } from './day.js'

const queue: Queue = {
  table: 'clocks',
  until: 'lease_until',
  empty: 'FREE',
  fence: 'fence',
  namesHolder: true,
}
/** How often a live worker records that it has seen the queued walks. */
const seenWaitingMs = 4_000
/** How long a walk that was stopped by an error waits before it is tried again. */
const stoppedBackoffMs = 5_000
/** The number of waiting clocks that are read at once, since other workers may claim the first ones before us. */
const candidatesMax = 8

export interface LeaseDeps {
  readonly database: Database
  readonly log: Log
}

/** A clock that this worker walks. */
export interface Walk extends Lease {
  readonly clock: Clock
  readonly to: LocalDate
}

const claimOf = ({ book, fence }: Lease): Claim => ({ id: book, fence })

/**
 * Claims a clock for this worker, if it still waits. The time for which a walk waits for payments counts from the first claim,
 * so that a walk which was queued waits as long as any other.
 */
const claimClock = async (tx: Tx, id: string, due: Pick<Due, 'where' | 'parameters' | 'waits'>) => {
  const { nowMs } = tx.dialect
  const [claim] = await claimDue(tx, queue, {
    ...due,
    where: `id = ? AND ${due.where}`,
    parameters: [id, ...(due.parameters ?? [])],
    limit: 1,
    changes: {
      // queued_at comes first, since it reads the old heartbeat_at: MySQL evaluates assignments in order.
      sql: `, queued_at = CASE WHEN COALESCE(heartbeat_at, 0) < queued_at THEN ${nowMs} ELSE queued_at END,
         heartbeat_at = ${nowMs}`,
    },
  })
  return claim && selectOne(tx, Clock, 'WHERE id = ?', [id])
}

/**
 * At the start of a process that has its database alone (SQLite, by the lock of the data directory): every lease belongs to a
 * process that has ended, so no walk has to wait until it expires. On MySQL another worker may be alive, and nothing is done.
 */
export const releaseOrphanedLeases = async (database: Database): Promise<void> => {
  if (database.dialect.name !== 'sqlite') return
  await database.inTransaction((tx) =>
    tx.run('UPDATE clocks SET lease_until = NULL WHERE lease_until IS NOT NULL'),
  )
}

const waiting = `advancing_to IS NOT NULL AND id <> '${systemClockId}'`

/**
 * Claims the requested walk whose clock has been without a worker for longest: a clock that never walked comes first. Undefined
 * when each requested walk has a worker, or waits after an error.
 */
export const claimTestWalk = async ({ database }: LeaseDeps): Promise<Walk | undefined> => {
  const candidates = await database.read.all(
    `SELECT id FROM clocks WHERE ${waiting} AND ${dueSql(queue, database.dialect)} ORDER BY heartbeat_at, queued_at LIMIT ${candidatesMax}`,
  )
  for (const { id } of candidates) {
    const clock = await database.inTransaction((tx) =>
      claimClock(tx, String(id), { where: waiting, waits: true }),
    )
    if (clock) return { book: clock.id, fence: clock.fence, clock, to: clock.advancingTo! }
  }
  return undefined
}

/** Claims the clock of the real world if its date is before `today` and it has no worker. */
export const claimNight = async ({ database }: LeaseDeps, today: LocalDate): Promise<Walk | undefined> => {
  const late = await database.read.all(
    `SELECT id FROM clocks WHERE id = ? AND now_on < ? AND ${dueSql(queue, database.dialect)}`,
    [systemClockId, today],
  )
  if (late.length === 0) return undefined
  // Does not wait for the lock: its holder is a worker that posts a part of the day.
  const clock = await database.inTransaction((tx) =>
    claimClock(tx, systemClockId, { where: 'now_on < ?', parameters: [today] }),
  )
  return clock && { book: clock.id, fence: clock.fence, clock, to: today }
}

/** Records for every queued test walk that a live worker has seen it, and so will claim it. */
const writeSeenWaiting = ({ database, log }: LeaseDeps): Promise<unknown> =>
  database
    .inTransaction((tx) =>
      tx.run(
        `UPDATE clocks SET seen_waiting_at = ${tx.dialect.nowMs}
         WHERE ${waiting} AND ${dueSql(queue, tx.dialect)}`,
      ),
    )
    .catch((error: unknown) =>
      log.warn({ err: error }, 'it could not be recorded that a worker has seen the queued walks'),
    )

/**
 * While a worker advances one clock after another, the queued ones are not reported as stalled
 * (docs/design/clocks-and-nights.md#leases). The first record is written at once, since all walks of a tick may be shorter
 * than the interval. Stop it with `clearInterval`.
 */
export const keepSeenWaiting = async (deps: LeaseDeps): Promise<NodeJS.Timeout> => {
  await writeSeenWaiting(deps)
  return setInterval(() => void writeSeenWaiting(deps), seenWaitingMs)
}

/** Renews the lease during a long day; a lost lease is noticed by the fence, not here. */
export const keepLease = (deps: LeaseDeps, walk: Lease): (() => void) =>
  keepClaim(deps, queue, claimOf(walk), { sql: `, heartbeat_at = ${deps.database.dialect.nowMs}` })

/** Releases the clock; after an error with a backoff. */
export const release = ({ database }: LeaseDeps, walk: Lease, problem: string | null): Promise<unknown> =>
  releaseClaim(database, queue, {
    claim: claimOf(walk),
    waitMs: problem === null ? null : stoppedBackoffMs,
    changes: { sql: ', walk_error = ?', parameters: [problem?.slice(0, 500) ?? null] },
  })
