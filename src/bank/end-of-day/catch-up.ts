import type { Database, Tx } from '../../platform/database/database.js'
import { databaseNow, update } from '../../platform/database/rows.js'
import { postJournal } from '../ledger/post-journal.js'
import { missedInterest, type BookDay } from '../savings/accrual/accrue-day.js'
import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { exceptionsOf, nextPart } from './accrue-part.js'
import { Clock } from '../business-clock/clock.entity.js'
import { lockDay, type Lease } from './day.js'
import type { DayException } from './walk.entity.js'

interface Deps {
  readonly database: Database
  readonly jobCall: () => Call
}

/** Posts the interest that a corrected record has missed since it was set aside; if it is still invalid, it stays set aside. */
const catchUp = async (
  tx: Tx,
  now: Instant,
  { book, from }: BookDay,
  { positionId, customerId, accruedTo }: DayException,
): Promise<void> => {
  const missed = await missedInterest(tx, positionId, { from: accruedTo, to: from })
  if (missed === undefined) return
  await tx.run(`DELETE FROM day_exceptions WHERE position_id = ? AND step = 'ACCRUAL'`, [positionId])
  if (missed.amount === 0n) return
  await postJournal(tx, now, {
    book,
    reference: `CATCH_UP:${positionId}:${from}`,
    customerId,
    businessOn: from,
    valueOn: accruedTo,
    currency: missed.currency,
    lines: [
      { account: 'interest_expense', amount: missed.amount },
      { account: 'interest_payable', dimension: missed.productCode, amount: -missed.amount },
    ],
  })
}

/**
 * Posts the missed interest, up to the day before, of positions whose interest could not be computed and now can. They then
 * take part in this day like any other, and are paid out on it if due. Runs only before the first part of the day's interest:
 * after it the books already have the interest of the day for some positions. Throws: ClaimLost.
 */
export const catchUpCorrected = async (
  { database, jobCall }: Deps,
  lease: Lease,
  day: BookDay,
): Promise<void> => {
  const [aside] = await database.read.all(
    `SELECT position_id FROM day_exceptions WHERE book = ? AND step = 'ACCRUAL' LIMIT 1`,
    [day.book],
  )
  if (!aside) return
  const { now } = jobCall()
  await database.inTransaction(async (tx) => {
    const clock = await lockDay(tx, lease, day)
    if (nextPart(clock).number > 1) return
    await update(tx, Clock, { heartbeatAt: databaseNow }, 'id = ?', [lease.book])
    for (const exception of await exceptionsOf(tx, day.book)) {
      if (exception.step === 'ACCRUAL') await catchUp(tx, now, day, exception)
    }
  })
}
