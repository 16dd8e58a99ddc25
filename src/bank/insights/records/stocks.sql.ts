import type { IdRange } from '../../../platform/database/id-ranges.js'
import type { Dialect } from '../../../platform/database/dialect.js'
import { addDays, type LocalDate } from '../../../kernel/calendar.js'
import { amountBandSql } from '../rules/bands.rules.js'
import { currency, customerCountSql, systemSql, type SqlStatement } from './event.sql.js'

export const stockFamilies = [
  /** Band of the customer's balance. */
  'BALANCES',
  /** Month of the first deposit. */
  'COHORTS',
  /**
   * Product, date of maturity; kept for the last rolled-up day, and during a rebuild for the last one that is shown. `n`
   * counts savings, `n_2` customers.
   */
  'MATURING',
  /** Product, month of maturity; summed from MATURING, which therefore comes first. `n` and `n_2` as for MATURING. */
  'LIABILITIES',
] as const

export type StockFamily = (typeof stockFamilies)[number]

const stock = (keys: readonly [string, string], n: string, n2: string, amount: string): string =>
  `SELECT ${keys[0]} AS key_1, ${keys[1]} AS key_2, ${n} AS n, ${n2} AS n_2, ${amount} AS amount`

const month = (date: string): string => `SUBSTR(${date}, 1, 7)`

/**
 * Sums over the customers whose balance changed on the day. Grouped in each part of the UNION, which avoids a large
 * temporary table.
 */
const movedSaversSql = (figures: string, key: string, which = 'TRUE'): string =>
  `${figures} FROM insight_savers WHERE moved_on = ? AND ${which} GROUP BY ${key}`

const changedBalances = (day: LocalDate): SqlStatement => {
  const [before, now] = [amountBandSql('balance_before'), amountBandSql('balance')]
  return {
    sql: `${movedSaversSql(stock([before, `''`], '-COUNT(*)', '0', '-SUM(balance_before)'), before, 'balance_before > 0')}
     UNION ALL
     ${movedSaversSql(stock([now, `''`], 'COUNT(*)', '0', 'SUM(balance)'), now, 'balance > 0')}`,
    parameters: [day, day],
  }
}

const changedCohorts = (day: LocalDate): SqlStatement => {
  const joined = month('joined_on')
  const figures = stock(
    [joined, `''`],
    'SUM(CASE WHEN balance > 0 THEN 1 ELSE 0 END - CASE WHEN balance_before > 0 THEN 1 ELSE 0 END)',
    'SUM(CASE WHEN joined_on = moved_on THEN 1 ELSE 0 END)',
    'SUM(balance - balance_before)',
  )
  return { sql: movedSaversSql(figures, joined), parameters: [day] }
}

const referencedId = `SUBSTR(journals.reference, INSTR(journals.reference, ':') + 1)`

const openChange = `CASE WHEN SUBSTR(journals.reference, 1, 5) = 'EXIT:' THEN -1
  WHEN SUBSTR(journals.reference, 1, 10) = 'GIVE_BACK:' THEN 1
  WHEN SUBSTR(journals.reference, 1, 5) = 'VOID:' AND voided.ends_position = 1 THEN -1 ELSE 0 END`

/** Savings that were withdrawn, given back or voided, from some of the journals of a day. Deposits are counted elsewhere. */
export const changedPositionsSql = (
  day: LocalDate,
  { after, upTo }: IdRange,
  dialect: Dialect,
): SqlStatement =>
  summed({
    sql: `${stock(
      ['positions.product_code', 'SUBSTR(positions.maturity_on, 1, 10)'],
      openChange,
      `(${openChange}) * ${customerCountSql('positions')}`,
      '-postings.amount',
    )}
   FROM journals ${dialect.joinInOrder} postings ON postings.journal_id = journals.id
   JOIN positions ON positions.id = postings.dimension
   LEFT JOIN voided_deposits voided ON voided.id = ${referencedId}
   WHERE journals.book = ${systemSql} AND journals.business_on = ? AND journals.id > ? AND journals.id <= ?
     AND SUBSTR(journals.reference, 1, 8) <> 'DEPOSIT:' AND postings.account = 'customer_principal'
     AND postings.currency = ${currency}`,
    parameters: [day, after, upTo],
  })

const summed = ({ sql, parameters }: SqlStatement): SqlStatement => ({
  sql: `SELECT key_1, key_2, SUM(n) AS n, SUM(n_2) AS n_2, SUM(amount) AS amount FROM (${sql}) stocks
   GROUP BY key_1, key_2 HAVING SUM(n) <> 0 OR SUM(n_2) <> 0 OR SUM(amount) <> 0`,
  parameters,
})

const monthsOfDates = (day: LocalDate): SqlStatement => ({
  sql: `${stock(['key_1', month('key_2')], 'n', 'n_2', 'amount')} FROM insight_stocks WHERE family = 'MATURING' AND day = ?`,
  parameters: [day],
})

/** The LIABILITIES of a day: its MATURING rows by month of maturity. They must be complete. */
export const liabilitiesSql = (day: LocalDate): SqlStatement => summed(monthsOfDates(day))

/** The stock of the day before plus the changes of the day. Run it after the day is in `insight_savers`. */
export const carriedForwardSql = (family: StockFamily, day: LocalDate): SqlStatement => {
  if (family === 'LIABILITIES') return liabilitiesSql(day)
  const stockBefore = {
    sql: 'SELECT key_1, key_2, n, n_2, amount FROM insight_stocks WHERE family = ? AND day = ?',
    parameters: [family, addDays(day, -1)],
  }
  // `addChanges` adds the changes of MATURING afterwards.
  if (family === 'MATURING') return stockBefore
  const change = family === 'BALANCES' ? changedBalances(day) : changedCohorts(day)
  return summed({
    sql: `${stockBefore.sql} UNION ALL ${change.sql}`,
    parameters: [...stockBefore.parameters, ...change.parameters],
  })
}

/** The stocks of a range of customers, computed from their rebuilt savings and not from the day before. */
export const fromSaversSql = (family: 'BALANCES' | 'COHORTS', { after, upTo }: IdRange): SqlStatement =>
  summed({
    sql: `${
      family === 'BALANCES'
        ? stock([amountBandSql('balance'), `''`], '1', '0', 'balance')
        : stock([month('joined_on'), `''`], 'CASE WHEN balance > 0 THEN 1 ELSE 0 END', '1', 'balance')
    } FROM insight_savers WHERE customer_id > ? AND customer_id <= ?${family === 'BALANCES' ? ' AND balance > 0' : ''}`,
    parameters: [after, upTo],
  })

/** The balance of each position at the end of a day, from all of its postings. */
const balancesAtEnd = (dialect: Dialect): string =>
  `SELECT postings.dimension AS position_id, -SUM(postings.amount) AS balance
   FROM postings ${dialect.byIndex('ix_postings_account')} ${dialect.joinInOrder} journals ON journals.id = postings.journal_id
   WHERE postings.book = ${systemSql} AND postings.account = 'customer_principal'
     AND postings.dimension > ? AND postings.dimension <= ?
     AND journals.business_on <= ? AND postings.currency = ${currency}
   GROUP BY postings.dimension HAVING SUM(postings.amount) <> 0`

export const fromPositionsSql = (day: LocalDate, { after, upTo }: IdRange, dialect: Dialect): SqlStatement =>
  summed({
    sql: `${stock(['positions.product_code', 'SUBSTR(positions.maturity_on, 1, 10)'], '1', customerCountSql('positions'), 'of_positions.balance')}
     FROM (${balancesAtEnd(dialect)}) of_positions JOIN positions ON positions.id = position_id`,
    parameters: [after, upTo, day],
  })
