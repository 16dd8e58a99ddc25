import type { LockedOrder, OrderFailure } from '../../payments/drive/order-outcomes.js'
import type { Tx } from '../../../platform/database/database.js'
import type { PaymentOrder } from '../../payments/payment.entity.js'
import { payOutVerdict } from '../../failure-reasons/provider-reasons.rules.js'
import { isInDoubt, openReview } from '../../payments/review.js'
import type { Call } from '../../../kernel/call.js'
import { closeIfSettled } from '../closing/close-account.js'
import { postPaid, postPaidOutOfBand } from './order-journals.js'
import { retryTransfer, writeTransfers, type ReleaseDeps } from '../payouts/release-payout.js'
import { isAutomatic, transferVerdict, type TransferVerdict } from '../rules/transfer.rules.js'

/**
 * Refunds money from suspense to the present number of its customer, since the number that paid may belong to somebody else by
 * then. The money is sent in parts where the provider limits an amount.
 */
export const placeRefund = (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  { facts: { customer, today }, order: collection }: LockedOrder,
): Promise<void> => {
  const purpose = { ...collection, payoutId: null, refundOf: collection.id }
  return writeTransfers(tx, call, deps, { purposes: [purpose], msisdn: customer.msisdn, on: today })
}

/**
 * Books that a refund has arrived: its money leaves suspense and our wallet. Then closes the account, if the refund was the
 * last thing that it waited for. Runs in the transaction that ends the order, under the customer's lock.
 */
export const settleRefund = async (tx: Tx, call: Call, { facts, order }: LockedOrder): Promise<void> => {
  await postPaid(tx, call.now, order, { on: facts.today, kind: 'REFUND', reserve: { account: 'suspense' } })
  await closeIfSettled(tx, call, facts, order.accountId)
}

/** As `settleRefund`, after the transfer has FAILED and the customer got the money out of band, from other funds. */
export const payRefundOutOfBand = async (
  tx: Tx,
  call: Call,
  { facts, order }: LockedOrder,
): Promise<void> => {
  await postPaidOutOfBand(tx, call.now, order, { on: facts.today, reserve: { account: 'suspense' } })
  await closeIfSettled(tx, call, facts, order.accountId)
}

const verdictFor = async (tx: Tx, order: PaymentOrder, reason: string): Promise<TransferVerdict> =>
  transferVerdict({
    verdict: payOutVerdict(reason),
    attempt: order.attempt ?? 1,
    othersAllowGiveBack: true,
    isClosing: true,
    isAnotherInDoubt: await isInDoubt(tx, order, 'OTHERS'),
  })

/** Whether a refund that failed for this reason is retried automatically, without a review case. */
export const isRefundAutomatic = async (tx: Tx, order: PaymentOrder, reason: string): Promise<boolean> =>
  isAutomatic(await verdictFor(tx, order, reason))

/**
 * Handles a refund whose order has ended as FAILED. There is no position to give the money back to. So it is retried if its
 * reason allows that; otherwise the money stays in suspense with a review case, and the account stays CLOSING.
 */
export const failRefund = async (
  tx: Tx,
  call: Call,
  { facts, order }: LockedOrder,
  { reason, timing: { scale } }: OrderFailure,
): Promise<void> => {
  const verdict = await verdictFor(tx, order, reason)
  if (verdict.effect === 'RETRY')
    return retryTransfer(tx, call, order, { inMs: verdict.inMs / scale, on: facts.today })
  return openReview(tx, call, order, { kind: 'PAYOUT_FAILED', detail: reason })
}

/** Retries a refund whose order has ended as FAILED, under a new reference, at once. */
export const sendRefundAgain = (
  tx: Tx,
  call: Call,
  { facts: { today }, order }: LockedOrder,
): Promise<void> => retryTransfer(tx, call, order, { inMs: 0, on: today })
