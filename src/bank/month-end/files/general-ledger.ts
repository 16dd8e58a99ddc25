import { amount, columns, date, integer, orNull, text } from '../../../platform/database/read-row.js'
import * as z from 'zod'
import type { Row, Sql } from '../../../platform/database/database.js'
import { idRanges, type IdRange } from '../../../platform/database/id-ranges.js'
import type { Report, ReportPage } from '../../../platform/files/report.js'
import { recordReaders } from '../../../platform/graphql/access.js'
import { assert } from '../../../kernel/assert.js'
import { addDays, type LocalDate } from '../../../kernel/calendar.js'
import { shownId } from '../../../kernel/ids.js'
import { formatAmount, type Minor } from '../../../kernel/money.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import type { BankAccount } from '../account-numbers.js'
import { accountsOf, type MonthAccount } from '../month-end.read.js'
import type { Month } from '../month.rules.js'
import { ofClosedMonth } from './of-closed-month.js'

/** How many journals one SQL statement reads. */
const sumsAtOnce = 20_000
const linesAtOnce = 500

const postingsOfDay = ({ dialect }: Sql): string =>
  `FROM journals ${dialect.joinInOrder} postings ON postings.journal_id = journals.id
   WHERE journals.book = ? AND journals.business_on = ? AND journals.id > ? AND journals.id <= ?`

const journalsOn = (sql: Sql, day: LocalDate, atOnce: number): AsyncGenerator<IdRange> =>
  idRanges(
    sql,
    { table: 'journals', where: 'book = ? AND business_on = ?', parameters: [systemClockId, day] },
    atOnce,
  )

interface Turnover {
  readonly bank: BankAccount
  readonly currency: string
  entries: number
  debit: Minor
  credit: Minor
}

/**
 * Checks for each account that its balance at the beginning of the month and the movements of the days add up to the balance
 * that the month was closed with.
 */
class MonthMovements {
  private readonly remaining: Map<string, Minor>

  constructor(accounts: readonly MonthAccount[]) {
    this.remaining = new Map(
      accounts.map(({ account, currency, opening, closing }) => [
        `${account} ${currency}`,
        closing - opening,
      ]),
    )
  }

  add(account: string, currency: string, amount: Minor): void {
    const key = `${account} ${currency}`
    this.remaining.set(key, (this.remaining.get(key) ?? 0n) - amount)
  }

  checkAll(): void {
    for (const [key, remaining] of this.remaining)
      assert(remaining === 0n, `the postings of ${key} do not add up to its change in the month`)
  }
}

interface LedgerRequest {
  readonly sql: Sql
  readonly month: Month
  readonly accounts: readonly MonthAccount[]
  readonly movements: MonthMovements
}

const bankAccountOf = ({ accounts }: LedgerRequest, account: string): BankAccount => {
  const bank = accounts.find((other) => other.account === account)?.bank
  assert(bank, `${account} has postings in a closed month that does not list it`)
  return bank
}

const sides = (amount: { readonly debit: Minor; readonly credit: Minor }, currency: string) => [
  formatAmount(amount.debit, currency),
  formatAmount(amount.credit, currency),
  currency,
]

const sumOf = columns({ account: text, currency: text, entries: integer, debit: amount, credit: amount })

/** The debits and credits of a day, by the account numbers of the bank's chart. */
const turnoversOn = async (request: LedgerRequest, day: LocalDate): Promise<Turnover[]> => {
  const { sql, movements } = request
  const turnovers = new Map<string, Turnover>()
  for await (const { after, upTo } of journalsOn(sql, day, sumsAtOnce)) {
    const rows = await sql.all(
      `SELECT postings.account, postings.currency, COUNT(*) AS entries,
         SUM(CASE WHEN postings.amount > 0 THEN postings.amount ELSE 0 END) AS debit,
         SUM(CASE WHEN postings.amount < 0 THEN -postings.amount ELSE 0 END) AS credit
       ${postingsOfDay(sql)} GROUP BY postings.account, postings.currency`,
      [systemClockId, day, after, upTo],
    )
    for (const { account, currency, entries, debit, credit } of rows.map(sumOf)) {
      const bank = bankAccountOf(request, account)
      movements.add(account, currency, debit - credit)
      const key = `${bank.number} ${currency}`
      const turnover = turnovers.get(key) ?? { bank, currency, entries: 0, debit: 0n, credit: 0n }
      turnover.entries += entries
      turnover.debit += debit
      turnover.credit += credit
      turnovers.set(key, turnover)
    }
  }
  return [...turnovers].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, turnover]) => turnover)
}

const checkBalanced = (day: LocalDate, turnovers: readonly Turnover[]): void => {
  for (const [currency, some] of Map.groupBy(turnovers, (turnover) => turnover.currency)) {
    const difference = some.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)
    assert(difference === 0n, `debits and credits of ${day} differ in ${currency}`)
  }
}

const daysOf = function* ({ from, before }: Month): Generator<LocalDate> {
  for (let day = from; day < before; day = addDays(day, 1)) yield day
}

const sumColumns = ['bookedOn', 'account', 'name', 'entries', 'debit', 'credit', 'currency']

async function* sumsOf(request: LedgerRequest): AsyncGenerator<ReportPage> {
  for (const day of daysOf(request.month)) {
    const turnovers = await turnoversOn(request, day)
    checkBalanced(day, turnovers)
    yield {
      rows: turnovers.map(({ bank, currency, entries, ...amounts }) => [
        day,
        bank.number,
        bank.name,
        entries,
        ...sides(amounts, currency),
      ]),
    }
  }
  request.movements.checkAll()
}

// prettier-ignore
const lineColumns = [
  'bookedOn', 'valueOn', 'journal', 'reference', 'line', 'account', 'name', 'ledgerAccount', 'dimension',
  'debit', 'credit', 'currency',
]

const postingOf = columns({
  valueOn: orNull(date),
  id: text,
  reference: text,
  line: integer,
  account: text,
  dimension: text,
  amount,
  currency: text,
})

const lineOf = (request: LedgerRequest, day: LocalDate, row: Row): unknown[] => {
  const { amount: change, currency, ...posting } = postingOf(row)
  const bank = bankAccountOf(request, posting.account)
  request.movements.add(posting.account, currency, change)
  const amounts = change > 0n ? { debit: change, credit: 0n } : { debit: 0n, credit: -change }
  return [
    day,
    posting.valueOn,
    shownId('Journal', posting.id),
    posting.reference,
    posting.line,
    bank.number,
    bank.name,
    posting.account,
    posting.dimension,
    ...sides(amounts, currency),
  ]
}

async function* linesOf(request: LedgerRequest): AsyncGenerator<ReportPage> {
  for (const day of daysOf(request.month))
    for await (const { after, upTo } of journalsOn(request.sql, day, linesAtOnce)) {
      const rows = await request.sql.all(
        `SELECT journals.id, journals.reference, COALESCE(journals.value_on, journals.business_on) AS value_on, postings.line,
           postings.account, postings.dimension, postings.currency, postings.amount
         ${postingsOfDay(request.sql)} ORDER BY journals.id, postings.line`,
        [systemClockId, day, after, upTo],
      )
      yield { rows: rows.map((row) => lineOf(request, day, row)) }
    }
  request.movements.checkAll()
}

/** The general ledger of a closed month by the bank's own chart: a sum for each day and account, or every line. */
export const generalLedger: Report = {
  name: 'generalLedger',
  readers: recordReaders,
  open: async (sql, given) => {
    const { month, closed, filter } = await ofClosedMonth(sql, given, { lines: z.boolean().default(false) })
    const accounts = accountsOf(closed)
    const request = { sql, month, accounts, movements: new MonthMovements(accounts) }
    return filter.lines
      ? { columns: lineColumns, pages: linesOf(request) }
      : { columns: sumColumns, pages: sumsOf(request) }
  },
}
