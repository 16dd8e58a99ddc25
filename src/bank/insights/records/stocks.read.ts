import type { Sql } from '../../../platform/database/database.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'
import type { StockFamily } from './stocks.sql.js'
import { amount, column, columns, date, integer, text, word } from '../../../platform/database/read-row.js'

/** A row of stocks at the end of a day. */
export interface Stock {
  readonly family: StockFamily
  readonly day: LocalDate
  readonly key1: string
  readonly key2: string
  readonly n: number
  readonly n2: number
  readonly amount: Minor
}

const stockOf = columns({
  family: word<StockFamily>(),
  day: date,
  key1: column('key_1', text),
  key2: column('key_2', text),
  n: integer,
  n2: column('n_2', integer),
  amount,
})

/** The stocks at the end of these days, ordered by day, then by key; `days` has at least one. */
export const readStocks = async (
  sql: Sql,
  family: StockFamily,
  days: readonly LocalDate[],
): Promise<Stock[]> => {
  const rows = await sql.all(
    `SELECT family, day, key_1, key_2, n, n_2, amount FROM insight_stocks
     WHERE family = ? AND day IN (${days.map(() => '?').join(', ')}) ORDER BY day, key_1, key_2`,
    [family, ...days],
  )
  return rows.map(stockOf)
}
