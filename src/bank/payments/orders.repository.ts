/** Statuses that end an order; in all others its money may still move. */
export const inFlight = `status IN ('CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW')`

/**
 * The sum of a customer's deposits in a product whose money may still arrive: they take up room
 * (docs/design/deposits.md#room). Its parameters are the customer and the product.
 */
export const collectionsInFlight = `
  SELECT SUM(payment_orders.amount) FROM payment_orders
  WHERE payment_orders.customer_id = ? AND payment_orders.product_code = ? AND kind = 'COLLECT' AND ${inFlight}`
