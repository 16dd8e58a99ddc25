import { databaseNow, insert, selectAll, update } from '../database/rows.js'
import type { Tx } from '../database/database.js'
import { postJournal } from '../ledger/post-journal.js'
import {
  accrualsOf,
  missedBy,
  postAccruals,
  unreadablePositions,
  type AccrualPart,
  type AccrualPlace,
  type BookDay,
} from '../savings/accrue-day.js'
import type { Instant } from '../shared/clock.js'
import { Clock, systemClockId } from './clock.entity.js'
import { DayException } from './walk.entity.js'

/** A record that makes no sense. On a test clock it stops the walk and is named; it is never skipped (DESIGN 8). */
export class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord'

  constructor(readonly positionIds: readonly string[]) {
    super(`interest cannot be computed for ${positionIds.join(', ')}`)
  }
}

/** What of a book is set aside, in the order of its names. */
export const exceptionsOf = (tx: Tx, book: string): Promise<DayException[]> =>
  selectAll(tx, DayException, 'WHERE book = ? ORDER BY position_id, step', [book])

/** Posts what a mended record has missed since it was set aside; left aside while it still makes no sense. */
const readmit = async (
  tx: Tx,
  now: Instant,
  { book, from }: BookDay,
  exception: DayException,
): Promise<void> => {
  const missed = await missedBy(tx, exception.positionId, { from: exception.accruedTo, to: from })
  if (missed === undefined) return
  await tx.run(`DELETE FROM day_exceptions WHERE position_id = ? AND step = 'ACCRUAL'`, [
    exception.positionId,
  ])
  if (missed.amount !== 0n) {
    await postJournal(tx, now, {
      book,
      reference: `CATCH_UP:${exception.positionId}:${from}`,
      customerId: exception.customerId,
      businessOn: from,
      currency: missed.currency,
      lines: [
        { account: 'interest_expense', amount: missed.amount },
        { account: 'interest_payable', dimension: missed.productCode, amount: -missed.amount },
      ],
    })
  }
}

/** In the night a bad record is set aside and named; on a test clock it stops the walk. */
const setAside = async (tx: Tx, day: BookDay, part: AccrualPart): Promise<void> => {
  const positions = await unreadablePositions(tx, day, part)
  if (day.book !== systemClockId) throw new UnreadableRecord(positions.map(({ positionId }) => positionId))
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

const asideIn = async (tx: Tx, { book }: BookDay): Promise<DayException[]> =>
  (await exceptionsOf(tx, book)).filter(({ step }) => step === 'ACCRUAL')

/** The place that a clock's day has come to; null when nothing of it is posted. */
export const placeOf = ({ accruedMaturityOn, accruedPositionId }: Clock): AccrualPlace | null =>
  accruedMaturityOn === null || accruedPositionId === null
    ? null
    : { maturityOn: accruedMaturityOn, positionId: accruedPositionId }

/**
 * Posts the interest of the day for the positions from the clock's place up to another, or to the end: of all but those that
 * are set aside. Mended ones catch up before the first part, so that they take part in the day again. Runs under
 * the clock's lock. Throws: UnreadableRecord (test clocks).
 */
export const accruePart = async (
  tx: Tx,
  now: Instant,
  clock: Clock,
  day: BookDay,
  until: AccrualPlace | null,
): Promise<void> => {
  const part = { from: placeOf(clock), until }
  if (part.from === null) for (const mended of await asideIn(tx, day)) await readmit(tx, now, day, mended)
  const stillAside = await asideIn(tx, day)
  const all = await accrualsOf(tx, day, part, stillAside.length === 0 ? 'ALL' : 'NOT_ASIDE')
  if (all.unreadable > 0) await setAside(tx, day, part)
  const { accruals } = all.unreadable > 0 ? await accrualsOf(tx, day, part, 'NOT_ASIDE') : all
  await postAccruals(tx, now, day, clock.accruedParts + 1, accruals)
}

/** Remembers, in the part's own transaction, how far the day has come. */
export const markPlace = (tx: Tx, clock: Clock, day: BookDay, place: AccrualPlace): Promise<number> =>
  update(
    tx,
    Clock,
    {
      accruingTo: day.to,
      accruedMaturityOn: place.maturityOn,
      accruedPositionId: place.positionId,
      accruedParts: clock.accruedParts + 1,
      heartbeatAt: databaseNow,
    },
    'id = ?',
    [clock.id],
  )
