import type { Tx } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { databaseNow, insertOrKeep, selectAll, selectOne, update } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import type { Call } from '../../kernel/call.js'
import { newId } from '../../kernel/ids.js'
import type { ReviewKind } from './order.rules.js'
import { ReviewCase, type PaymentOrder } from './payment.entity.js'

const detailLengthMax = 500

/** What opening or closing a case needs of a call. */
export type ReviewCall = Pick<Call, 'now' | 'actor'>

/** Opens a review case; at most one open case per order and kind. */
export const openReview = async (
  tx: Tx,
  call: ReviewCall,
  order: Pick<PaymentOrder, 'id' | 'customerId'>,
  { kind, detail }: { readonly kind: ReviewKind; readonly detail: string },
): Promise<void> => {
  const id = newId(call.now)
  await insertOrKeep(
    tx,
    ReviewCase,
    {
      id,
      kind,
      orderId: order.id,
      customerId: order.customerId,
      detail: detail.slice(0, detailLengthMax),
      status: 'OPEN',
      openKey: `${order.id}:${kind}`,
      openedAt: databaseNow,
    },
    'id',
  )
  // Reads the row back, since databases differ in how they count the rows of an upsert that changes nothing.
  if (!(await selectOne(tx, ReviewCase, 'WHERE id = ?', [id]))) return
  await audit(tx, call, {
    action: 'OPEN_REVIEW',
    customerId: order.customerId,
    subject: id,
    after: { order: order.id, kind, detail },
  })
}

/**
 * SQL: an open review case that, of a failed order, asks if it has moved its money after all. The condition uses `open_key`: with the
 * status, SQLite would read all open cases for each order.
 */
export const isDoubtSql = (reviewCase: string): string =>
  `(${reviewCase}.kind IN ('CONTRADICTION', 'NOT_COMPARED') AND ${reviewCase}.open_key IS NOT NULL)`

/** Whether an open case asks if one of these failed orders has moved its money; `orderIds` has at least one. */
export const isAnyInDoubt = async (tx: Tx, orderIds: readonly string[]): Promise<boolean> => {
  const { places, parameters } = inList(orderIds)
  const found = await tx.all(
    `SELECT id FROM review_cases WHERE order_id IN (${places}) AND ${isDoubtSql('review_cases')} LIMIT 1`,
    parameters,
  )
  return found.length > 0
}

/**
 * Whether an open case asks if a failed transfer of the same payout or refund has been paid. Under the customer's lock, which
 * the caller holds, no such case is closed, but a new one may be opened. With OTHERS, cases of the order itself do not count.
 */
export const isInDoubt = async (
  tx: Tx,
  { id, customerId, payoutId, refundOf }: Pick<PaymentOrder, 'id' | 'customerId' | 'payoutId' | 'refundOf'>,
  which: 'ANY' | 'OTHERS',
): Promise<boolean> => {
  const found = await tx.all(
    `SELECT review_cases.id FROM payment_orders JOIN review_cases ON review_cases.order_id = payment_orders.id
     WHERE payment_orders.customer_id = ? AND (payout_id = ? OR refund_of = ?) AND payment_orders.id <> ?
       AND payment_orders.status = 'FAILED' AND ${isDoubtSql('review_cases')} LIMIT 1`,
    [customerId, payoutId, refundOf, which === 'OTHERS' ? id : ''],
  )
  return found.length > 0
}

/** Closes a case; `confirmedBy` is the approver of its proposal, or null where something else resolves it, such as an answer. */
export const resolveReview = async (
  tx: Tx,
  call: ReviewCall,
  review: ReviewCase,
  confirmedBy: string | null,
): Promise<void> => {
  const { outcome, reason, evidence, proposedBy } = review
  const proposal = confirmedBy === null ? {} : { outcome, reason, evidence, proposedBy, confirmedBy }
  await update(
    tx,
    ReviewCase,
    { status: 'RESOLVED', openKey: null, confirmedBy, resolvedAt: databaseNow },
    'id = ?',
    [review.id],
  )
  await audit(tx, call, {
    action: 'RESOLVE_REVIEW',
    customerId: review.customerId,
    subject: review.id,
    before: { status: review.status },
    after: { status: 'RESOLVED', order: review.orderId, kind: review.kind, ...proposal },
  })
}

/** Closes the open cases of these kinds about these orders, without a proposal; there is at least one of each. */
export const resolveReviewsOf = async (
  tx: Tx,
  call: ReviewCall,
  orderIds: readonly string[],
  kinds: readonly ReviewKind[],
): Promise<void> => {
  const { places, parameters } = inList(orderIds.flatMap((id) => kinds.map((kind) => `${id}:${kind}`)))
  const open = await selectAll(tx, ReviewCase, `WHERE open_key IN (${places})`, parameters)
  for (const review of open) await resolveReview(tx, call, review, null)
}
