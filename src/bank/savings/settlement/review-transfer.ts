import { amount, only } from '../../../platform/database/read-row.js'
import type { LockedOrder } from '../../payments/drive/order-outcomes.js'
import type { Tx } from '../../../platform/database/database.js'
import type { PaymentOrder } from '../../payments/payment.entity.js'
import type { FailedState } from '../../payments/review.rules.js'
import type { Call } from '../../../kernel/call.js'
import { failedStateOf } from './attempts.js'
import { retryTransfer } from '../payouts/release-payout.js'
import { payoutOf, updatePayoutReview } from './settle-transfer.js'

/** Updates the payout of an order that was put under review, or taken out of it. */
export const reviewTransfer = async (tx: Tx, call: Call, order: PaymentOrder): Promise<void> => {
  if (order.payoutId === null) return
  await updatePayoutReview(tx, call, await payoutOf(tx, order))
}

/** As `failedStateOf`, for a part of a payout; `DECIDED` if less than the amount of the part is still reserved for the payout. */
export const failedStateOfTransfer = async (tx: Tx, order: PaymentOrder): Promise<FailedState> => {
  const [row] = await tx.all(
    `SELECT -SUM(amount) AS reserved FROM ledger_totals
     WHERE book = ? AND account = 'payout_reserved' AND dimension = ?`,
    [order.book, order.payoutId],
  )
  return only(row, amount) >= order.amount ? failedStateOf(tx, order) : 'DECIDED'
}

/** Retries a part whose order has ended as FAILED, under a new reference, at once. */
export const sendTransferAgain = async (tx: Tx, call: Call, { facts, order }: LockedOrder): Promise<void> => {
  const payout = await payoutOf(tx, order)
  await retryTransfer(tx, call, order, { inMs: 0, on: facts.today })
  await updatePayoutReview(tx, call, payout)
}
