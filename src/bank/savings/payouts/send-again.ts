import type { CustomerFacts } from '../../customers/customers.repository.js'
import type { Tx } from '../../../platform/database/database.js'
import { selectAll, selectOne } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'
import { PaymentOrder } from '../../payments/payment.entity.js'
import type { Call } from '../../../kernel/call.js'
import { movePayout } from './move-to.js'
import { Payout } from '../records/payout.entity.js'
import { retryTransfer } from './release-payout.js'
import { isCurrentSql } from '../records/transfers.sql.js'

/**
 * Transfers of payouts and refunds that have FAILED, whose money is still owed and which were neither retried nor paid since.
 */
const failedTransfersOf = (tx: Tx, customerId: string): Promise<PaymentOrder[]> =>
  selectAll(
    tx,
    PaymentOrder,
    `WHERE customer_id = ? AND kind = 'PAY_OUT' AND status = 'FAILED' AND paid_otherwise_on IS NULL
       AND (refund_of IS NOT NULL
         OR payout_id IN (SELECT payouts.id FROM payouts WHERE payouts.customer_id = ? AND open_key IS NOT NULL))
       AND ${isCurrentSql('payment_orders', 'payout_id')} AND ${isCurrentSql('payment_orders', 'refund_of')}
     ORDER BY created_at, id`,
    [customerId, customerId],
  )

/**
 * Retries all transfers that have FAILED and whose money is still owed, each under a new reference. Only for test customers, since
 * only an emulator lets a reset decide the outcome. Returns the number of transfers.
 */
export const sendAgain = async (tx: Tx, call: Call, facts: CustomerFacts): Promise<number> => {
  const failedTransfers = await failedTransfersOf(tx, facts.customer.id)
  for (const order of failedTransfers) await retryTransfer(tx, call, order, { inMs: 0, on: facts.today })
  for (const payoutId of new Set(failedTransfers.map((order) => order.payoutId))) {
    if (payoutId === null) continue
    const payout = await selectOne(tx, Payout, 'WHERE id = ?', [payoutId])
    await movePayout(tx, payoutId, { status: 'PROCESSING', failureCode: null })
    await audit(tx, call, {
      action: 'CHANGE_PAYOUT',
      customerId: facts.customer.id,
      subject: payoutId,
      before: { status: payout?.status },
      after: { status: 'PROCESSING' },
    })
  }
  return failedTransfers.length
}
