import { amount, columns, integer, text, word } from '../../../platform/database/read-row.js'
import type { Sql } from '../../../platform/database/database.js'
import { addDays, addMonths, type LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'

export type MaturityBucket = 'MATURED' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR' | 'LATER'

export interface Owed {
  readonly bucket: MaturityBucket
  readonly currency: string
  readonly positions: number
  readonly principal: Minor
}

/**
 * The first date after each bucket (a range of maturity dates), as seen from `on`. The week ends on Sunday; the month, the quarter
 * and the year are those of the calendar.
 */
export const endsOf = (on: LocalDate): readonly (readonly [MaturityBucket, LocalDate])[] => {
  const weekday = (new Date(`${on}T00:00:00Z`).getUTCDay() + 6) % 7
  const month = `${on.slice(0, 7)}-01` as LocalDate
  const monthInQuarter = (Number(on.slice(5, 7)) - 1) % 3
  return [
    ['MATURED', addDays(on, 1)],
    ['WEEK', addDays(on, 7 - weekday)],
    ['MONTH', addMonths(month, 1)],
    ['QUARTER', addMonths(month, 3 - monthInQuarter)],
    ['YEAR', `${Number(on.slice(0, 4)) + 1}-01-01` as LocalDate],
  ]
}

/**
 * What a book owes for savings at the end of a date, by maturity: the sums of the ledger balances of positions on that date.
 * Positions that are being paid out are excluded.
 */
export const readOwed = async (sql: Sql, book: string, on: LocalDate): Promise<Owed[]> => {
  const ends = endsOf(on)
  const buckets = ends.map(([bucket]) => `WHEN positions.maturity_on < ? THEN '${bucket}'`).join(' ')
  const rows = await sql.all(
    `SELECT bucket, currency, COUNT(*) AS positions, SUM(principal) AS principal FROM (
       SELECT CASE ${buckets} ELSE 'LATER' END AS bucket, owed.currency, owed.principal
       FROM (SELECT dimension, currency, -SUM(amount) AS principal FROM ledger_totals
             WHERE book = ? AND account = 'customer_principal' AND business_on <= ?
             GROUP BY dimension, currency HAVING SUM(amount) <> 0) owed
       JOIN positions ON positions.id = owed.dimension) bucketed
     GROUP BY bucket, currency`,
    [...ends.map(([, end]) => end), book, on],
  )
  const order = [...ends.map(([bucket]) => bucket), 'LATER']
  return rows
    .map(
      columns({
        bucket: word<MaturityBucket>(),
        currency: text,
        positions: integer,
        principal: amount,
      }),
    )
    .toSorted((a, b) => order.indexOf(a.bucket) - order.indexOf(b.bucket))
}
