import { amount, column, columns, date, text } from '../../../platform/database/read-row.js'
import type { Sql } from '../../../platform/database/database.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { progressOf, progressSql, type StoredProgress } from './transfers.sql.js'

/** The progress of a collection's refund; undefined without one. */
export const refundProgress = async (sql: Sql, collectionId: string): Promise<StoredProgress | undefined> => {
  const [row] = await sql.all(
    `SELECT ${progressSql('refund_of', 'collection')} FROM payment_orders collection
     WHERE collection.id = ? AND EXISTS (SELECT 1 FROM payment_orders refund WHERE refund.refund_of = collection.id)`,
    [collectionId],
  )
  return row && progressOf(row)
}

/** A deposit that arrived for a closing account and is refunded. */
export interface Refund extends StoredProgress {
  /** The order of the deposit that is refunded. */
  readonly id: string
  /** Its `DEP-...`. */
  readonly reference: string
  readonly on: LocalDate
  readonly amount: Minor
  readonly currency: string
}

const refundOf = columns({
  id: text,
  reference: text,
  on: column('business_on', date),
  amount,
  currency: text,
})

/** The refunds of the present account of a number, oldest first. */
export const readRefunds = async (sql: Sql, msisdn: Msisdn): Promise<Refund[]> => {
  const rows = await sql.all(
    `SELECT collection.id, COALESCE(collection.quote_reference, collection.id) AS reference, collection.amount, collection.currency, refund.business_on, ${progressSql('refund_of', 'collection')}
     FROM customers
     JOIN accounts ON accounts.open_key = customers.id
     JOIN payment_orders refund ON refund.customer_id = customers.id AND refund.account_id = accounts.id
       AND refund.part = 1 AND refund.attempt = 1
     JOIN payment_orders collection ON collection.id = refund.refund_of
     WHERE customers.msisdn = ? ORDER BY refund.created_at, refund.id`,
    [msisdn],
  )
  return rows.map((row) => ({ ...progressOf(row), ...refundOf(row) }))
}
