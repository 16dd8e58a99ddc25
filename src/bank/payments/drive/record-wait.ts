import type { Database } from '../../../platform/database/database.js'
import { afterSend, afterStatus, type OrderChange, type Timing } from '../order.rules.js'
import type { PaymentOrder } from '../payment.entity.js'
import type { SendResult, StatusResult } from '../port.js'

interface WaitDeps {
  readonly database: Database
  readonly timing: Timing
}

/** An order as its claim read it. */
type ClaimedOrder = PaymentOrder

/**
 * Writes a wait: the state of the order, and when it is polled next. One statement without the lock of the customer, since a wait
 * decides nothing. False, with nothing written, if the change is more than a wait, or the order has changed since its claim.
 */
const keepWaiting = async (
  { database }: WaitDeps,
  order: ClaimedOrder,
  { status, polls, providerReason, dueInMs, review, alarm }: OrderChange,
): Promise<boolean> => {
  const isReviewed = status === 'UNDER_REVIEW' || order.status === 'UNDER_REVIEW'
  if (dueInMs === null || review !== null || alarm !== null || isReviewed) return false
  const updatedRows = await database.inOneStatement((tx) =>
    tx.run(
      `UPDATE payment_orders SET status = ?, polls = ?, failure_code = NULL, provider_reason = ?,
         provider_transaction_id = NULL, resume_at = NULL, failures = 0, due_at = ${tx.dialect.nowMs} + ?
       WHERE id = ? AND status = ? AND sends = ? AND polls = ? AND resume_at IS NULL`,
      [status, polls, providerReason, Math.ceil(dueInMs), order.id, order.status, order.sends, order.polls],
    ),
  )
  return updatedRows === 1
}

/** `afterSend` and `afterStatus` are given a time, but for the answers below their result does not depend on it. */
const anyMoment = 0

/** Records a dispatch that was, or may have been, accepted. False where `recordSend` has to record the answer. */
export const recordWaitAfterSend = async (
  deps: WaitDeps,
  order: ClaimedOrder,
  result: SendResult,
): Promise<boolean> =>
  (result.outcome === 'ACCEPTED' || result.outcome === 'UNKNOWN') &&
  keepWaiting(deps, order, afterSend(order, result, anyMoment, deps.timing))

/**
 * Records a poll of an order that is pending, or that got no usable answer. False where `recordStatus` has to record the
 * answer.
 */
export const recordWaitAfterStatus = async (
  deps: WaitDeps,
  order: ClaimedOrder,
  result: StatusResult,
): Promise<boolean> =>
  (result.state === 'PENDING' || result.state === 'UNKNOWN') &&
  order.resumeAt === null &&
  keepWaiting(deps, order, afterStatus(order, result, anyMoment, deps.timing))
