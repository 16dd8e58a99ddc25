import type { LocalDate } from '../../../kernel/calendar.js'
import type { Tx } from '../../../platform/database/database.js'
import { inSets } from '../../../platform/database/in-sets.js'
import type { SavingsChange } from '../roll-up-flows.js'
import type { SqlStatement } from './event.sql.js'
import type { StockFamily } from './stocks.sql.js'

const orAdd = (tx: Tx): string =>
  tx.dialect.orChange('family, day, key_1, key_2', (coming) =>
    ['n', 'n_2', 'amount']
      .map((column) => `${column} = insight_stocks.${column} + ${coming(column)}`)
      .join(', '),
  )

const insertInto = 'INSERT INTO insight_stocks (family, day, key_1, key_2, n, n_2, amount)'

/** Adds a day's changes of savings to the stocks by date of maturity. */
export const addChanges = async (
  tx: Tx,
  day: LocalDate,
  changes: readonly SavingsChange[],
): Promise<void> => {
  for (const some of inSets(changes))
    await tx.run(
      `${insertInto} VALUES ${some.map(() => `('MATURING', ?, ?, ?, ?, ?, ?)`).join(', ')} ${orAdd(tx)}`,
      some.flatMap(({ product, maturesOn, n, customers, amount }) => [
        day,
        product,
        maturesOn,
        n,
        customers,
        amount,
      ]),
    )
}

/** Adds to the stocks of a family at the end of a day. */
export const addStocks = async (
  tx: Tx,
  family: StockFamily,
  day: LocalDate,
  { sql, parameters }: SqlStatement,
): Promise<void> => {
  await tx.run(
    `${insertInto}
     SELECT ?, ?, key_1, key_2, n, n_2, amount FROM (${sql}) found WHERE TRUE
     ${orAdd(tx)}`,
    [family, day, ...parameters],
  )
}
