import type { Sql } from '../platform/database/database.js'
import { column, columns, only, text } from '../platform/database/read-row.js'

/** Rows of one table, as they are stored, each value as a text. */
export interface TableRows {
  readonly table: string
  readonly rows: readonly Readonly<Record<string, string | null>>[]
}

const rowsMax = 200

/** The tables whose rows of a customer are shown, in the order in which a journey writes them. */
const tables: readonly (readonly [table: string, where: string, order: string])[] = [
  ['customers', 'id = ?', 'id DESC'],
  ['accounts', 'customer_id = ?', 'id DESC'],
  ['request_log', 'customer_id = ?', 'id DESC'],
  ['payment_orders', 'customer_id = ?', 'id DESC'],
  ['positions', 'customer_id = ?', 'id DESC'],
  ['deposits', 'customer_id = ?', 'id DESC'],
  ['maturities', 'customer_id = ?', 'position_id DESC'],
  ['payouts', 'customer_id = ?', 'id DESC'],
  ['review_cases', 'customer_id = ?', 'id DESC'],
  ['statements', 'customer_id = ?', 'id DESC'],
  ['journals', 'customer_id = ?', 'id DESC'],
  ['postings', 'journal_id IN (SELECT id FROM journals WHERE customer_id = ?)', 'journal_id DESC, line'],
  ['audit_log', 'customer_id = ?', 'id DESC'],
]

/**
 * The id of the customer with this number, if they are on this test clock; undefined otherwise. The id of a clock
 * cannot be guessed, so only a caller who created the clock, or was given its id, finds its customers.
 */
export const findSimulatedCustomer = async (
  sql: Sql,
  { msisdn, clockId }: { readonly msisdn: string; readonly clockId: string },
): Promise<string | undefined> => {
  const [row] = await sql.all('SELECT id FROM customers WHERE msisdn = ? AND clock_id = ?', [msisdn, clockId])
  return row && only(row, text)
}

export const readCustomerRows = (sql: Sql, customerId: string): Promise<readonly TableRows[]> =>
  Promise.all(
    tables.map(async ([table, where, order]) => {
      const found = await sql.all(
        `SELECT * FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ${rowsMax}`,
        [customerId],
      )
      const rows = found.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [column, value === null ? null : String(value)]),
        ),
      )
      return { table, rows }
    }),
  )

const mailOf = columns({ to: column('email', text), messageId: text })

/**
 * The statements that were mailed to a customer, the oldest first, each with the message id by which the mail's file is
 * found.
 */
export const readSentMails = async (
  sql: Sql,
  customerId: string,
): Promise<readonly { readonly to: string; readonly messageId: string }[]> => {
  const rows = await sql.all(
    `SELECT email, message_id FROM statements WHERE customer_id = ? AND sent_at IS NOT NULL
     ORDER BY sent_at, id LIMIT ${rowsMax}`,
    [customerId],
  )
  return rows.map(mailOf)
}
