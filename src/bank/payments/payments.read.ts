import type { Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { selectAll } from '../../platform/database/rows.js'
import { PaymentOrder, ReviewCase } from './payment.entity.js'

/** The state of a review case. */
export type ReviewState = 'OPEN' | 'PROPOSED' | 'RESOLVED'

/** `ids` has at least one; ids that name no order are left out. */
export const readOrders = (sql: Sql, ids: readonly string[]): Promise<PaymentOrder[]> => {
  const { places, parameters } = inList(ids)
  return selectAll(sql, PaymentOrder, `WHERE id IN (${places})`, parameters)
}

/** `ids` has at least one. */
export const readReviewCases = (sql: Sql, ids: readonly string[]): Promise<ReviewCase[]> => {
  const { places, parameters } = inList(ids)
  return selectAll(sql, ReviewCase, `WHERE id IN (${places})`, parameters)
}

/** The orders of these quotes; there is at least one reference. */
export const ordersOfQuotes = (sql: Sql, references: readonly string[]): Promise<PaymentOrder[]> => {
  const { places, parameters } = inList(references)
  return selectAll(sql, PaymentOrder, `WHERE quote_reference IN (${places})`, parameters)
}

/** The transfers of many payouts in one statement, in the order of parts and attempts; at least one payout. */
export const readTransfersOf = (sql: Sql, payoutIds: readonly string[]): Promise<PaymentOrder[]> => {
  const { places, parameters } = inList(payoutIds)
  return selectAll(sql, PaymentOrder, `WHERE payout_id IN (${places}) ORDER BY part, attempt`, parameters)
}

/** The refunds of many collections in one statement, in the order of parts and attempts; at least one collection. */
export const readRefundsOf = (sql: Sql, orderIds: readonly string[]): Promise<PaymentOrder[]> => {
  const { places, parameters } = inList(orderIds)
  return selectAll(sql, PaymentOrder, `WHERE refund_of IN (${places}) ORDER BY part, attempt`, parameters)
}
