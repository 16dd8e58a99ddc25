import type { Tx } from '../../../platform/database/database.js'
import { databaseNow, selectAll, update } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'
import { isUnsent } from '../../payments/orders.repository.js'
import { PaymentOrder } from '../../payments/payment.entity.js'
import type { FailedState } from '../../payments/review.rules.js'
import { isAnyInDoubt, resolveReviewsOf } from '../../payments/review.js'
import type { Call } from '../../../kernel/call.js'

export const hasArrived = ({ status, paidOutOfBandOn }: PaymentOrder): boolean =>
  status === 'SUCCESSFUL' || paidOutOfBandOn !== null

/**
 * For each part the attempt that has arrived, or else the latest one. All are row-locked, so that no worker dispatches them until
 * this transaction ends.
 */
export const currentParts = async (tx: Tx, payoutId: string): Promise<PaymentOrder[]> => {
  const orders = await selectAll(
    tx,
    PaymentOrder,
    `WHERE payout_id = ? ORDER BY part, attempt ${tx.dialect.forUpdate}`,
    [payoutId],
  )
  return [...new Map(orders.toSorted(arrivedLast).map((order) => [order.part, order])).values()]
}

const arrivedLast = (a: PaymentOrder, b: PaymentOrder): number =>
  Number(hasArrived(a)) - Number(hasArrived(b))

/** All attempts at the part of a transfer, in order, row-locked. */
const attemptsAt = (tx: Tx, { payoutId, refundOf, part }: PaymentOrder): Promise<PaymentOrder[]> => {
  const [purposeColumn, id] = payoutId === null ? ['refund_of', refundOf] : ['payout_id', payoutId]
  return selectAll(
    tx,
    PaymentOrder,
    `WHERE ${purposeColumn} = ? AND part = ? ORDER BY attempt ${tx.dialect.forUpdate}`,
    [id, part],
  )
}

const laterThan = ({ attempt }: PaymentOrder, attempts: readonly PaymentOrder[]): readonly PaymentOrder[] =>
  attempts.filter((other) => (other.attempt ?? 1) > (attempt ?? 1))

/** Where the money of a failed transfer is: see `FailedState`. */
export const failedStateOf = async (tx: Tx, order: PaymentOrder): Promise<FailedState> => {
  const attempts = await attemptsAt(tx, order)
  if (attempts.some(hasArrived)) return 'DECIDED'
  const later = laterThan(order, attempts)
  if (later.length === 0) return 'UNDECIDED'
  const areOver = later.every((other) => other.status === 'FAILED' || isUnsent(other))
  const ids = later.map(({ id }) => id)
  return areOver && !(await isAnyInDoubt(tx, ids)) ? 'REPLACED' : 'DECIDED'
}

/**
 * Ends the later attempts after an earlier one turns out to have been paid. They were never sent, or have failed. The
 * PAYOUT_FAILED cases of all of them, and of the earlier one, are closed.
 */
export const endLaterAttempts = async (tx: Tx, call: Call, order: PaymentOrder): Promise<void> => {
  const later = laterThan(order, await attemptsAt(tx, order))
  for (const unsent of later.filter(isUnsent)) await cancelTransfer(tx, call, unsent, 'PROVIDER_ERROR')
  await resolveReviewsOf(
    tx,
    call,
    [order, ...later].map(({ id }) => id),
    ['PAYOUT_FAILED'],
  )
}

/** Ends a transfer that was never sent. */
export const cancelTransfer = async (
  tx: Tx,
  call: Call,
  order: PaymentOrder,
  code: string,
): Promise<void> => {
  await update(
    tx,
    PaymentOrder,
    { status: 'FAILED', failureCode: code, dueAt: null, settledAt: databaseNow },
    'id = ?',
    [order.id],
  )
  await audit(tx, call, {
    action: 'END_ORDER',
    customerId: order.customerId,
    subject: order.id,
    before: { status: order.status },
    after: { status: 'FAILED', failureCode: code },
  })
}
