import type { Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { selectAll } from '../../platform/database/rows.js'
import type { ReviewKind } from './order.rules.js'
import { PaymentOrder, ReviewCase } from './payment.entity.js'

/** How many orders a screen shows of one customer. */
export const ordersOfCustomerMax = 50

/** How many review cases a screen shows; the last one's id asks for the next ones. */
export const reviewCasesMax = 100

/** How far a case is. */
export type ReviewState = 'OPEN' | 'PROPOSED' | 'RESOLVED'

export interface ReviewFilter {
  /** All that are not resolved, where none is named. */
  readonly state: ReviewState | null
  readonly kind: ReviewKind | null
  /** Of the orders of this book only: `system`, or a test clock. */
  readonly book: string | null
  /** Cases later than the one of this id. */
  readonly after: string | null
}

const inState: Readonly<Record<ReviewState, string>> = {
  OPEN: `status = 'OPEN' AND proposal_id IS NULL`,
  PROPOSED: `status = 'OPEN' AND proposal_id IS NOT NULL`,
  RESOLVED: `status = 'RESOLVED'`,
}

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

const inBook =
  'EXISTS (SELECT 1 FROM payment_orders WHERE payment_orders.id = review_cases.order_id AND book = ?)'

/** What people must look at, or have, the oldest first. */
export const readReviewCases = (
  sql: Sql,
  { state, kind, book, after }: ReviewFilter,
): Promise<ReviewCase[]> =>
  selectAll(
    sql,
    ReviewCase,
    `WHERE ${state === null ? `status = 'OPEN'` : inState[state]} AND id > ? ${kind === null ? '' : 'AND kind = ?'}
     ${book === null ? '' : `AND ${inBook}`} ORDER BY id LIMIT ${reviewCasesMax}`,
    [after ?? '', ...(kind === null ? [] : [kind]), ...(book === null ? [] : [book])],
  )

/** The transfers of many payouts in one statement, in the order of parts and attempts; at least one payout. */
export const readTransfersOf = (sql: Sql, payoutIds: readonly string[]): Promise<PaymentOrder[]> => {
  const { places, parameters } = inList(payoutIds)
  return selectAll(sql, PaymentOrder, `WHERE payout_id IN (${places}) ORDER BY part, attempt`, parameters)
}
