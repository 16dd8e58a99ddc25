import { columns, flag } from '../../platform/database/read-row.js'
import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database/database.js'
import { databaseNow, insert, selectOne, update } from '../../platform/database/rows.js'
import type { BookDay } from '../savings/accrual/accrue-day.js'
import { someDue } from '../savings/records/due-rows.js'
import { duePositions } from '../savings/accrual/mature-position.js'
import { ClaimLost } from '../../platform/queue/queue.js'
import { assert } from '../../kernel/assert.js'
import type { Call } from '../../kernel/call.js'
import { accruePart, exceptionsOf, markPoint, nextPart, type DayPart } from './accrue-part.js'
import { noDayInProgress, Clock, systemClockId } from '../business-clock/clock.entity.js'
import { writeAllConflictRows } from '../business-clock/clocks.repository.js'
import { factsOf } from './day-facts.js'
import { WalkDay, type DayException } from './walk.entity.js'

/** A worker's claim on a clock. Every commit of the worker is guarded by the fence. */
export interface Lease {
  readonly book: string
  readonly fence: number
}

/**
 * The number of positions that are accrued under one lock of the clock. Withdrawals and settlements wait for that lock; this
 * number keeps the wait to a fraction of a second, whatever the size of the book.
 */
export const partSizeMax = 20_000

const notAsideAtMaturity = `NOT EXISTS (SELECT 1 FROM day_exceptions
  WHERE day_exceptions.position_id = positions.id AND day_exceptions.step = 'MATURITY')`

/** What has to be known of the book before a part of a day is posted; read under the clock's lock. */
interface PartFacts {
  readonly aside: readonly DayException[]
  /**
   * Something still has to mature on this day: a late settlement may have opened a position with this maturity date after the
   * others had matured. Only checked by the last part.
   */
  readonly isMaturing: boolean
}

const flagsOf = columns({ hasAside: flag, isMaturing: flag })

const partFactsOf = async (tx: Tx, day: BookDay, isLast: boolean): Promise<PartFacts> => {
  const due = duePositions(day)
  const maturing = someDue(isLast ? [{ ...due, from: `${due.from} AND ${notAsideAtMaturity}` }] : [])
  const [row] = await tx.all(
    `SELECT ${maturing.sql} AS is_maturing,
       EXISTS (SELECT 1 FROM day_exceptions WHERE day_exceptions.book = ?) AS has_aside`,
    [...maturing.parameters, day.book],
  )
  const { hasAside, isMaturing } = flagsOf(row!)
  return { aside: hasAside ? await exceptionsOf(tx, day.book) : [], isMaturing }
}

/**
 * Locks the clock exclusively, so that settlements of its book wait. Where the database has several nodes, the conflict rows make a
 * settlement on another node a conflict. The caller must also write the clock row, even if only the heartbeat, so that a lease taken
 * on another node meanwhile is one too (docs/decisions/0019).
 * Throws: ClaimLost.
 */
export const lockDay = async (tx: Tx, { book, fence }: Lease, day: BookDay): Promise<Clock> => {
  const clock = await selectOne(tx, Clock, `WHERE id = ? AND fence = ? ${tx.dialect.forUpdate}`, [
    book,
    fence,
  ])
  if (!clock || clock.nowOn !== day.from) throw new ClaimLost(book)
  assert(clock.accruingTo === null || clock.accruingTo === day.to, `${book} accrues another day`)
  await writeAllConflictRows(tx, book)
  return clock
}

/** Ends a walk; from then on its customers may act again. Throws: ClaimLost. */
export const endWalk = async (tx: Tx, { book, fence }: Lease): Promise<void> => {
  const ended = await update(tx, Clock, { advancingTo: null, queuedAt: null }, 'id = ? AND fence = ?', [
    book,
    fence,
  ])
  if (ended === 0) throw new ClaimLost(book)
}

/** A position that is set aside, for the log of the day. */
export type SetAsidePosition = Pick<DayException, 'positionId' | 'step' | 'problem'>

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
 * `MORE`: a part of the day's interest is posted, and another part is due. `MATURING`: nothing was done, since
 * something still has to mature. Otherwise the day is complete, with what is set aside.
 */
export type DayEnd = 'MORE' | 'MATURING' | readonly SetAsidePosition[]

interface EndingDay {
  readonly day: BookDay
  /**
   * Found before the clock is locked. It stays valid: only the holder of the lease moves the beginning of the next part, and a
   * part may end at any point, however many positions were opened or withdrawn meanwhile.
   */
  readonly part: DayPart
  /** Remarks for the log of the day, in addition to its figures. */
  readonly remarks: readonly string[]
}

/**
 * The end of a day, in one transaction per part of the book: the interest of the part, and how far the day has come.
 * The last part also writes the row of the log and the clock's new date. Guarded by the fence, under the clock's lock,
 * so that a second run resumes after the last posted part, or finds that the clock has moved. Throws: ClaimLost,
 * InvalidRecord (test clocks).
 */
export const completeDay = async (
  tx: Tx,
  call: Pick<Call, 'now' | 'today'>,
  lease: Lease,
  { day, part, remarks }: EndingDay,
): Promise<DayEnd> => {
  assert(day.book !== systemClockId || day.to <= call.today, `the real world is not yet at ${day.to}`)
  const clock = await lockDay(tx, lease, day)
  if (nextPart(clock).number !== part.number) throw new ClaimLost(lease.book)
  const facts = await partFactsOf(tx, day, part.until === null)
  if (facts.isMaturing) return 'MATURING'
  const aside = await accruePart(tx, call.now, day, { part, aside: facts.aside })
  if (part.until !== null) {
    await markPoint(tx, day, part, part.until)
    return 'MORE'
  }
  const setAsideRemarks = aside.map(
    ({ positionId, problem }) => `position ${positionId} is set aside: ${problem}`,
  )
  await writeLog(tx, day, [...remarks, ...setAsideRemarks])
  await update(
    tx,
    Clock,
    { nowOn: day.to, ...noDayInProgress, heartbeatAt: databaseNow, walkError: null },
    'id = ?',
    [lease.book],
  )
  return aside
}
