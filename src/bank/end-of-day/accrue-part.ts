import { databaseNow, insert, selectAll, update } from '../../platform/database/rows.js'
import type { Tx } from '../../platform/database/database.js'
import {
  accrualsOf,
  postAccruals,
  invalidPositions,
  type AccrualPart,
  type AccrualPoint,
  type BookDay,
} from '../savings/accrual/accrue-day.js'
import type { Instant } from '../../kernel/clock.js'
import { Clock, systemClockId } from '../business-clock/clock.entity.js'
import { DayException } from './walk.entity.js'

/**
 * An invalid record. On a test clock it stops the walk, which reports its id; it is never skipped
 * (docs/design/clocks-and-nights.md#set-aside).
 */
export class InvalidRecord extends Error {
  override readonly name = 'InvalidRecord'

  constructor(readonly positionIds: readonly string[]) {
    super(`interest cannot be computed for ${positionIds.join(', ')}`)
  }
}

/** The positions of a book that are set aside, by position and step. */
export const exceptionsOf = (tx: Tx, book: string): Promise<DayException[]> =>
  selectAll(tx, DayException, 'WHERE book = ? ORDER BY position_id, step', [book])

/** In the night an invalid record is set aside and logged; on a test clock it stops the walk. */
const quarantine = async (tx: Tx, day: BookDay, part: AccrualPart): Promise<void> => {
  const positions = await invalidPositions(tx, day, part)
  if (day.book !== systemClockId) throw new InvalidRecord(positions.map(({ positionId }) => positionId))
  for (const position of positions) {
    await insert(tx, DayException, {
      ...position,
      step: 'ACCRUAL',
      book: day.book,
      setAsideOn: day.to,
      accruedTo: day.from,
      problem: 'interest cannot be computed',
      createdAt: databaseNow,
    })
  }
}

/** Where the next part of a clock's day begins; null when nothing of the day is posted. */
const pointOf = ({ nextMaturityOn, nextPositionId }: Clock): AccrualPoint | null =>
  nextMaturityOn === null || nextPositionId === null
    ? null
    : { maturityOn: nextMaturityOn, positionId: nextPositionId }

/** A part of a day's interest with its number, from 1. */
export interface DayPart extends AccrualPart {
  readonly number: number
}

/** The beginning and the number of the next part of a clock's day. */
export const nextPart = (clock: Clock): Pick<DayPart, 'from' | 'number'> => ({
  from: pointOf(clock),
  number: clock.accruedParts + 1,
})

/** The first part of a day. */
export const firstPart: Pick<DayPart, 'from' | 'number'> = { from: null, number: 1 }

/**
 * Posts the interest of the day for the positions of one part, except those that are set aside. Runs under the clock's
 * lock. Returns all positions of the book that are set aside afterwards. Throws: InvalidRecord (test clocks).
 */
export const accruePart = async (
  tx: Tx,
  now: Instant,
  day: BookDay,
  { part, aside }: { readonly part: DayPart; readonly aside: readonly DayException[] },
): Promise<readonly DayException[]> => {
  const which = aside.some(({ step }) => step === 'ACCRUAL') ? 'NOT_ASIDE' : 'ALL'
  const all = await accrualsOf(tx, day, part, which)
  if (all.invalidRows === 0) {
    await postAccruals(tx, now, day, { part: part.number, accruals: all.accruals })
    return aside
  }
  await quarantine(tx, day, part)
  const { accruals } = await accrualsOf(tx, day, part, 'NOT_ASIDE')
  await postAccruals(tx, now, day, { part: part.number, accruals })
  return exceptionsOf(tx, day.book)
}

/** Records, in the transaction of the part, where the next part begins. */
export const markPoint = (
  tx: Tx,
  { book, to }: BookDay,
  { number }: DayPart,
  point: AccrualPoint,
): Promise<number> =>
  update(
    tx,
    Clock,
    {
      accruingTo: to,
      nextMaturityOn: point.maturityOn,
      nextPositionId: point.positionId,
      accruedParts: number,
      heartbeatAt: databaseNow,
    },
    'id = ?',
    [book],
  )
