import type { Tx } from '../database/database.js'
import { update } from '../database/rows.js'
import { ReviewCase } from './payment.entity.js'

/**
 * Closes what people were told about orders of a customer that have ended: a reset of a test customer answers it. The
 * case of an order in flight is closed by its end. The result counts them.
 */
export const closeReviewsOf = (tx: Tx, customerId: string): Promise<number> =>
  update(
    tx,
    ReviewCase,
    { status: 'RESOLVED' },
    `customer_id = ? AND status = 'OPEN' AND order_id IN
     (SELECT id FROM payment_orders WHERE customer_id = ? AND status IN ('SUCCESSFUL', 'FAILED'))`,
    [customerId, customerId],
  )
