import type { CustomerFacts } from '../../customers/customers.repository.js'
import type { Tx } from '../../../platform/database/database.js'
import { selectOne } from '../../../platform/database/rows.js'
import type { PaymentOrder } from '../../payments/payment.entity.js'
import type { LockedOrder, OrderFailure } from '../../payments/drive/order-outcomes.js'
import { isUnsent } from '../../payments/orders.repository.js'
import { payOutVerdict } from '../../failure-reasons/provider-reasons.rules.js'
import { isInDoubt, openReview, resolveReviewsOf } from '../../payments/review.js'
import { assert } from '../../../kernel/assert.js'
import type { Call } from '../../../kernel/call.js'
import { cancelTransfer, hasArrived, currentParts } from './attempts.js'
import { closeIfSettled } from '../closing/close-account.js'
import { changePayout, giveBack } from '../payouts/give-back.js'
import { movePosition } from '../payouts/move-to.js'
import { postPaid, postPaidOutOfBand } from './order-journals.js'
import { Payout } from '../records/payout.entity.js'
import { retryTransfer } from '../payouts/release-payout.js'
import { isAutomatic, transferVerdict, type TransferVerdict } from '../rules/transfer.rules.js'

export const payoutOf = async (tx: Tx, order: PaymentOrder): Promise<Payout> => {
  const payout = await selectOne(tx, Payout, 'WHERE id = ?', [order.payoutId])
  assert(payout, `order ${order.id} belongs to no payout`)
  return payout
}

/** Whether people have to decide: there was no answer, or the order has FAILED without an automatic consequence. */
const isOpenQuestion = ({ status, paidOutOfBandOn }: PaymentOrder): boolean =>
  status === 'UNDER_REVIEW' || (status === 'FAILED' && paidOutOfBandOn === null)

/** Called when the payout is paid or given back: closes the PAYOUT_FAILED cases of its parts. */
const closeFailedCases = (tx: Tx, call: Call, parts: readonly PaymentOrder[]): Promise<void> =>
  resolveReviewsOf(
    tx,
    call,
    parts.map(({ id }) => id),
    ['PAYOUT_FAILED'],
  )

/** Puts a payout under review while people have to decide about one of its parts, and takes it out afterwards. */
export const updatePayoutReview = async (tx: Tx, call: Call, payout: Payout): Promise<void> => {
  if (payout.openKey === null) return
  const isOpen = (await currentParts(tx, payout.id)).some(isOpenQuestion)
  const from = isOpen ? ['PROCESSING'] : ['UNDER_REVIEW', 'FAILED']
  if (!from.includes(payout.status)) return
  await changePayout(tx, call, payout, { status: isOpen ? 'UNDER_REVIEW' : 'PROCESSING', failureCode: null })
}

const reserveOf = ({ id }: Payout) => ({ account: 'payout_reserved', dimension: id }) as const

/**
 * Books that a part of a payout has reached the customer. With the last part the payout is PAID and the position CLOSED; the last
 * payout of a closing account also closes the account. Runs in the transaction that ends the order, under the customer's lock.
 */
export const settleTransfer = async (tx: Tx, call: Call, { facts, order }: LockedOrder): Promise<void> => {
  const payout = await payoutOf(tx, order)
  await postPaid(tx, call.now, order, { on: facts.today, kind: 'PAID', reserve: reserveOf(payout) })
  await endPayout(tx, call, facts, payout)
}

/** As `settleTransfer`, after the part has FAILED and the customer got the money out of band, from other funds. */
export const payTransferOutOfBand = async (
  tx: Tx,
  call: Call,
  { facts, order }: LockedOrder,
): Promise<void> => {
  const payout = await payoutOf(tx, order)
  await postPaidOutOfBand(tx, call.now, order, { on: facts.today, reserve: reserveOf(payout) })
  await endPayout(tx, call, facts, payout)
}

/** Ends the payout after its last part has arrived. */
const endPayout = async (tx: Tx, call: Call, facts: CustomerFacts, payout: Payout): Promise<void> => {
  const parts = await currentParts(tx, payout.id)
  if (!parts.every(hasArrived)) return updatePayoutReview(tx, call, payout)
  await movePosition(tx, payout.positionId, { status: 'CLOSED' })
  await closeFailedCases(tx, call, parts)
  await changePayout(tx, call, payout, { status: 'PAID', failureCode: null, settledOn: facts.today })
  await closeIfSettled(tx, call, facts, payout.accountId)
}

/**
 * Whether an order has moved no money and cannot move any later: it was never sent, or failed for a reason after which money is
 * given back.
 */
const hasMovedNothing = (order: PaymentOrder): boolean =>
  isUnsent(order) ||
  (order.status === 'FAILED' &&
    order.paidOutOfBandOn === null &&
    payOutVerdict(order.providerReason ?? '').effect === 'GIVE_BACK')

const verdictFor = async (
  tx: Tx,
  { facts, order }: LockedOrder,
  payout: Payout,
  reason: string,
): Promise<{ readonly verdict: TransferVerdict; readonly others: readonly PaymentOrder[] }> => {
  const others = (await currentParts(tx, payout.id)).filter(({ part }) => part !== order.part)
  const verdict = transferVerdict({
    verdict: payOutVerdict(reason),
    attempt: order.attempt ?? 1,
    // While people have to decide about another part, the position is not given back. An `order` that was FAILED before
    // this step is the exception: people have just decided its own review case, and such a decision waits for no other part.
    othersAllowGiveBack:
      others.every(hasMovedNothing) && (order.status === 'FAILED' || !others.some(isOpenQuestion)),
    isClosing: facts.account?.id !== payout.accountId || facts.account.status !== 'ACTIVE',
    isAnotherInDoubt: await isInDoubt(tx, order, 'OTHERS'),
  })
  return { verdict, others }
}

/** Whether a part that failed for this reason is given back or retried automatically, without a review case. */
export const isTransferAutomatic = async (tx: Tx, locked: LockedOrder, reason: string): Promise<boolean> =>
  isAutomatic((await verdictFor(tx, locked, await payoutOf(tx, locked.order), reason)).verdict)

/**
 * Handles a part of a payout whose order has ended as FAILED. The position is given back only for a closed list of reasons, and
 * only when none of its money has left or may still leave (docs/design/withdrawals-and-leaving.md#parts).
 */
export const failTransfer = async (
  tx: Tx,
  call: Call,
  locked: LockedOrder,
  { reason, timing: { scale } }: OrderFailure,
): Promise<void> => {
  const { facts, order } = locked
  const payout = await payoutOf(tx, order)
  const { verdict, others } = await verdictFor(tx, locked, payout, reason)
  switch (verdict.effect) {
    case 'GIVE_BACK':
      for (const unsent of others.filter(isUnsent)) await cancelTransfer(tx, call, unsent, verdict.code)
      await closeFailedCases(tx, call, [order, ...others])
      return giveBack(tx, call, facts, { payout, failureCode: verdict.code })
    case 'RETRY':
      await retryTransfer(tx, call, order, { inMs: verdict.inMs / scale, on: facts.today })
      return updatePayoutReview(tx, call, payout)
    case 'REVIEW':
      await openReview(tx, call, order, { kind: 'PAYOUT_FAILED', detail: reason })
      return changePayout(tx, call, payout, { status: 'UNDER_REVIEW', failureCode: verdict.code })
    case 'FAIL':
      await openReview(tx, call, order, { kind: 'PAYOUT_FAILED', detail: reason })
      return changePayout(tx, call, payout, { status: 'FAILED', failureCode: verdict.code })
  }
}
