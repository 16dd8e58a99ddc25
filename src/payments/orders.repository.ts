import { toBigint } from '../database/columns.js'
import type { Sql } from '../database/database.js'
import { selectOne } from '../database/rows.js'
import type { Minor } from '../shared/money.js'
import { PaymentOrder } from './payment.entity.js'

/** Statuses that end an order; in all others its money may still move. */
export const inFlight = `status IN ('CREATED', 'SUBMITTED', 'UNKNOWN', 'UNDER_REVIEW')`

/** Deposits of a customer in a product whose money may still arrive: they take up room (DESIGN 6). */
export const collectionsInFlight = async (
  sql: Sql,
  customerId: string,
  productCode: string,
): Promise<Minor> => {
  const [row] = await sql.all(
    `SELECT SUM(amount) AS amount FROM payment_orders
     WHERE customer_id = ? AND product_code = ? AND kind = 'COLLECT' AND ${inFlight}`,
    [customerId, productCode],
  )
  return toBigint(row?.['amount'])
}

export const orderOfQuote = (sql: Sql, quoteReference: string): Promise<PaymentOrder | undefined> =>
  selectOne(sql, PaymentOrder, 'WHERE quote_reference = ?', [quoteReference])
