import type { Tx } from '../../platform/database/database.js'
import { idRanges, type IdRange } from '../../platform/database/id-ranges.js'
import type { LocalDate } from '../../kernel/calendar.js'
import { market } from '../../kernel/market.js'
import { systemClockId } from '../business-clock/clock.entity.js'
import { fromPositionsSql, fromSaversSql, liabilitiesSql, stockFamilies } from './records/stocks.sql.js'
import { addStocks } from './records/add-stocks.js'

/** How many rows of each table one statement handles; for a customer or a position it reads all of their postings. */
export interface BatchSizes {
  readonly customers: number
  readonly positions: number
  readonly journals: number
}

/** With these numbers a statement takes far less than its timeout, at any size of the bank. */
export const batchSizesDefault: BatchSizes = { customers: 500, positions: 2_000, journals: 20_000 }

/** Each customer's savings at the end of a day, computed from all postings. */
const restateSavers = async (tx: Tx, day: LocalDate, { after, upTo }: IdRange): Promise<void> => {
  await tx.run('DELETE FROM insight_savers WHERE customer_id > ? AND customer_id <= ?', [after, upTo])
  await tx.run(
    `INSERT INTO insight_savers (customer_id, joined_on, balance, balance_before, moved_on, moved_before_on)
     SELECT journals.customer_id, MIN(journals.business_on), -SUM(postings.amount), 0, MAX(journals.business_on), NULL
     FROM journals ${tx.dialect.byIndex('ix_journals_customer')}
     ${tx.dialect.joinInOrder} postings ON postings.journal_id = journals.id
     WHERE journals.customer_id > ? AND journals.customer_id <= ? AND journals.book = ? AND journals.business_on <= ?
       AND postings.account = 'customer_principal' AND postings.currency = ?
     GROUP BY journals.customer_id`,
    [after, upTo, systemClockId, day, market.currency],
  )
}

/**
 * All stocks at the end of a day, computed from the books, one range of customers and of positions after the other. Concurrent
 * readers see the old stocks until the transaction is committed.
 */
export const restateStocks = async (
  tx: Tx,
  day: LocalDate,
  batchSizes = batchSizesDefault,
): Promise<void> => {
  for (const family of stockFamilies)
    await tx.run('DELETE FROM insight_stocks WHERE family = ? AND day = ?', [family, day])
  for await (const range of idRanges(tx, { table: 'customers' }, batchSizes.customers)) {
    await restateSavers(tx, day, range)
    for (const family of ['BALANCES', 'COHORTS'] as const)
      await addStocks(tx, family, day, fromSaversSql(family, range))
  }
  for await (const range of idRanges(tx, { table: 'positions' }, batchSizes.positions))
    await addStocks(tx, 'MATURING', day, fromPositionsSql(day, range, tx.dialect))
  await addStocks(tx, 'LIABILITIES', day, liabilitiesSql(day))
}
