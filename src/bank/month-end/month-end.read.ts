import {
  amount,
  column,
  columns,
  date,
  integer,
  only,
  orNull,
  text,
  word,
} from '../../platform/database/read-row.js'
import type { Sql } from '../../platform/database/database.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import { addDays, daysBetween, maxDate, type LocalDate } from '../../kernel/calendar.js'
import { systemClockId } from '../business-clock/clock.entity.js'
import { findLastClosedDay } from '../business-clock/clocks.repository.js'
import type { LedgerAccount } from '../ledger/chart.js'
import type { PaymentKind } from '../payments/port.js'
import { readTrialBalances } from '../ledger/trial-balances.read.js'
import type { Minor } from '../../kernel/money.js'
import type { AccountNumbers, BankAccount } from './account-numbers.js'
import { ClosedMonth } from './closed-month.entity.js'
import { monthBefore, monthOf, type Month } from './month.rules.js'

/** Why a month cannot be closed. */
export type HindranceKind =
  | 'BEFORE_THE_BOOKS'
  | 'EARLIER_MONTH_OPEN'
  | 'DAYS_OPEN'
  | 'SET_ASIDE'
  | 'NOT_COMPARED'
  | 'BREAKS_OPEN'
  | 'LINES_UNKNOWN'
  | 'NOT_BALANCED'
  | 'UNMAPPED'

export interface Hindrance {
  readonly kind: HindranceKind
  /** How many days, positions, cases, lines, currencies or accounts prevent it. */
  readonly count: number
  /** A sentence for people. */
  readonly detail: string
}

/** An account at both ends of a month: a debit balance is positive, a credit balance negative. */
export interface MonthAccount {
  readonly account: LedgerAccount
  /** The account in the bank's own chart; null where it has none. */
  readonly bank: BankAccount | null
  readonly currency: string
  readonly opening: Minor
  readonly closing: Minor
}

export const findClosedMonth = async (sql: Sql, name: string): Promise<ClosedMonth | undefined> => {
  const found = await selectOne(sql, ClosedMonth, 'WHERE month = ?', [name])
  return found?.month === name ? found : undefined
}

/** The month of the first booking of the real world; undefined before there is one. */
export const firstMonth = async (sql: Sql): Promise<Month | undefined> => {
  const [row] = await sql.all(
    'SELECT business_on FROM journals WHERE book = ? ORDER BY business_on LIMIT 1',
    [systemClockId],
  )
  return row && monthOf(only(row, date))
}

interface MonthOfBooks {
  readonly month: Month
  readonly closed: ClosedMonth | undefined
}

const monthsMax = 60

/** The months of the books up to that of `today`, the latest first. */
export const readMonths = async (sql: Sql, today: LocalDate): Promise<MonthOfBooks[]> => {
  const first = await firstMonth(sql)
  const closed = await selectAll(sql, ClosedMonth, 'ORDER BY month', [])
  const months: MonthOfBooks[] = []
  if (!first) return months
  for (let month = monthOf(today); month.name >= first.name; month = monthBefore(month)) {
    const { name } = month
    months.push({ month, closed: closed.find((other) => other.month === name) })
    if (months.length === monthsMax) break
  }
  return months
}

/** The accounts that a month was closed with. */
export const accountsOf = ({ accounts }: ClosedMonth): MonthAccount[] =>
  (JSON.parse(accounts) as (MonthAccount & { readonly opening: string; readonly closing: string })[]).map(
    (account) => ({ ...account, opening: BigInt(account.opening), closing: BigInt(account.closing) }),
  )

/** The balances of all accounts used up to the end of the month, at the end of the previous month and of this one. */
export const readAccounts = async (
  sql: Sql,
  { from, last }: Month,
  numbers: AccountNumbers,
): Promise<MonthAccount[]> => {
  const [before, at] = await readTrialBalances(sql, systemClockId, [addDays(from, -1), last])
  return at!.map(({ account, currency, balance }) => ({
    account,
    bank: numbers[account] ?? null,
    currency,
    opening: before!.find((other) => other.account === account && other.currency === currency)?.balance ?? 0n,
    closing: balance,
  }))
}

const countOf = async (sql: Sql, statement: string, parameters: readonly unknown[]): Promise<number> => {
  const [row] = await sql.all(`SELECT COUNT(*) AS n FROM ${statement}`, parameters)
  return only(row, integer)
}

/** Days of the month without a finished daily comparison; those before the first comparison of the service do not count. */
const daysNotCompared = async (sql: Sql, { from, last, before }: Month): Promise<number> => {
  const [first] = await sql.all('SELECT day FROM order_comparisons ORDER BY day LIMIT 1', [])
  const since = maxDate(from, only(first, orNull(date)) ?? from)
  if (since > last) return 0
  const finishedSql = 'order_comparisons WHERE day >= ? AND day < ? AND finished_at IS NOT NULL'
  return daysBetween(since, before) - (await countOf(sql, finishedSql, [since, before]))
}

/**
 * Open review cases about payments up to the end of the month. PAYOUT_FAILED does not count: how the transfer ended is known, and the
 * books still owe the money.
 */
const reviewsOpen = (sql: Sql, { before }: Month): Promise<number> =>
  countOf(
    sql,
    `review_cases JOIN payment_orders ON payment_orders.id = review_cases.order_id
     WHERE review_cases.status = 'OPEN' AND review_cases.kind <> 'PAYOUT_FAILED' AND payment_orders.book = ?
       AND COALESCE(payment_orders.settled_on, payment_orders.business_on) < ?`,
    [systemClockId, before],
  )

/** Unexplained lines of the provider's files up to the end of the month. */
const linesUnknown = (sql: Sql, { before }: Month): Promise<number> =>
  countOf(sql, `provider_lines WHERE state = 'UNKNOWN' AND completed_on < ?`, [before])

/** The provider's fees for payments of a month, by its own files. */
export interface MonthFees {
  readonly kind: PaymentKind
  readonly currency: string
  readonly payments: number
  readonly amount: Minor
  readonly fee: Minor
}

export const readFees = async (sql: Sql, { from, before }: Month): Promise<MonthFees[]> => {
  const rows = await sql.all(
    `SELECT kind, currency, COUNT(*) AS n, SUM(amount) AS amount, SUM(fee) AS fee FROM provider_lines
     WHERE completed_on >= ? AND completed_on < ? GROUP BY kind, currency ORDER BY kind, currency`,
    [from, before],
  )
  return rows.map(
    columns({
      kind: word<PaymentKind>(),
      currency: text,
      payments: column('n', integer),
      amount,
      fee: amount,
    }),
  )
}

const currenciesNotBalanced = (accounts: readonly MonthAccount[]): string[] => {
  const sums = new Map<string, Minor>()
  for (const { currency, closing } of accounts) sums.set(currency, (sums.get(currency) ?? 0n) + closing)
  return [...sums].flatMap(([currency, sum]) => (sum === 0n ? [] : [currency]))
}

const daysOpen = async (sql: Sql, { from, last }: Month): Promise<number> => {
  const closedTo = (await findLastClosedDay(sql, systemClockId)) ?? addDays(from, -1)
  return Math.max(0, daysBetween(maxDate(closedTo, addDays(from, -1)), last))
}

/** What prevents closing a month at present; empty when it can be closed. */
export const readHindrances = async (
  sql: Sql,
  month: Month,
  accounts: readonly MonthAccount[],
): Promise<Hindrance[]> => {
  const first = await firstMonth(sql)
  if (!first || month.name < first.name)
    return [{ kind: 'BEFORE_THE_BOOKS', count: 1, detail: `the books begin in ${first?.name ?? 'no month'}` }]
  const earlier = monthBefore(month)
  const isEarlierOpen = month.name > first.name && !(await findClosedMonth(sql, earlier.name))
  const notBalanced = currenciesNotBalanced(accounts)
  const unmapped = accounts.filter(({ bank }) => bank === null).map(({ account }) => account)
  const aside = await countOf(sql, 'day_exceptions WHERE book = ? AND set_aside_on < ?', [
    systemClockId,
    month.before,
  ])
  const found: Hindrance[] = [
    { kind: 'EARLIER_MONTH_OPEN', count: isEarlierOpen ? 1 : 0, detail: `${earlier.name} is not closed` },
    { kind: 'DAYS_OPEN', count: await daysOpen(sql, month), detail: 'days of it are not closed' },
    { kind: 'SET_ASIDE', count: aside, detail: 'savings are set aside by its nights' },
    {
      kind: 'NOT_COMPARED',
      count: await daysNotCompared(sql, month),
      detail: 'days are not compared with the provider',
    },
    {
      kind: 'BREAKS_OPEN',
      count: await reviewsOpen(sql, month),
      detail: 'differences with the provider are open',
    },
    {
      kind: 'LINES_UNKNOWN',
      count: await linesUnknown(sql, month),
      detail: "lines of the provider's files are not explained",
    },
    { kind: 'NOT_BALANCED', count: notBalanced.length, detail: `not balanced: ${notBalanced.join(', ')}` },
    {
      kind: 'UNMAPPED',
      count: unmapped.length,
      detail: `no number in GENERAL_LEDGER_FILE: ${unmapped.join(', ')}`,
    },
  ]
  return found.filter(({ count }) => count > 0)
}
