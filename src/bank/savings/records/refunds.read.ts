import { amount, column, columns, date, text } from '../../../platform/database/read-row.js'
import type { Sql } from '../../../platform/database/database.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { progressOf, progressSql, type StoredProgress } from './transfers.sql.js'

/** The progress of a collection's refund; undefined without one. */
export const refundProgress = async (sql: Sql, collectionId: string): Promise<StoredProgress | undefined> => {
  const [row] = await sql.all(
    `SELECT ${progressSql('refund_of', 'taken')} FROM payment_orders taken
     WHERE taken.id = ? AND EXISTS (SELECT 1 FROM payment_orders back WHERE back.refund_of = taken.id)`,
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
    `SELECT taken.id, COALESCE(taken.quote_reference, taken.id) AS reference, taken.amount, taken.currency, back.business_on, ${progressSql('refund_of', 'taken')}
     FROM customers
     JOIN accounts ON accounts.open_key = customers.id
     JOIN payment_orders back ON back.customer_id = customers.id AND back.account_id = accounts.id
       AND back.part = 1 AND back.attempt = 1
     JOIN payment_orders taken ON taken.id = back.refund_of
     WHERE customers.msisdn = ? ORDER BY back.created_at, back.id`,
    [msisdn],
  )
  return rows.map((row) => ({ ...progressOf(row), ...refundOf(row) }))
}
