import { toBigint, toNumber } from '../database/columns.js'
import type { Row, Sql } from '../database/database.js'
import type { OrderStatus } from '../payments/order.rules.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import type { Instant } from '../shared/clock.js'
import type { Minor } from '../shared/money.js'
import type { Msisdn } from '../shared/msisdn.js'
import type { PayoutStatus } from './exit.rules.js'
import { readMatured, type PositionView } from './savings.read.js'
import { refundedOnSql, refundedSql } from './transfers.sql.js'

/** A line of the mini statement. */
export interface Transaction {
  readonly id: string
  /** The booking date of its end; until then the business date on which it was asked for. Of a maturity, its date. */
  readonly date: LocalDate
  readonly type: 'DEPOSIT' | 'MATURITY' | 'WITHDRAWAL' | 'REFUND'
  readonly status: 'SUCCESSFUL' | 'PENDING' | 'FAILED'
  readonly amount: Minor
  readonly currency: string
}

/** A line and when it was written: what the newest are chosen by. */
interface Written extends Transaction {
  readonly createdAt: Instant
}

const linesMax = 10

const statusOf = (order: OrderStatus): Transaction['status'] =>
  order === 'SUCCESSFUL' || order === 'FAILED' ? order : 'PENDING'

/** The columns of a statement that are the same for every kind of line; its date is `line_on`. */
const lineOf = (row: Row, type: Transaction['type'], status: Transaction['status']): Written => ({
  id: String(row['id']),
  date: row['line_on'] as LocalDate,
  type,
  status,
  amount: toBigint(row['amount']),
  currency: String(row['currency']),
  createdAt: toNumber(row['created_at']),
})

const collections = async (sql: Sql, msisdn: Msisdn): Promise<Written[]> => {
  const rows = await sql.all(
    `SELECT orders.id, COALESCE(orders.settled_on, orders.business_on) AS line_on, orders.status, orders.amount,
       orders.currency, orders.created_at
     FROM customers
     JOIN accounts ON accounts.open_key = customers.id
     JOIN payment_orders orders ON orders.customer_id = customers.id AND orders.account_id = accounts.id
     WHERE customers.msisdn = ? AND orders.kind = 'COLLECT'
     ORDER BY line_on DESC, orders.created_at DESC, orders.id DESC LIMIT ${linesMax}`,
    [msisdn],
  )
  return rows.map((row) => lineOf(row, 'DEPOSIT', statusOf(row['status'] as OrderStatus)))
}

const maturityOf = ({ position, figures }: PositionView): Transaction => ({
  id: position.id.replace(/^POS-/, 'MAT-'),
  date: position.maturityOn,
  type: 'MATURITY',
  status: 'SUCCESSFUL',
  amount: figures.principal + figures.atMaturity.net,
  currency: position.currency,
})

/** What people look at has not failed, nor has what is still owed to one who leaves: nothing has ended. */
const statusOfPayout = (payout: PayoutStatus, isOwed: boolean): Transaction['status'] => {
  if (payout === 'PAID') return 'SUCCESSFUL'
  return payout === 'FAILED' && !isOwed ? 'FAILED' : 'PENDING'
}

/** Payouts of days that are complete: a walk shows nothing of the day that it is in. */
const withdrawals = async (sql: Sql, msisdn: Msisdn): Promise<Written[]> => {
  const rows = await sql.all(
    `SELECT payouts.id, COALESCE(payouts.settled_on, payouts.exited_on) AS line_on, payouts.status, payouts.open_key,
       payouts.amount, payouts.currency, payouts.created_at
     FROM customers
     JOIN accounts ON accounts.open_key = customers.id
     JOIN payouts ON payouts.customer_id = customers.id AND payouts.account_id = accounts.id
     LEFT JOIN clocks ON clocks.id = customers.clock_id
     WHERE customers.msisdn = ? AND (clocks.id IS NULL OR payouts.exited_on <= clocks.now_on)
     ORDER BY line_on DESC, payouts.created_at DESC, payouts.id DESC LIMIT ${linesMax}`,
    [msisdn],
  )
  return rows.map((row) =>
    lineOf(row, 'WITHDRAWAL', statusOfPayout(row['status'] as PayoutStatus, row['open_key'] !== null)),
  )
}

/** Deposits that are paid back, each once, however many transfers that takes: pending until all of it has arrived. */
const refunds = async (sql: Sql, msisdn: Msisdn): Promise<Written[]> => {
  const rows = await sql.all(
    `SELECT orders.id, orders.created_at, taken.amount, taken.currency,
       CASE WHEN ${refundedSql('taken')} = taken.amount THEN 'SUCCESSFUL' ELSE 'PENDING' END AS status,
       CASE WHEN ${refundedSql('taken')} = taken.amount THEN ${refundedOnSql('taken')} ELSE orders.business_on END AS line_on
     FROM customers
     JOIN accounts ON accounts.open_key = customers.id
     JOIN payment_orders orders ON orders.customer_id = customers.id AND orders.account_id = accounts.id
     JOIN payment_orders taken ON taken.id = orders.refund_of
     WHERE customers.msisdn = ? AND orders.part = 1 AND orders.attempt = 1
     ORDER BY line_on DESC, orders.created_at DESC, orders.id DESC LIMIT ${linesMax}`,
    [msisdn],
  )
  return rows.map((row) => lineOf(row, 'REFUND', row['status'] as Transaction['status']))
}

/**
 * The last ten movements of the present account, newest first; none for a number without one. A day begins with what
 * matures on it, so on one date a deposit or a withdrawal is the newer.
 */
export const readTransactions = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<Transaction[]> => {
  const [deposits, left, back, matured] = await Promise.all([
    collections(sql, msisdn),
    withdrawals(sql, msisdn),
    refunds(sql, msisdn),
    readMatured(sql, call, msisdn),
  ])
  // Of one millisecond what gives money back is the newer, for it answers what brought it.
  const moved = [...back, ...left, ...deposits]
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .map(({ createdAt: _, ...line }) => line)
  return [...moved, ...matured.map(maturityOf).toReversed()]
    .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
    .slice(0, linesMax)
}
