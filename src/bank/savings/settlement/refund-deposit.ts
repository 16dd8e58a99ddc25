import type { HeldOrder, OrderFailure } from '../../payments/drive/order-outcomes.js'
import type { Tx } from '../../../platform/database/database.js'
import type { PaymentOrder } from '../../payments/payment.entity.js'
import { payOutVerdict } from '../../failure-reasons/provider-reasons.rules.js'
import { isInDoubt, openReview } from '../../payments/review.js'
import type { Call } from '../../../kernel/call.js'
import { closeIfSettled } from '../closing/close-account.js'
import { postPaid, postPaidOutOfBand } from './order-journals.js'
import { retryTransfer, writeTransfers, type ReleaseDeps } from '../payouts/release-payout.js'
import { isDecided, transferVerdict, type TransferVerdict } from '../rules/transfer.rules.js'

/**
 * Sends money that waits in suspense back to its customer, at the number that they have now, in parts where the provider wants it
 * so: the one that it came from may be somebody else's by then.
 */
export const placeRefund = (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  { facts: { customer, today }, order: taken }: HeldOrder,
): Promise<void> => {
  const carried = { ...taken, payoutId: null, refundOf: taken.id }
  return writeTransfers(tx, call, deps, { carried: [carried], msisdn: customer.msisdn, on: today })
}

/**
 * A refund has reached the customer: what waited in suspense is money that left. It may have been the last thing that
 * held its account open. Runs in the transaction that ends the order, under the customer's lock.
 */
export const settleRefund = async (tx: Tx, call: Call, { facts, order }: HeldOrder): Promise<void> => {
  await postPaid(tx, call.now, order, { on: facts.today, kind: 'REFUND', waited: { account: 'suspense' } })
  await closeIfSettled(tx, call, facts, order.accountId)
}

/** As `settleRefund`, of one that was refused for good and reached the customer another way, of another's money. */
export const payRefundOutOfBand = async (tx: Tx, call: Call, { facts, order }: HeldOrder): Promise<void> => {
  await postPaidOutOfBand(tx, call.now, order, { on: facts.today, waited: { account: 'suspense' } })
  await closeIfSettled(tx, call, facts, order.accountId)
}

const verdictFor = async (tx: Tx, order: PaymentOrder, reason: string): Promise<TransferVerdict> =>
  transferVerdict({
    verdict: payOutVerdict(reason),
    attempt: order.attempt ?? 1,
    alone: true,
    closing: true,
    inDoubt: await isInDoubt(tx, order, 'OTHERS'),
  })

/** Whether a refund that failed for this reason is tried again, and not left to people. */
export const isRefundJudgedBy = async (tx: Tx, order: PaymentOrder, reason: string): Promise<boolean> =>
  isDecided(await verdictFor(tx, order, reason))

/**
 * A refund has failed for good. There is no position to give it back to: it is tried again for the reasons that allow it,
 * else it stays in suspense and people decide; its account stays CLOSING.
 */
export const failRefund = async (
  tx: Tx,
  call: Call,
  { facts, order }: HeldOrder,
  { reason, timing: { scale } }: OrderFailure,
): Promise<void> => {
  const verdict = await verdictFor(tx, order, reason)
  if (verdict.effect === 'RETRY')
    return retryTransfer(tx, call, order, { inMs: verdict.inMs / scale, on: facts.today })
  return openReview(tx, call, order, { kind: 'PAYOUT_FAILED', detail: reason })
}

/** Offers a refund that failed for good once more, under a new reference, at once. */
export const sendRefundAgain = (tx: Tx, call: Call, { facts: { today }, order }: HeldOrder): Promise<void> =>
  retryTransfer(tx, call, order, { inMs: 0, on: today })
