import { createHash } from 'node:crypto'
import type { Tx } from '../database/database.js'
import { databaseNow, insert, selectOne, update } from '../database/rows.js'
import { placeAfter, type BookDay } from '../savings/accrue-day.js'
import { assert } from '../shared/assert.js'
import type { Call } from '../shared/call.js'
import { accruePart, exceptionsOf, markPlace, placeOf } from './accrue-part.js'
import { between, Clock, systemClockId } from './clock.entity.js'
import { factsOf } from './day-facts.js'
import { WalkDay, type DayException } from './walk.entity.js'

/** A worker's claim on a clock. Whatever it commits is guarded by the fence. */
export interface Lease {
  readonly book: string
  readonly fence: number
}

/** The lease is another's now: nothing of this worker's day may be committed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * So many positions are accrued under one lock of the clock, on which whoever leaves or settles waits: a fraction of a
 * second, whatever the size of the book.
 */
export const partSizeMax = 20_000

/**
 * Whether something of this day has still to mature: a late settlement may have opened a position, after the others had
 * matured, whose date is this very day.
 */
const isMaturing = async (tx: Tx, { book, to }: BookDay): Promise<boolean> => {
  const rows = await tx.all(
    `SELECT positions.id FROM positions
     WHERE positions.book = ? AND positions.status = 'OPEN' AND positions.maturity_on = ?
       AND NOT EXISTS (SELECT 1 FROM maturities WHERE maturities.position_id = positions.id)
       AND NOT EXISTS (SELECT 1 FROM day_exceptions
         WHERE day_exceptions.position_id = positions.id AND day_exceptions.step = 'MATURITY')
     LIMIT 1`,
    [book, to],
  )
  return rows.length > 0
}

/** Holds the clock alone: settlements of its book wait, and find the part before or after. */
const holdAlone = async (tx: Tx, { book, fence }: Lease): Promise<Clock> => {
  const clock = await selectOne(tx, Clock, `WHERE id = ? AND fence = ? ${tx.dialect.forUpdate}`, [
    book,
    fence,
  ])
  if (!clock) throw new LeaseLost(book)
  return clock
}

/** Ends a walk: its clock stands, and its customers may act again. Throws: LeaseLost. */
export const arrive = async (tx: Tx, { book, fence }: Lease): Promise<void> => {
  const ended = await update(tx, Clock, { advancingTo: null, queuedAt: null }, 'id = ? AND fence = ?', [
    book,
    fence,
  ])
  if (ended === 0) throw new LeaseLost(book)
}

/** What is set aside, for the log of the day. */
export type SetAside = Pick<DayException, 'positionId' | 'step' | 'problem'>

const writeLog = async (tx: Tx, day: BookDay, remarks: readonly string[]): Promise<void> => {
  const facts = JSON.stringify(await factsOf(tx, day))
  await insert(tx, WalkDay, {
    book: day.book,
    day: day.to,
    facts,
    digest: createHash('sha256').update(facts).digest('hex'),
    remarks: remarks.length > 0 ? JSON.stringify(remarks) : null,
    completedAt: databaseNow,
  })
}

/**
 * `MORE`: a part of the day's interest is posted, and the next one may be. `MATURING`: nothing was done, since something
 * has still to mature. Else the day is complete, with what is set aside.
 */
export type DayEnd = 'MORE' | 'MATURING' | readonly SetAside[]

/**
 * The end of a day, in one transaction for each part of the book: the interest of the part, and how far the day has come. The
 * last part writes the row of the log and the clock's new date with it. Guarded by the fence, under the clock's lock, so that
 * a second run goes on behind the last part that was posted, or finds the clock moved.
 * Throws: LeaseLost, UnreadableRecord (test clocks).
 */
export const completeDay = async (
  tx: Tx,
  call: Pick<Call, 'now' | 'today'>,
  lease: Lease,
  day: BookDay,
  remarks: readonly string[],
  partSize: number = partSizeMax,
): Promise<DayEnd> => {
  assert(day.book !== systemClockId || day.to <= call.today, `the real world is not yet at ${day.to}`)
  // Looked for before anybody has to wait: only who has the lease moves the place, and a part may end anywhere.
  const seen = await selectOne(tx, Clock, 'WHERE id = ?', [lease.book])
  const next = await placeAfter(tx, day, seen ? placeOf(seen) : null, partSize)
  const clock = await holdAlone(tx, lease)
  if (clock.nowOn !== day.from || clock.accruedParts !== seen?.accruedParts) throw new LeaseLost(lease.book)
  assert(clock.accruingTo === null || clock.accruingTo === day.to, `${lease.book} accrues another day`)
  if (next === null && (await isMaturing(tx, day))) return 'MATURING'
  await accruePart(tx, call.now, clock, day, next)
  if (next !== null) {
    await markPlace(tx, clock, day, next)
    return 'MORE'
  }
  const aside = await exceptionsOf(tx, day.book)
  const named = aside.map(({ positionId, problem }) => `position ${positionId} is set aside: ${problem}`)
  await writeLog(tx, day, [...remarks, ...named])
  await update(
    tx,
    Clock,
    { nowOn: day.to, ...between, heartbeatAt: databaseNow, walkError: null },
    'id = ?',
    [lease.book],
  )
  return aside
}
