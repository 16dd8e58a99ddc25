import type { Sql } from '../database/database.js'
import { inList } from '../database/in-list.js'
import { selectAll } from '../database/rows.js'
import { PaymentOrder, ReviewCase } from './payment.entity.js'

/** How many orders a screen shows of one customer. */
export const ordersOfCustomerMax = 50

/** How many review cases a screen shows: whoever works them off sees the next ones. */
export const reviewCasesMax = 100

/** The latest payment orders of many customers in one statement, newest first; `customerIds` has at least one. */
export const readOrdersOf = (sql: Sql, customerIds: readonly string[]): Promise<PaymentOrder[]> => {
  const { places, parameters } = inList(customerIds)
  return selectAll(
    sql,
    PaymentOrder,
    `JOIN (SELECT id AS ranked_id,
         ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY created_at DESC, id DESC) AS place
       FROM payment_orders WHERE customer_id IN (${places})) ranked ON ranked_id = payment_orders.id
     WHERE place <= ${ordersOfCustomerMax} ORDER BY created_at DESC, id DESC`,
    parameters,
  )
}

/** `ids` has at least one; ids that name no order are left out. */
export const readOrders = (sql: Sql, ids: readonly string[]): Promise<PaymentOrder[]> => {
  const { places, parameters } = inList(ids)
  return selectAll(sql, PaymentOrder, `WHERE id IN (${places})`, parameters)
}

/** What people must look at and have not yet, the oldest first. */
export const readOpenReviewCases = (sql: Sql): Promise<ReviewCase[]> =>
  selectAll(sql, ReviewCase, `WHERE status = 'OPEN' ORDER BY opened_at, id LIMIT ${reviewCasesMax}`, [])
