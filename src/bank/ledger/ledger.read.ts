import { toBigint, toNumber } from '../../platform/database/columns.js'
import type { Row, Sql } from '../../platform/database/database.js'
import { selectOne } from '../../platform/database/rows.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { Minor } from '../../kernel/money.js'
import { Refusal } from '../../kernel/refusal.js'
import type { LedgerAccount } from './chart.js'
import { Journal } from './ledger.entity.js'

/** What an account stands at: a debit balance is positive, a credit balance negative. */
export interface AccountBalance {
  readonly account: LedgerAccount
  readonly currency: string
  readonly balance: Minor
}

const beforeAll = '1000-01-01' as LocalDate

/** The last day, at the latest `asOf`, whose balances are written down; one before all others when none are. */
export const lastClosing = async (sql: Sql, book: string, asOf: LocalDate): Promise<LocalDate> => {
  const [row] = await sql.all(
    'SELECT MAX(closed_on) AS closed_on FROM ledger_closings WHERE book = ? AND closed_on <= ?',
    [book, asOf],
  )
  return (row?.['closed_on'] as LocalDate | null | undefined) ?? beforeAll
}

/**
 * Every account of a book as of the end of a day, by booking date, all its dimensions together; sums to zero per currency.
 * Of a closed day it never changes. What was posted since the last day that is written down is added up.
 */
export const readTrialBalance = async (
  sql: Sql,
  book: string,
  asOf: LocalDate,
): Promise<AccountBalance[]> => {
  const closedOn = await lastClosing(sql, book, asOf)
  const since = 'WHERE book = ? AND business_on > ? AND business_on <= ?'
  const rows = await sql.all(
    `SELECT currency, account, SUM(amount) AS balance FROM (
       SELECT currency, account, balance AS amount FROM ledger_closings WHERE book = ? AND closed_on = ?
       UNION ALL SELECT currency, account, SUM(amount) FROM ledger_totals ${since} GROUP BY currency, account
       UNION ALL SELECT currency, account, SUM(amount) FROM ledger_shared_totals ${since} GROUP BY currency, account) sums
     GROUP BY currency, account ORDER BY currency, account`,
    [book, closedOn, book, closedOn, asOf, book, closedOn, asOf],
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

/** The place in the list behind an entry: of the journals from its own on, and of the entries. Refuses: INVALID_ARGUMENT. */
const behind = async (
  sql: Sql,
  { book, after }: EntryFilter,
): Promise<{ readonly ofJournals: Clause[]; readonly ofEntries: Clause[] }> => {
  if (after === null) return { ofJournals: [], ofEntries: [] }
  const [, id, line] = /^(\w{1,40})-(\d{1,6})$/.exec(after) ?? []
  const journal = id && (await selectOne(sql, Journal, 'WHERE id = ? AND book = ?', [id, book]))
  if (!journal) throw new Refusal('INVALID_ARGUMENT', 'There is no such entry to go on after')
  const { businessOn: on } = journal
  return {
    ofJournals: [
      ['business_on >= ? AND (business_on > ? OR (business_on = ? AND id >= ?))', on, on, on, journal.id],
    ],
    ofEntries: [['(journals.id <> ? OR postings.line > ?)', journal.id, Number(line)]],
  }
}

const allOf = (clauses: readonly Clause[]): string => clauses.map(([condition]) => condition).join(' AND ')
const parametersOf = (clauses: readonly Clause[]): unknown[] =>
  clauses.flatMap(([, ...parameters]) => parameters)

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

/**
 * Entries of a book by booking date, a page at a time. Where all entries are asked for, the journals of the page are chosen
 * first, off an index, from their place in it on: each has at least two, so that as many as the page is long fill it, after the one that it
 * may begin within. Refuses: INVALID_ARGUMENT.
 */
export const readEntries = async (sql: Sql, filter: EntryFilter): Promise<LedgerEntry[]> => {
  const { book, account, dimension, from, before } = filter
  const { ofJournals, ofEntries } = await behind(sql, filter)
  const journals: Clause[] = [
    ['book = ?', book],
    ...(from === null ? [] : [['business_on >= ?', from] as const]),
    ...(before === null ? [] : [['business_on < ?', before] as const]),
    ...ofJournals,
  ]
  const which: Clause[] = [
    ...(account === null ? [] : [['postings.account = ?', account] as const]),
    ...(dimension === null ? [] : [['postings.dimension = ?', dimension] as const]),
  ]
  const isPage = which.length === 0
  // MariaDB would look the book up in that index, and read it from its first day to the page.
  const index = isPage ? sql.dialect.byIndex('ix_journals_book') : ''
  const page = isPage ? `ORDER BY business_on, id LIMIT ${entriesMax + 1}` : ''
  const entries = [['TRUE'] as const, ...which, ...ofEntries]
  const rows = await sql.all(
    `SELECT postings.journal_id, postings.line, postings.book, postings.account, postings.dimension,
       postings.amount, postings.currency, journals.reference, journals.customer_id, journals.business_on,
       COALESCE(journals.value_on, journals.business_on) AS value_on, journals.created_at
     FROM (SELECT * FROM journals ${index} WHERE ${allOf(journals)} ${page}) journals
     JOIN postings ON postings.journal_id = journals.id
     WHERE ${allOf(entries)}
     ORDER BY journals.business_on, journals.id, postings.line LIMIT ${entriesMax}`,
    [...parametersOf(journals), ...parametersOf(entries)],
  )
  return rows.map(entryOf)
}
