import { Account } from '../../customers/customer.entity.js'
import type { CustomerFacts } from '../../customers/customers.repository.js'
import { lockCustomerById } from '../../customers/customers.repository.js'
import type { Database, Tx } from '../../../platform/database/database.js'
import { selectOne, update } from '../../../platform/database/rows.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import { lockOpenDay } from '../../business-clock/clocks.repository.js'
import { audit } from '../../../platform/identity/audit.js'
import { inFlight } from '../../payments/orders.repository.js'
import type { Call } from '../../../kernel/call.js'
import { writeClosingStatement } from '../../statement-orders/write-statement.js'
import type { DueRows } from '../records/due-rows.js'
import { notClosed } from '../records/savings.repository.js'
import { refundedSql } from '../records/transfers.sql.js'

/** SQL: an account whose positions are all closed, without payments in flight or money in suspense. */
const isSettled = `
  NOT EXISTS (SELECT 1 FROM positions
    WHERE positions.customer_id = accounts.customer_id AND positions.account_id = accounts.id
      AND ${notClosed})
  AND NOT EXISTS (SELECT 1 FROM payment_orders orders
    WHERE orders.customer_id = accounts.customer_id AND orders.account_id = accounts.id AND orders.${inFlight})
  AND NOT EXISTS (SELECT 1 FROM payment_orders collection
    WHERE collection.customer_id = accounts.customer_id AND collection.account_id = accounts.id
      AND collection.kind = 'COLLECT' AND collection.status = 'SUCCESSFUL'
      AND NOT EXISTS (SELECT 1 FROM deposits WHERE deposits.id = collection.id)
      AND collection.amount > ${refundedSql('collection')})`

/**
 * Closes a closing account once all of its positions and payments have settled; false until then. Called at the end of every step
 * that may be the last one, in its transaction, under the customer's lock. The last statement of the account is then mailed.
 */
export const closeIfSettled = async (
  tx: Tx,
  call: Call,
  { customer, account, today, book }: CustomerFacts,
  accountId: string,
): Promise<boolean> => {
  if (account?.id !== accountId || account.status !== 'CLOSING') return false
  const closedOn = await lockOpenDay(tx, book, today)
  const closed = await update(
    tx,
    Account,
    {
      status: 'CLOSED',
      openKey: null,
      closedOn,
      // The withdrawal of the last position has cleared these already; the void of its only deposit has not.
      closingOn: null,
      closingAt: null,
      traceparent: null,
    },
    `id = ? AND status = 'CLOSING' AND ${isSettled}`,
    [accountId],
  )
  if (closed === 0) return false
  await audit(tx, call, {
    action: 'CLOSE_ACCOUNT',
    customerId: customer.id,
    subject: accountId,
    before: { status: 'CLOSING' },
    after: { status: 'CLOSED', closedOn },
  })
  await writeClosingStatement(tx, call, account, closedOn)
  return true
}

/** Closing accounts of a book, settled or not: a cheap check before `settledAccounts`. */
export const closingAccounts = (book: string): DueRows => {
  const isSystem = book === systemClockId
  return {
    id: 'accounts.id',
    from: `accounts JOIN customers ON customers.id = accounts.customer_id
     WHERE accounts.status = 'CLOSING' AND customers.clock_id ${isSystem ? 'IS NULL' : '= ?'}`,
    parameters: isSystem ? [] : [book],
  }
}

/** Closing accounts of a book in which everything has settled. */
export const settledAccounts = (book: string): DueRows => {
  const closing = closingAccounts(book)
  return { ...closing, from: `${closing.from} AND ${isSettled}` }
}

/** Closes one account that is settled and still closing; any other account stays as it is. */
export const closeSettledAccount = (database: Database, call: Call, accountId: string): Promise<void> =>
  database.inTransaction(async (tx) => {
    const seen = await selectOne(tx, Account, 'WHERE id = ?', [accountId])
    const facts = seen && (await lockCustomerById(tx, call, seen.customerId))
    if (facts) await closeIfSettled(tx, call, facts, accountId)
  })
