import type { Tx } from '../database/database.js'
import { databaseNow, selectAll, update } from '../database/rows.js'
import { audit } from '../identity/audit.js'
import { PaymentOrder } from '../payments/payment.entity.js'
import type { Call } from '../shared/call.js'

export const hasArrived = ({ status, paidOtherwiseOn }: PaymentOrder): boolean =>
  status === 'SUCCESSFUL' || paidOtherwiseOn !== null

/** Offers are counted before they are made, so nothing of this one can be at the provider. */
export const isUnsent = ({ status, sends }: PaymentOrder): boolean => status === 'CREATED' && sends === 0

/** The latest attempt of each part, held: no worker offers one of them until this transaction ends. */
export const latestParts = async (tx: Tx, payoutId: string): Promise<PaymentOrder[]> => {
  const orders = await selectAll(
    tx,
    PaymentOrder,
    `WHERE payout_id = ? ORDER BY part, attempt ${tx.dialect.forUpdate}`,
    [payoutId],
  )
  return [...new Map(orders.map((order) => [order.part, order])).values()]
}

/** Ends a transfer that was never offered. */
export const cancelTransfer = async (tx: Tx, call: Call, order: PaymentOrder, code: string): Promise<void> => {
  await update(
    tx,
    PaymentOrder,
    { status: 'FAILED', failureCode: code, dueAt: null, settledAt: databaseNow },
    'id = ?',
    [order.id],
  )
  await audit(tx, call, {
    action: 'END_ORDER',
    customerId: order.customerId,
    subject: order.id,
    before: { status: order.status },
    after: { status: 'FAILED', failureCode: code },
  })
}
