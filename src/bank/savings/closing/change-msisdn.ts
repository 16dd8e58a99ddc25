import { Customer } from '../../customers/customer.entity.js'
import type { CustomerFacts } from '../../customers/customers.repository.js'
import { inFlight } from '../../payments/orders.repository.js'
import type { Call } from '../../../kernel/call.js'
import { newId } from '../../../kernel/ids.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { Tx } from '../../../platform/database/database.js'
import { databaseNow, insertOrKeep, selectOne, update } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'

/**
 * SQL: payments that would still go to the old number or are undecided: orders in flight, failed transfers that are retried or
 * under review, and open review cases. Money on hold does not count: it is sent to the number that the customer has by then.
 */
const underWay = `
  SELECT id FROM payment_orders WHERE customer_id = ? AND ${inFlight}
  UNION ALL SELECT id FROM payouts
    WHERE customer_id = ? AND open_key IS NOT NULL AND status IN ('PROCESSING', 'UNDER_REVIEW', 'FAILED')
  UNION ALL SELECT id FROM review_cases WHERE customer_id = ? AND status = 'OPEN' LIMIT 1`

/**
 * Whether a customer's number may be changed now, under their lock. Refuses: ACCOUNT_CLOSING, INVALID_ARGUMENT for the
 * same number, NUMBER_TAKEN, PAYMENTS_UNDER_WAY.
 */
export const checkNewMsisdn = async (
  tx: Tx,
  { customer, account }: CustomerFacts,
  msisdn: Msisdn,
): Promise<void> => {
  if (account?.status !== 'ACTIVE') throw new Refusal('ACCOUNT_CLOSING')
  if (customer.msisdn === msisdn) throw new Refusal('INVALID_ARGUMENT', 'newMsisdn: this is their number')
  if (await selectOne(tx, Customer, 'WHERE msisdn = ?', [msisdn])) throw new Refusal('NUMBER_TAKEN')
  const openPayments = await tx.all(underWay, [customer.id, customer.id, customer.id])
  if (openPayments.length > 0) throw new Refusal('PAYMENTS_UNDER_WAY')
}

/**
 * Changes a customer's number, in the caller's transaction under their lock. The customer keeps all their data; somebody who
 * registers the old number later is a new customer and sees none of it. Refuses: as `checkNewMsisdn`.
 */
export const changeMsisdnIn = async (
  tx: Tx,
  call: Call,
  facts: CustomerFacts,
  msisdn: Msisdn,
): Promise<void> => {
  await checkNewMsisdn(tx, facts, msisdn)
  const { id, msisdn: before } = facts.customer
  const number = { msisdn, msisdnEnd: msisdn.slice(-4) }
  // A placeholder row reserves the new number: whoever registers it from now on waits for this transaction. Where the number is
  // already registered, the placeholder is not written, and so there is none to delete.
  const placeholderId = newId(call.now)
  await insertOrKeep(
    tx,
    Customer,
    { id: placeholderId, ...number, clockId: null, createdAt: databaseNow },
    'id',
  )
  if ((await tx.run('DELETE FROM customers WHERE id = ?', [placeholderId])) === 0)
    throw new Refusal('NUMBER_TAKEN')
  await update(tx, Customer, number, 'id = ?', [id])
  await audit(tx, call, {
    action: 'CHANGE_MSISDN',
    customerId: id,
    subject: id,
    before: { msisdn: before },
    after: { msisdn },
  })
}
