import type { Database, Tx } from '../../platform/database/database.js'
import { selectOne } from '../../platform/database/rows.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Log } from '../../kernel/log.js'
import { Clock, systemClockId } from '../business-clock/clock.entity.js'
import type { Lease } from './day.js'

const leaseMs = 15_000
const heartbeatMs = 4_000
/** A walk that stands before a bad record tries again so often. */
const repairMs = 5_000
/** Of several clocks that wait, other workers may take the first before us. */
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

/**
 * Takes a clock for this worker, if it still waits. Its first worker begins the time that a walk waits for payments, so
 * that a walk which stood in a queue waits as long as any other.
 */
const take = async (tx: Tx, id: string, waits: string, lock: string, parameters: readonly unknown[] = []) => {
  const { nowMs } = tx.dialect
  const waiting = await selectOne(tx, Clock, `WHERE id = ? AND ${waits} ${lock}`, [id, ...parameters])
  if (!waiting) return undefined
  await tx.run(
    `UPDATE clocks SET queued_at = CASE WHEN COALESCE(heartbeat_at, 0) < queued_at THEN ${nowMs} ELSE queued_at END,
       fence = fence + 1, heartbeat_at = ${nowMs}, lease_until = ${nowMs} + ${leaseMs}
     WHERE id = ?`,
    [id],
  )
  return selectOne(tx, Clock, 'WHERE id = ?', [id])
}

const isFree = ({ dialect }: Database): string => `(lease_until IS NULL OR lease_until <= ${dialect.nowMs})`

/**
 * At the start of a process that has its database alone (SQLite, by the lock of the data directory): whoever had a lease is
 * dead, so its walk need not wait for the end of it. On MySQL another worker may live, and nothing is done.
 */
export const freeLeasesOfTheDead = async (database: Database): Promise<void> => {
  if (database.dialect.name !== 'sqlite') return
  await database.inTransaction((tx) =>
    tx.run('UPDATE clocks SET lease_until = NULL WHERE lease_until IS NOT NULL'),
  )
}

/** The test clock that was asked to walk and waited longest; undefined when every such clock has a worker. */
export const claimTestWalk = async ({ database }: LeaseDeps): Promise<Walk | undefined> => {
  const waits = `advancing_to IS NOT NULL AND id <> '${systemClockId}' AND ${isFree(database)}`
  const candidates = await database.read.all(
    `SELECT id FROM clocks WHERE ${waits} ORDER BY heartbeat_at, queued_at LIMIT ${candidatesMax}`,
  )
  for (const { id } of candidates) {
    const clock = await database.inTransaction((tx) => take(tx, String(id), waits, tx.dialect.forUpdate))
    if (clock) return { book: clock.id, fence: clock.fence, clock, to: clock.advancingTo! }
  }
  return undefined
}

/** The clock of the real world, if it stands before `today` and has no worker. */
export const claimNight = async ({ database }: LeaseDeps, today: LocalDate): Promise<Walk | undefined> => {
  const waits = `now_on < ? AND ${isFree(database)}`
  const late = await database.read.all(`SELECT id FROM clocks WHERE id = ? AND ${waits}`, [
    systemClockId,
    today,
  ])
  if (late.length === 0) return undefined
  // Whoever holds it now is posting a part of its day: it has a worker.
  const clock = await database.inTransaction((tx) =>
    take(tx, systemClockId, waits, tx.dialect.skipLocked, [today]),
  )
  return clock && { book: clock.id, fence: clock.fence, clock, to: today }
}

/** Says of every test walk that waits for its turn that a worker lives, which will come to it. */
const seeWaiting = ({ database, log }: LeaseDeps): Promise<unknown> =>
  database
    .inTransaction((tx) =>
      tx.run(
        `UPDATE clocks SET seen_waiting_at = ${tx.dialect.nowMs}
         WHERE advancing_to IS NOT NULL AND id <> '${systemClockId}' AND ${isFree(database)}`,
      ),
    )
    .catch((error: unknown) => log.warn({ err: error }, 'the walks that wait could not be told of it'))

/**
 * While a worker is busy with one walk after another, the others are not stalled (docs/design/clocks-and-nights.md#leases).
 * Begins at once, since the walks of a tick may all be shorter than a beat. Stop it with `clearInterval`.
 */
export const beatForWaiting = async (deps: LeaseDeps): Promise<NodeJS.Timeout> => {
  await seeWaiting(deps)
  return setInterval(() => void seeWaiting(deps), heartbeatMs)
}

/** Keeps the lease while a long day is at work; a lost one is noticed by the fence, not here. */
export const beat = ({ database, log }: LeaseDeps, { book, fence }: Lease): NodeJS.Timeout =>
  setInterval(() => {
    database
      .inTransaction((tx) =>
        tx.run(
          `UPDATE clocks SET heartbeat_at = ${tx.dialect.nowMs}, lease_until = ${tx.dialect.nowMs} + ${leaseMs}
           WHERE id = ? AND fence = ?`,
          [book, fence],
        ),
      )
      .catch((error: unknown) => log.warn({ err: error, book }, 'a walk could not give a sign of life'))
  }, heartbeatMs)

/** Gives the clock back; after an error not before a while. */
export const release = (
  { database }: LeaseDeps,
  { book, fence }: Lease,
  problem: string | null,
): Promise<unknown> =>
  database.inTransaction((tx) =>
    tx.run(
      `UPDATE clocks SET lease_until = ${problem === null ? 'NULL' : `${tx.dialect.nowMs} + ${repairMs}`},
         walk_error = ? WHERE id = ? AND fence = ?`,
      [problem?.slice(0, 500) ?? null, book, fence],
    ),
  )
