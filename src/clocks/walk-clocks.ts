import type { Database, Tx } from '../database/database.js'
import { databaseNow, insertOrKeep, selectOne, update } from '../database/rows.js'
import { settleBook, type DriveDeps } from '../payments/drive-orders.js'
import { maturePosition } from '../savings/mature-position.js'
import type { BookDay } from '../savings/accrue-day.js'
import { addDays, type LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import type { Log } from '../shared/log.js'
import { Clock, systemClockId } from './clock.entity.js'
import { completeDay, LeaseLost, type Lease } from './day.js'
import { DayException } from './walk.entity.js'

export interface WalkDeps {
  readonly database: Database
  readonly orders: DriveDeps
  readonly jobCall: () => Call
  readonly log: Log
}

const leaseMs = 15_000
const heartbeatMs = 4_000
/** A walk that stands before a bad record tries again so often. */
const repairMs = 5_000
const dueBatchMax = 200
const atOnceMax = 8

interface Walk extends Lease {
  readonly clock: Clock
  readonly to: LocalDate
}

/** Test clocks that nobody walks now, the one that waited longest first. */
const waitingTestClock = (tx: Tx) =>
  selectOne(
    tx,
    Clock,
    `WHERE advancing_to IS NOT NULL AND id <> ? AND (lease_until IS NULL OR lease_until <= ${tx.dialect.nowMs})
     ORDER BY heartbeat_at, queued_at LIMIT 1 ${tx.dialect.skipLocked}`,
    [systemClockId],
  )

const waitingSystemClock = (tx: Tx, today: LocalDate) =>
  selectOne(
    tx,
    Clock,
    `WHERE id = ? AND now_on < ? AND (lease_until IS NULL OR lease_until <= ${tx.dialect.nowMs})
     ${tx.dialect.skipLocked}`,
    [systemClockId, today],
  )

const takeLease = async (tx: Tx, clock: Clock, to: LocalDate): Promise<Walk> => {
  const fence = clock.fence + 1
  await tx.run(
    `UPDATE clocks SET fence = ?, heartbeat_at = ${tx.dialect.nowMs}, lease_until = ${tx.dialect.nowMs} + ${leaseMs}
     WHERE id = ?`,
    [fence, clock.id],
  )
  return { book: clock.id, fence, clock, to }
}

/** Keeps the lease while a long day is at work; a lost one is noticed by the fence, not here. */
const beat = ({ database, log }: WalkDeps, { book, fence }: Lease): NodeJS.Timeout =>
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
const release = (deps: WalkDeps, { book, fence }: Lease, problem: string | null): Promise<unknown> =>
  deps.database.inTransaction((tx) =>
    tx.run(
      `UPDATE clocks SET lease_until = ${problem === null ? 'NULL' : `${tx.dialect.nowMs} + ${repairMs}`},
         walk_error = ? WHERE id = ? AND fence = ?`,
      [problem, book, fence],
    ),
  )

/** Positions that come to their date on this day, or came to it before and could not be processed. */
const duePositions = async (deps: WalkDeps, day: BookDay, after: string): Promise<string[]> => {
  const rows = await deps.database.read.all(
    `SELECT positions.id FROM positions
     WHERE positions.book = ? AND positions.status = 'OPEN' AND positions.maturity_on > ?
       AND positions.maturity_on <= ? AND positions.id > ?
       AND NOT EXISTS (SELECT 1 FROM maturities WHERE maturities.position_id = positions.id)
     ORDER BY positions.id LIMIT ${dueBatchMax}`,
    [day.book, day.from, day.to, after],
  )
  return rows.map(({ id }) => String(id))
}

const setMaturityAside = async (deps: WalkDeps, day: BookDay, positionId: string, error: unknown) => {
  const problem = error instanceof Error ? error.message : String(error)
  if (day.book !== systemClockId) throw new Error(`${positionId} cannot mature: ${problem}`)
  deps.log.error({ err: error, position: positionId, day: day.to }, 'a position is set aside by the night')
  await deps.database.inTransaction(async (tx) => {
    const [row] = await tx.all('SELECT customer_id FROM positions WHERE id = ?', [positionId])
    await insertOrKeep(
      tx,
      DayException,
      {
        positionId,
        step: 'MATURITY',
        book: day.book,
        customerId: String(row?.['customer_id']),
        setAsideOn: day.to,
        accruedTo: day.from,
        problem: problem.slice(0, 500),
        createdAt: databaseNow,
      },
      'position_id',
    )
  })
}

const matureOne = async (deps: WalkDeps, day: BookDay, positionId: string): Promise<void> => {
  try {
    await maturePosition(deps.database, positionId, day.to)
  } catch (error) {
    await setMaturityAside(deps, day, positionId, error)
  }
}

const matureAll = async (deps: WalkDeps, day: BookDay, ids: readonly string[]): Promise<void> => {
  const waiting = [...ids]
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await matureOne(deps, day, id)
  }
  await Promise.all(Array.from({ length: atOnceMax }, worker))
}

/** Those that an earlier night set aside, tried again. */
const matureMended = async (deps: WalkDeps, day: BookDay): Promise<void> => {
  const aside = await deps.database.read.all(
    `SELECT position_id FROM day_exceptions WHERE book = ? AND step = 'MATURITY'`,
    [day.book],
  )
  for (const row of aside) {
    const id = String(row['position_id'])
    try {
      await maturePosition(deps.database, id, day.to)
      await deps.database.inTransaction((tx) =>
        tx.run(`DELETE FROM day_exceptions WHERE position_id = ? AND step = 'MATURITY'`, [id]),
      )
    } catch (error) {
      deps.log.error({ err: error, position: id, day: day.to }, 'a position is still set aside')
    }
  }
}

/** All due maturities, a bounded batch at a time; false when the tick's time was up before the end. */
const matureDue = async (deps: WalkDeps, day: BookDay, signal: AbortSignal): Promise<boolean> => {
  await matureMended(deps, day)
  for (let after = ''; ;) {
    const ids = await duePositions(deps, day, after)
    await matureAll(deps, day, ids)
    if (ids.length < dueBatchMax) return true
    if (signal.aborted) return false
    after = ids.at(-1)!
  }
}

/**
 * One day: its maturities, then its interest and the clock's new date. Each step is idempotent, so a day that was cut off
 * anywhere is begun again and ends the same. True when the day is complete.
 */
const walkDay = async (deps: WalkDeps, walk: Walk, day: BookDay, signal: AbortSignal): Promise<boolean> => {
  const isTest = walk.book !== systemClockId
  const unsettled = isTest ? await settleBook(deps.orders, walk.book, walk.clock.queuedAt ?? 0, signal) : []
  if (!(await matureDue(deps, day, signal))) return false
  const { now } = deps.jobCall()
  const remarks = unsettled.map((id) => `payment order ${id} has not answered`)
  const done = await deps.database.inTransaction((tx) => completeDay(tx, now, walk, day, remarks))
  if (done.setAside.length > 0) {
    deps.log.error({ positions: done.setAside, day: day.to }, 'positions are set aside by the night')
  }
  return true
}

const walkOn = async (deps: WalkDeps, walk: Walk, signal: AbortSignal): Promise<void> => {
  let { nowOn } = walk.clock
  while (nowOn < walk.to && !signal.aborted) {
    const day = { book: walk.book, from: nowOn, to: addDays(nowOn, 1) }
    if (!(await walkDay(deps, walk, day, signal))) return
    nowOn = day.to
  }
}

const walkClaimed = async (deps: WalkDeps, walk: Walk, signal: AbortSignal): Promise<void> => {
  const heart = beat(deps, walk)
  try {
    await walkOn(deps, walk, signal)
    await release(deps, walk, null)
  } catch (error) {
    if (error instanceof LeaseLost) {
      deps.log.warn({ book: walk.book }, 'a walk went on in another worker')
      return
    }
    const problem = error instanceof Error ? error.message : String(error)
    deps.log.error({ err: error, book: walk.book }, 'a walk stands before a record that it cannot process')
    await release(deps, walk, problem.slice(0, 500))
  } finally {
    clearInterval(heart)
  }
}

/** Walks test clocks that were asked to, one after the other, for as long as the tick has time (DESIGN 8). */
export const walkTestClocks = async (deps: WalkDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const walk = await deps.database.inTransaction(async (tx) => {
      const clock = await waitingTestClock(tx)
      return clock && takeLease(tx, clock, clock.advancingTo!)
    })
    if (!walk) return
    await walkClaimed(deps, walk, signal)
  }
}

/**
 * The night of the real world: the system clock walks to today's date, a missed night day by day. It refuses nobody and
 * changes no figure that a customer sees, since what a date implies is derived from the date.
 */
export const walkNight = async (deps: WalkDeps, signal: AbortSignal): Promise<void> => {
  const { today } = deps.jobCall()
  const walk = await deps.database.inTransaction(async (tx) => {
    const clock = await waitingSystemClock(tx, today)
    return clock && takeLease(tx, clock, today)
  })
  if (walk) await walkClaimed(deps, walk, signal)
}
