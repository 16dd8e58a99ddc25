import { toBigint } from '../database/columns.js'
import type { Sql } from '../database/database.js'
import type { OrderStatus } from '../payments/order.rules.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Minor } from '../shared/money.js'
import type { Msisdn } from '../shared/msisdn.js'

/** A line of the mini statement. */
export interface Transaction {
  readonly id: string
  readonly date: LocalDate
  readonly type: 'DEPOSIT'
  readonly status: 'SUCCESSFUL' | 'PENDING' | 'FAILED'
  readonly amount: Minor
  readonly currency: string
}

const linesMax = 10

const statusOf = (order: OrderStatus): Transaction['status'] =>
  order === 'SUCCESSFUL' || order === 'FAILED' ? order : 'PENDING'

/** The last ten movements of the present account, newest first; none for a number without one. */
export const readTransactions = async (sql: Sql, msisdn: Msisdn): Promise<Transaction[]> => {
  const rows = await sql.all(
    `SELECT orders.id, orders.business_on, orders.status, orders.amount, orders.currency
     FROM customers
     JOIN accounts ON accounts.open_key = customers.id
     JOIN payment_orders orders ON orders.customer_id = customers.id AND orders.account_id = accounts.id
     WHERE customers.msisdn = ? AND orders.kind = 'COLLECT'
     ORDER BY orders.created_at DESC, orders.id DESC LIMIT ${linesMax}`,
    [msisdn],
  )
  return rows.map((row) => ({
    id: String(row['id']),
    date: row['business_on'] as LocalDate,
    type: 'DEPOSIT',
    status: statusOf(row['status'] as OrderStatus),
    amount: toBigint(row['amount']),
    currency: String(row['currency']),
  }))
}
