import { systemClockId } from '../business-clock/clock.entity.js'
import type { PaymentOrder } from './payment.entity.js'

/**
 * SQL: the business date in the book of a row of `payment_orders`.
 *
 * @param today SQL of the business date of the real world
 */
export const businessDateSql = (today: string): string =>
  `CASE WHEN payment_orders.book = '${systemClockId}' THEN ${today}
     ELSE (SELECT clocks.now_on FROM clocks WHERE clocks.id = payment_orders.book) END`

/** SQL: an order that has not ended, so that its money may still move. */
export const inFlight = `status IN ('CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW')`

/**
 * The sum of a customer's deposits in a product whose money may still arrive: they take up room
 * (docs/design/deposits.md#room). Its parameters are the customer and the product.
 */
export const collectionsInFlight = `
  SELECT SUM(payment_orders.amount) FROM payment_orders
  WHERE payment_orders.customer_id = ? AND payment_orders.product_code = ? AND kind = 'COLLECT' AND ${inFlight}`

/** The provider cannot have the order: `sends` is increased before each send, and decreased only if that send was NOT_SENT. */
export const isUnsent = ({ status, sends }: Pick<PaymentOrder, 'status' | 'sends'>): boolean =>
  status === 'CREATED' && sends === 0
