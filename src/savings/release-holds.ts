import { lockCustomerById } from '../customers/customers.repository.js'
import type { Database } from '../database/database.js'
import { selectOne } from '../database/rows.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import type { BookDay } from './accrue-day.js'
import type { DueRows } from './due-rows.js'
import { Payout } from './payout.entity.js'
import { releasePayout, type ReleaseDeps } from './release-payout.js'

/** Payouts of a book whose hold is over by a day. */
export const heldPayouts = ({ book, to }: BookDay): DueRows => ({
  id: 'payouts.id',
  from: `payouts WHERE payouts.book = ? AND payouts.status = 'ON_HOLD' AND payouts.hold_until <= ?`,
  parameters: [book, to],
})

/** Sends one payout whose hold is over; one that was released already stays as it is. */
export const releaseHeld = (
  database: Database,
  deps: ReleaseDeps,
  call: Call,
  payoutId: string,
  day: LocalDate,
): Promise<void> =>
  database.inTransaction(async (tx) => {
    const seen = await selectOne(tx, Payout, 'WHERE id = ?', [payoutId])
    const facts = seen && (await lockCustomerById(tx, call, seen.customerId))
    const payout = await selectOne(tx, Payout, 'WHERE id = ?', [payoutId])
    if (!facts || !payout || payout.holdUntil === null || payout.holdUntil > day) return
    await releasePayout(tx, call, deps, payout, facts.customer.msisdn, day)
  })
