import {
  amount,
  column,
  columns,
  date,
  integer,
  orNull,
  text,
  word,
  only,
} from '../../platform/database/read-row.js'
import type { Sql } from '../../platform/database/database.js'
import type { Source } from '../../platform/database/keyset.js'
import { inList } from '../../platform/database/in-list.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { Minor } from '../../kernel/money.js'
import { selectAll } from '../../platform/database/rows.js'
import type { LedgerAccount } from './chart.js'
import { Journal } from './ledger.entity.js'

/** The balance of an account: a debit balance is positive, a credit balance negative. */
export interface AccountBalance {
  readonly account: LedgerAccount
  readonly currency: string
  readonly balance: Minor
}

const dateBeforeAll = '1000-01-01' as LocalDate

/** The last day up to `asOf` with stored balances; if there is none, a date before all others. */
export const lastClosing = async (sql: Sql, book: string, asOf: LocalDate): Promise<LocalDate> => {
  const [row] = await sql.all(
    'SELECT MAX(closed_on) AS closed_on FROM ledger_closings WHERE book = ? AND closed_on <= ?',
    [book, asOf],
  )
  return only(row, orNull(date)) ?? dateBeforeAll
}

/**
 * Every account of a book at the end of a day, by booking date, all dimensions together; the sum is zero per currency. The
 * balances of a closed day never change. Reads the stored balances of the last closed day, and adds the postings since.
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
  return rows.map(
    columns({
      account: word<LedgerAccount>(),
      currency: text,
      balance: amount,
    }),
  )
}

/** One posting with its journal. */
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

export const entryId = ({ journalId, line }: Pick<LedgerEntry, 'journalId' | 'line'>): string =>
  `${journalId}-${line}`

/** The column of each property of an entry. */
const entryColumns: Readonly<Record<keyof LedgerEntry, string>> = {
  journalId: 'postings.journal_id',
  line: 'postings.line',
  book: 'postings.book',
  reference: 'journals.reference',
  customerId: 'journals.customer_id',
  account: 'postings.account',
  dimension: 'postings.dimension',
  amount: 'postings.amount',
  currency: 'postings.currency',
  businessOn: 'journals.business_on',
  valueOn: 'COALESCE(journals.value_on, journals.business_on)',
  createdAt: 'journals.created_at',
}

const entrySelect = Object.entries(entryColumns).map(([property, column]) => `${column} AS ${property}`)

const entryOf = columns({
  journalId: column('journalId', text),
  line: integer,
  book: text,
  reference: text,
  customerId: column('customerId', orNull(text)),
  account: word<LedgerAccount>(),
  dimension: text,
  amount: amount,
  currency: text,
  businessOn: column('businessOn', date),
  valueOn: column('valueOn', date),
  createdAt: column('createdAt', integer),
})

/**
 * Postings with their journals. Read from the postings in the order of their key, unless a filter is about the journals: then
 * an index of the journals is faster.
 */
export const entrySource: Source<LedgerEntry> = {
  from: (sql, conditions) => {
    const isOfJournals = conditions.some((condition) => condition.sql.includes('journals.'))
    return `postings ${isOfJournals ? 'JOIN' : sql.dialect.joinInOrder} journals ON journals.id = postings.journal_id`
  },
  columns: () => entrySelect,
  column: (_sql, property) => entryColumns[property],
  rowOf: (_sql, row) => entryOf(row),
}

/** `ids` has at least one. */
export const readJournals = (sql: Sql, ids: readonly string[]): Promise<Journal[]> => {
  const { places, parameters } = inList(ids)
  return selectAll(sql, Journal, `WHERE id IN (${places})`, parameters)
}

/** The lines of many journals in one statement, in their order; `ids` has at least one. */
export const readEntriesOf = async (sql: Sql, ids: readonly string[]): Promise<LedgerEntry[]> => {
  const { places, parameters } = inList(ids)
  const rows = await sql.all(
    `SELECT ${entrySelect.join(', ')} FROM postings JOIN journals ON journals.id = postings.journal_id
     WHERE postings.journal_id IN (${places}) ORDER BY postings.journal_id, postings.line`,
    parameters,
  )
  return rows.map(entryOf)
}
