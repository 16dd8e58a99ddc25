import type { Tx } from '../../../platform/database/database.js'
import { selectAll } from '../../../platform/database/rows.js'
import { ReviewCase } from '../payment.entity.js'
import { resolveReview, type ReviewCall } from '../review.js'

/**
 * Closes the review cases of a customer's ended orders: a reset of a test customer resolves them. The case of an order
 * in flight is closed when that order ends. Returns how many cases it has closed.
 */
export const closeReviewsOf = async (tx: Tx, call: ReviewCall, customerId: string): Promise<number> => {
  const open = await selectAll(
    tx,
    ReviewCase,
    `WHERE customer_id = ? AND status = 'OPEN' AND order_id IN
     (SELECT id FROM payment_orders WHERE customer_id = ? AND status IN ('SUCCESSFUL', 'FAILED'))`,
    [customerId, customerId],
  )
  for (const review of open) await resolveReview(tx, call, review, null)
  return open.length
}
