import { toBigint, toNumber } from '../database/columns.js'
import type { Row, Tx } from '../database/database.js'
import { accrualReference, type BookDay } from '../savings/accrue-day.js'
import type { LocalDate } from '../shared/calendar.js'

/** What a day did, without ids or instants: the log of a walk, and its digest. */
export interface DayFacts {
  readonly day: LocalDate
  readonly accruals: readonly { product: string; currency: string; amount: string }[]
  readonly maturities: readonly {
    product: string
    currency: string
    count: number
    principal: string
    interest: string
    tax: string
  }[]
}

/** The interest as the ledger has it, since a day may post it in parts. */
const accruals = `SELECT 'ACCRUAL' AS kind, postings.dimension AS product, postings.currency, COUNT(*) AS count,
    -SUM(amount) AS amount, 0 AS interest, 0 AS tax
  FROM journals JOIN postings ON postings.journal_id = journals.id AND account = 'interest_payable'
  WHERE reference >= ? AND reference < ? GROUP BY postings.dimension, postings.currency`

const maturities = `SELECT 'MATURITY', product_code, currency, COUNT(*), SUM(principal), SUM(interest), SUM(tax)
  FROM maturities WHERE book = ? AND matured_on = ? GROUP BY product_code, currency`

const amountOf = (row: Row, column: string): string => toBigint(row[column]).toString()

const productOf = (row: Row) => ({ product: String(row['product']), currency: String(row['currency']) })

/** The facts of a day whose last row is written, in one statement: a walk of years asks every day. */
export const factsOf = async (tx: Tx, day: BookDay): Promise<DayFacts> => {
  const begin = accrualReference(day)
  const rows = await tx.all(`${accruals} UNION ALL ${maturities} ORDER BY kind, product, currency`, [
    begin,
    // The next character after the colon that it ends with: every reference that begins with it lies before.
    `${begin.slice(0, -1)};`,
    day.book,
    day.to,
  ])
  const of = (kind: string) => rows.filter((row) => row['kind'] === kind)
  return {
    day: day.to,
    accruals: of('ACCRUAL').map((row) => ({ ...productOf(row), amount: amountOf(row, 'amount') })),
    maturities: of('MATURITY').map((row) => ({
      ...productOf(row),
      count: toNumber(row['count']),
      principal: amountOf(row, 'amount'),
      interest: amountOf(row, 'interest'),
      tax: amountOf(row, 'tax'),
    })),
  }
}
