import {
  amount,
  column,
  columns,
  date,
  integer,
  orNull,
  text,
  word,
} from '../../../platform/database/read-row.js'
import { findCustomer } from '../../customers/customers.repository.js'
import { toNumber } from '../../../platform/database/columns.js'
import type { Row, Sql } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import type { OrderStatus } from '../../payments/order.rules.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import type { Minor } from '../../../kernel/money.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import type { PayoutStatus } from '../rules/withdrawal.rules.js'
import { figuresOn } from '../rules/position.rules.js'
import { isLeftEarly, selectSavings, type Savings } from '../records/savings.repository.js'
import { arrivedSql, refundedOnSql, refundedSql } from '../records/transfers.sql.js'
import {
  lineStatuses,
  noProgress,
  payoutStanding,
  refundStanding,
  type LineStatus,
} from '../rules/under-way.rules.js'

/** A line of the mini statement. */
export interface Transaction {
  readonly id: string
  /** The booking date of its end; until then the business date of its request. For a maturity, its date. */
  readonly date: LocalDate
  readonly type: 'DEPOSIT' | 'MATURITY' | 'WITHDRAWAL' | 'REFUND'
  readonly status: LineStatus
  /** For a pending payout or refund the part that has not arrived, as in balances and texts; else the whole amount. */
  readonly amount: Minor
  readonly currency: string
}

/** A line and when it was written, by which the newest are selected. */
interface Written extends Transaction {
  readonly createdAt: Instant
}

const linesMax = 10

/** The status of a deposit; all states of its order before the end are PENDING. */
const statusOf = (order: OrderStatus): LineStatus =>
  order === 'SUCCESSFUL' || order === 'FAILED' ? order : lineStatuses.DEPOSIT.REQUESTED

/** The columns that every kind of line has. */
const lineColumns = {
  id: text,
  date: column('line_on', date),
  amount,
  currency: text,
  createdAt: integer,
} as const

/** A line of money that may be sent in parts. While it is pending, its amount is what has not reached the customer. */
const outstandingLineOf = ({ arrived, ...line }: Written & { readonly arrived: Minor }): Written =>
  line.status === 'PENDING' ? { ...line, amount: line.amount - arrived } : line

/** The open account of a customer, and the dates up to which its lines are shown. */
interface Owner {
  readonly customerId: string
  readonly accountId: string
  /** Their business date. */
  readonly today: LocalDate
  /** The last complete day: the incomplete day of a walk is not shown. */
  readonly until: LocalDate
}

/**
 * The newest ended rows of a kind, by the date of their end, and the newest pending ones, by the time of their request. Each of
 * the two selects reads the end of an index. A UNION has no order, so that the rows are ordered by their ids here.
 * @param from the table and its WHERE, the same in both selects
 */
const newest = async (
  sql: Sql,
  columns: string,
  from: string,
  parameters: readonly unknown[],
): Promise<Row[]> => {
  const half = (name: string, condition: string, order: string) =>
    `SELECT * FROM (SELECT ${columns}, created_at FROM ${from} AND settled_on ${condition}
       ORDER BY ${order}created_at DESC, id DESC LIMIT ${linesMax}) ${name}`
  const both = `${half('ended', 'IS NOT NULL', 'settled_on DESC, ')} UNION ALL ${half('pending', 'IS NULL', '')}`
  const rows = await sql.all(both, [...parameters, ...parameters])
  return rows.toSorted((a, b) => (a['id']! < b['id']! ? 1 : -1))
}

const collectionOf = columns({ ...lineColumns, status: word<OrderStatus>() })

const collections = async (sql: Sql, { customerId, accountId }: Owner): Promise<Written[]> => {
  const rows = await newest(
    sql,
    'id, COALESCE(settled_on, business_on) AS line_on, status, amount, currency',
    `payment_orders WHERE customer_id = ? AND account_id = ? AND kind = 'COLLECT' AND payout_id IS NULL`,
    [customerId, accountId],
  )
  return rows
    .map(collectionOf)
    .map(({ status, ...line }) => ({ ...line, type: 'DEPOSIT', status: statusOf(status) }))
}

/** The time and the progress of transfers do not matter here: until the payout has ended, each of its standings is PENDING. */
const statusOfPayout = (status: PayoutStatus, openKey: string | null): LineStatus =>
  lineStatuses.PAYOUT[
    payoutStanding({ status, openKey, heldUntil: null, failureCode: null, ...noProgress }, 0)
  ]

const statusOfRefund = ({ amount, arrived }: Record<'amount' | 'arrived', Minor>): LineStatus =>
  lineStatuses.REFUND[refundStanding(amount, { ...noProgress, arrived })]

const withdrawalOf = columns({
  ...lineColumns,
  arrived: amount,
  status: word<PayoutStatus>(),
  openKey: orNull(text),
})

const withdrawals = async (sql: Sql, { customerId, accountId, until }: Owner): Promise<Written[]> => {
  const rows = await newest(
    sql,
    `id, COALESCE(settled_on, exited_on) AS line_on, status, open_key, amount, currency, ${arrivedSql} AS arrived`,
    'payouts WHERE customer_id = ? AND account_id = ? AND exited_on <= ?',
    [customerId, accountId, until],
  )
  return rows
    .map(withdrawalOf)
    .map(({ status, openKey, ...line }) =>
      outstandingLineOf({ ...line, type: 'WITHDRAWAL', status: statusOfPayout(status, openKey) }),
    )
}

const refundOf = columns({ ...lineColumns, arrived: amount })

/**
 * Refunded deposits, each once, however many transfers the refund takes: pending until all of it has arrived. There are few:
 * only a deposit that arrives after an opt-out is refunded.
 */
const refunds = async (sql: Sql, { customerId, accountId }: Owner): Promise<Written[]> => {
  // The expression around `part` bypasses an index, through which the database would read the refunds of all customers.
  const rows = await sql.all(
    `SELECT orders.id, orders.created_at, collection.amount, collection.currency,
       ${refundedSql('collection')} AS arrived,
       CASE WHEN ${refundedSql('collection')} = collection.amount THEN ${refundedOnSql('collection')} ELSE orders.business_on END AS line_on
     FROM payment_orders orders
     JOIN payment_orders collection ON collection.id = orders.refund_of
     WHERE orders.customer_id = ? AND orders.account_id = ? AND orders.kind = 'PAY_OUT' AND orders.payout_id IS NULL
       AND COALESCE(orders.part, 0) = 1 AND COALESCE(orders.attempt, 0) = 1
     ORDER BY line_on DESC, orders.created_at DESC, orders.id DESC LIMIT ${linesMax}`,
    [customerId, accountId],
  )
  return rows
    .map(refundOf)
    .map((line) => outstandingLineOf({ ...line, type: 'REFUND', status: statusOfRefund(line) }))
}

interface Matured extends Pick<Transaction, 'date' | 'amount' | 'currency'> {
  readonly positionId: string
}

/** The part of a maturity that was reversed since, because a deposit was voided. */
const voidedPart = `(SELECT COALESCE(SUM(matured), 0) FROM voided_deposits WHERE voided_deposits.position_id = maturities.position_id)`

/** Recorded maturities, less voided parts, except of early withdrawals that began before midnight and were booked after the night. */
const maturitiesWritten = async (sql: Sql, { customerId, accountId, today }: Owner): Promise<Matured[]> => {
  const rows = await sql.all(
    `SELECT position_id, matured_on, currency, principal + interest - tax - ${voidedPart} AS amount FROM maturities
     WHERE customer_id = ? AND account_id = ? AND matured_on <= ? AND principal + interest - tax > ${voidedPart}
       AND NOT EXISTS (SELECT 1 FROM payouts
         WHERE payouts.open_key = maturities.position_id AND payouts.basis = 'EARLY_EXIT')
     ORDER BY matured_on DESC, position_id DESC LIMIT ${linesMax}`,
    [customerId, accountId, today],
  )
  return rows.map(columns({ positionId: text, date: column('matured_on', date), amount, currency: text }))
}

const dueOf = ({ position, deposits }: Savings): Matured => {
  const { principal, atMaturity } = figuresOn(position, deposits, position.maturityOn)
  const { id: positionId, maturityOn: date, currency } = position
  return { positionId, date, amount: principal + atMaturity.net, currency }
}

/** Open positions that have matured, but whose maturity is not recorded yet, for example because the night is late. */
const maturitiesDue = async (sql: Sql, { customerId, today }: Owner): Promise<Matured[]> => {
  const rows = await sql.all(
    `SELECT id, EXISTS (SELECT 1 FROM maturities WHERE maturities.position_id = positions.id) AS written
     FROM positions WHERE customer_id = ? AND status = 'OPEN' AND maturity_on <= ? AND NOT ${isLeftEarly}
     ORDER BY maturity_on DESC, id DESC LIMIT ${linesMax}`,
    [customerId, today],
  )
  const late = rows.filter(({ written }) => toNumber(written) === 0).map(({ id }) => String(id))
  if (late.length === 0) return []
  const { places, parameters } = inList(late)
  return (await selectSavings(sql, `WHERE positions.id IN (${places})`, parameters)).map(dueOf)
}

const maturities = async (sql: Sql, owner: Owner): Promise<Transaction[]> => {
  const [written, due] = await Promise.all([maturitiesWritten(sql, owner), maturitiesDue(sql, owner)])
  const byPosition = new Map([...due, ...written].map((line) => [line.positionId, line]))
  return [...byPosition.values()]
    .toSorted((a, b) => (a.positionId < b.positionId ? 1 : -1))
    .map(({ positionId, ...line }) => ({
      ...line,
      id: positionId.replace(/^POS-/, 'MAT-'),
      type: 'MATURITY',
      status: 'SUCCESSFUL',
    }))
}

/** A date after all others, where no limit applies. */
const lastOfAllDates = '9999-12-31' as LocalDate

/**
 * The last ten movements of the present account, newest first; empty for a number without one. On one date, deposits and
 * withdrawals are newer than maturities, since a day begins with its maturities. Of each kind only the last ten are read, from an
 * index, so that the length of the history does not matter.
 */
export const readTransactions = async (
  sql: Sql,
  call: Pick<Call, 'today'>,
  msisdn: Msisdn,
): Promise<Transaction[]> => {
  const facts = await findCustomer(sql, call, msisdn)
  if (!facts?.account) return []
  const { customer, account, clock, today } = facts
  const until = clock?.nowOn ?? lastOfAllDates
  const owner: Owner = { customerId: customer.id, accountId: account.id, today, until }
  const [deposits, paidOut, refunded, matured] = await Promise.all([
    collections(sql, owner),
    withdrawals(sql, owner),
    refunds(sql, owner),
    maturities(sql, owner),
  ])
  // Of lines of one millisecond, a refund is newer than a withdrawal, and a withdrawal newer than a deposit.
  const moved = [...refunded, ...paidOut, ...deposits]
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .map(({ createdAt: _, ...line }) => line)
  return [...moved, ...matured]
    .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
    .slice(0, linesMax)
}
