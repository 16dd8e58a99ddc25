import type { LocalDate } from '../../../kernel/calendar.js'
import type { Tx } from '../../../platform/database/database.js'
import type { SqlStatement } from './event.sql.js'
import type { StockFamily } from './stocks.sql.js'

/** Adds to what stands of a family at the end of a day. */
export const addStocks = async (
  tx: Tx,
  family: StockFamily,
  day: LocalDate,
  { sql, parameters }: SqlStatement,
): Promise<void> => {
  const add = (coming: (column: string) => string): string =>
    ['n', 'n_2', 'amount']
      .map((column) => `${column} = insight_stocks.${column} + ${coming(column)}`)
      .join(', ')
  await tx.run(
    `INSERT INTO insight_stocks (family, day, key_1, key_2, n, n_2, amount)
     SELECT ?, ?, key_1, key_2, n, n_2, amount FROM (${sql}) found WHERE TRUE
     ${tx.dialect.orChange('family, day, key_1, key_2', add)}`,
    [family, day, ...parameters],
  )
}
