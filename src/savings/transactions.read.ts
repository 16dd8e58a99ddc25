import { toBigint } from '../database/columns.js'
import type { Sql } from '../database/database.js'
import type { OrderStatus } from '../payments/order.rules.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import type { Minor } from '../shared/money.js'
import type { Msisdn } from '../shared/msisdn.js'
import { readMatured, type PositionView } from './savings.read.js'

/** A line of the mini statement. */
export interface Transaction {
  readonly id: string
  readonly date: LocalDate
  readonly type: 'DEPOSIT' | 'MATURITY'
  readonly status: 'SUCCESSFUL' | 'PENDING' | 'FAILED'
  readonly amount: Minor
  readonly currency: string
}

const linesMax = 10

const statusOf = (order: OrderStatus): Transaction['status'] =>
  order === 'SUCCESSFUL' || order === 'FAILED' ? order : 'PENDING'

const readDeposits = async (sql: Sql, msisdn: Msisdn): Promise<Transaction[]> => {
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

const maturityOf = ({ position, figures }: PositionView): Transaction => ({
  id: position.id.replace(/^POS-/, 'MAT-'),
  date: position.maturityOn,
  type: 'MATURITY',
  status: 'SUCCESSFUL',
  amount: figures.principal + figures.atMaturity.net,
  currency: position.currency,
})

/**
 * The last ten movements of the present account, newest first; none for a number without one. A day begins with what
 * matures on it, so on one date a deposit is the newer.
 */
export const readTransactions = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<Transaction[]> => {
  const [deposits, matured] = await Promise.all([readDeposits(sql, msisdn), readMatured(sql, call, msisdn)])
  return [...deposits, ...matured.map(maturityOf).toReversed()]
    .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
    .slice(0, linesMax)
}
