import { amount, columns, text, word, date } from '../../platform/database/read-row.js'
import type { Row, Sql } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { addDays, addMonths, type LocalDate } from '../../kernel/calendar.js'
import { lastClosing, type AccountBalance } from './ledger.read.js'
import type { LedgerAccount } from './chart.js'

const firstOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 7)}-01` as LocalDate

/** The last day of each month in a half-open range of dates; for the last month the last date of the range. */
export const monthEnds = (from: LocalDate, before: LocalDate): LocalDate[] => {
  const ends: LocalDate[] = []
  for (let next = addMonths(firstOfMonth(from), 1); ; next = addMonths(next, 1)) {
    const isLast = next >= before
    if (isLast && from >= before) return ends
    ends.push(addDays(isLast ? before : next, -1))
    if (isLast) return ends
  }
}

const balanceOf = columns({
  account: word<LedgerAccount>(),
  currency: text,
  balance: amount,
})

const closingOf = columns({ closedOn: date })
const monthOf = columns({ month: text })

type Sums = Map<string, AccountBalance>

const addTo = (sums: Sums, added: AccountBalance): void => {
  const key = `${added.currency} ${added.account}`
  sums.set(key, { ...added, balance: added.balance + (sums.get(key)?.balance ?? 0n) })
}

const sortedBalances = (sums: Sums): AccountBalance[] =>
  [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, balance]) => balance)

/** What was posted after the last day with stored balances, by month. */
const readPostedSince = async (
  sql: Sql,
  book: string,
  closedOn: LocalDate,
  asOf: LocalDate,
): Promise<Row[]> => {
  const since = 'WHERE book = ? AND business_on > ? AND business_on <= ?'
  return sql.all(
    `SELECT month, currency, account, SUM(amount) AS balance FROM (
       SELECT SUBSTR(business_on, 1, 7) AS month, currency, account, amount FROM ledger_totals ${since}
       UNION ALL SELECT SUBSTR(business_on, 1, 7), currency, account, amount FROM ledger_shared_totals ${since}) sums
     GROUP BY month, currency, account ORDER BY month`,
    [book, closedOn, asOf, book, closedOn, asOf],
  )
}

/**
 * The balances at the ends of several months, in order. Those of closed days are stored; later postings are added up in
 * one pass.
 */
export const readTrialBalances = async (
  sql: Sql,
  book: string,
  ends: readonly LocalDate[],
): Promise<AccountBalance[][]> => {
  const last = ends.at(-1)
  if (last === undefined) return []
  const closedOn = await lastClosing(sql, book, last)
  const { places, parameters } = inList([...ends, closedOn])
  const closings = await sql.all(
    `SELECT closed_on, currency, account, balance FROM ledger_closings
     WHERE book = ? AND closed_on IN (${places}) ORDER BY currency, account`,
    [book, ...parameters],
  )
  const closingsOn = (on: LocalDate) =>
    closings.filter((row) => closingOf(row).closedOn === on).map(balanceOf)
  const since = closedOn === last ? [] : await readPostedSince(sql, book, closedOn, last)
  const sums: Sums = new Map()
  for (const balance of closingsOn(closedOn)) addTo(sums, balance)
  let next = 0
  return ends.map((end) => {
    if (end <= closedOn) return closingsOn(end)
    while (next < since.length && monthOf(since[next]!).month <= end.slice(0, 7))
      addTo(sums, balanceOf(since[next++]!))
    return sortedBalances(sums)
  })
}
