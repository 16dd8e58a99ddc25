import type { Database } from '../../../platform/database/database.js'
import { afterSend, afterStatus, type OrderChange, type Timing } from '../order.rules.js'
import type { PaymentOrder } from '../payment.entity.js'
import type { SendResult, StatusResult } from '../port.js'

interface WaitDeps {
  readonly database: Database
  readonly timing: Timing
}

/** An order as its claim left it. */
type Claimed = PaymentOrder

/**
 * Sets when the order is asked about again, if it still is what was claimed: one statement, without the lock of its customer,
 * for nothing is decided by that it waits. Whether it was.
 */
const keepWaiting = async (
  { database }: WaitDeps,
  order: Claimed,
  { status, polls, providerReason, dueInMs, review, alarm }: OrderChange,
): Promise<boolean> => {
  const isReviewed = status === 'UNDER_REVIEW' || order.status === 'UNDER_REVIEW'
  if (dueInMs === null || review !== null || alarm !== null || isReviewed) return false
  const waiting = await database.inOneStatement((tx) =>
    tx.run(
      `UPDATE payment_orders SET status = ?, polls = ?, failure_code = NULL, provider_reason = ?,
         provider_transaction_id = NULL, resume_at = NULL, failures = 0, due_at = ${tx.dialect.nowMs} + ?
       WHERE id = ? AND status = ? AND sends = ? AND polls = ? AND resume_at IS NULL`,
      [status, polls, providerReason, Math.ceil(dueInMs), order.id, order.status, order.sends, order.polls],
    ),
  )
  return waiting === 1
}

/** What is made of these answers depends on no moment. */
const anyMoment = 0

/** Of an offer that was taken, or may have been. False where `recordSend` must say what the answer means. */
export const waitsAfterSend = async (deps: WaitDeps, order: Claimed, result: SendResult): Promise<boolean> =>
  (result.outcome === 'ACCEPTED' || result.outcome === 'UNKNOWN') &&
  keepWaiting(deps, order, afterSend(order, result, anyMoment, deps.timing))

/** Of an order that is on its way, or of which nothing was heard. False where `recordStatus` must say what the answer means. */
export const waitsAfterStatus = async (
  deps: WaitDeps,
  order: Claimed,
  result: StatusResult,
): Promise<boolean> =>
  (result.state === 'PENDING' || result.state === 'UNKNOWN') &&
  order.resumeAt === null &&
  keepWaiting(deps, order, afterStatus(order, result, anyMoment, deps.timing))
