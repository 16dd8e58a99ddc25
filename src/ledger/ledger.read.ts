import { toBigint, toNumber } from '../database/columns.js'
import type { Row, Sql } from '../database/database.js'
import { selectOne } from '../database/rows.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Instant } from '../shared/clock.js'
import type { Minor } from '../shared/money.js'
import { Refusal } from '../shared/refusal.js'
import type { LedgerAccount } from './chart.js'
import { Journal } from './ledger.entity.js'

/** What an account stands at: a debit balance is positive, a credit balance negative. */
export interface AccountBalance {
  readonly account: LedgerAccount
  readonly currency: string
  readonly balance: Minor
}

/**
 * Every account of a book as of the end of a day, by booking date, all its dimensions together; sums to zero per currency.
 * Of a closed day it never changes.
 */
export const readTrialBalance = async (
  sql: Sql,
  book: string,
  asOf: LocalDate,
): Promise<AccountBalance[]> => {
  const rows = await sql.all(
    `SELECT currency, account, SUM(amount) AS balance FROM ledger_totals
     WHERE book = ? AND business_on <= ? GROUP BY currency, account ORDER BY currency, account`,
    [book, asOf],
  )
  return rows.map((row) => ({
    account: row['account'] as LedgerAccount,
    currency: String(row['currency']),
    balance: toBigint(row['balance']),
  }))
}

/** One posting with the journal that it is a line of. */
export interface LedgerEntry {
  readonly journalId: string
  readonly line: number
  readonly book: string
  readonly reference: string
  readonly customerId: string | null
  readonly account: LedgerAccount
  readonly dimension: string
  readonly amount: Minor
  readonly currency: string
  readonly businessOn: LocalDate
  readonly valueOn: LocalDate
  readonly createdAt: Instant
}

/** Dates are half open: from `from`, before `before`. What is null is not asked for. */
export interface EntryFilter {
  readonly book: string
  readonly account: LedgerAccount | null
  readonly dimension: string | null
  readonly from: LocalDate | null
  readonly before: LocalDate | null
  /** The id of the last entry seen. */
  readonly after: string | null
}

export const entriesMax = 100

export const entryId = ({ journalId, line }: Pick<LedgerEntry, 'journalId' | 'line'>): string =>
  `${journalId}-${line}`

type Clause = readonly [condition: string, ...parameters: readonly unknown[]]

/** The place in the list behind an entry. Refuses: INVALID_ARGUMENT. */
const behind = async (sql: Sql, { book, after }: EntryFilter): Promise<Clause[]> => {
  if (after === null) return []
  const [, id, line] = /^(\w{1,40})-(\d{1,6})$/.exec(after) ?? []
  const journal = id && (await selectOne(sql, Journal, 'WHERE id = ? AND book = ?', [id, book]))
  if (!journal) throw new Refusal('INVALID_ARGUMENT', 'There is no such entry to go on after')
  const { businessOn } = journal
  return [
    ['journals.business_on >= ?', businessOn],
    [
      '(journals.business_on > ? OR journals.id > ? OR (journals.id = ? AND postings.line > ?))',
      businessOn,
      journal.id,
      journal.id,
      Number(line),
    ],
  ]
}

const entryOf = (row: Row): LedgerEntry => ({
  journalId: String(row['journal_id']),
  line: toNumber(row['line']),
  book: String(row['book']),
  reference: String(row['reference']),
  customerId: row['customer_id'] as string | null,
  account: row['account'] as LedgerAccount,
  dimension: String(row['dimension']),
  amount: toBigint(row['amount']),
  currency: String(row['currency']),
  businessOn: row['business_on'] as LocalDate,
  valueOn: row['value_on'] as LocalDate,
  createdAt: toNumber(row['created_at']),
})

/** Entries of a book by booking date, a page at a time. Refuses: INVALID_ARGUMENT. */
export const readEntries = async (sql: Sql, filter: EntryFilter): Promise<LedgerEntry[]> => {
  const { book, account, dimension, from, before } = filter
  const clauses: Clause[] = [
    ['journals.book = ?', book],
    ...(account === null ? [] : [['postings.account = ?', account] as const]),
    ...(dimension === null ? [] : [['postings.dimension = ?', dimension] as const]),
    ...(from === null ? [] : [['journals.business_on >= ?', from] as const]),
    ...(before === null ? [] : [['journals.business_on < ?', before] as const]),
    ...(await behind(sql, filter)),
  ]
  const rows = await sql.all(
    `SELECT postings.journal_id, postings.line, postings.book, postings.account, postings.dimension,
       postings.amount, postings.currency, journals.reference, journals.customer_id, journals.business_on,
       COALESCE(journals.value_on, journals.business_on) AS value_on, journals.created_at
     FROM journals JOIN postings ON postings.journal_id = journals.id
     WHERE ${clauses.map(([condition]) => condition).join(' AND ')}
     ORDER BY journals.business_on, journals.id, postings.line LIMIT ${entriesMax}`,
    clauses.flatMap(([, ...parameters]) => parameters),
  )
  return rows.map(entryOf)
}
