import type { Dialect } from '../../../platform/database/dialect.js'
import { addDays } from '../../../kernel/calendar.js'
import { weekOf } from '../rules/periods.rules.js'
import {
  currency,
  eventSql,
  noKeySql,
  renewalDays,
  systemSql,
  type MarketDay,
  type SqlStatement,
} from './event.sql.js'

/** By how much each journal of a day changed the savings of a customer; `which` is a further condition. */
export const movementsSql = (dialect: Dialect, which = 'TRUE'): string =>
  `SELECT journals.customer_id AS mover, -postings.amount AS delta
   FROM journals ${dialect.joinInOrder} postings ON postings.journal_id = journals.id
   WHERE journals.book = ${systemSql} AND journals.business_on = ? AND journals.customer_id IS NOT NULL
     AND ${which} AND postings.account = 'customer_principal' AND postings.currency = ${currency}`

/** By how much the savings of each customer changed on a day. */
const movesSql = (dialect: Dialect): string =>
  `SELECT mover, SUM(delta) AS delta FROM (${movementsSql(dialect)}) movements GROUP BY mover`

/** What a customer became on the day, from `joined_on`, `balance` and `balance_before`. */
const became = `CASE WHEN joined_on = ? THEN 'JOINED' WHEN balance_before > 0 AND balance = 0 THEN 'LEFT'
  WHEN balance_before = 0 AND balance > 0 THEN 'RETURNED' ELSE 'SAVED' END`

const firstInWeek = 'CASE WHEN moved_before_on IS NULL OR moved_before_on < ? THEN 1 ELSE 0 END'

/** The customers whose balance changed on the day. Run it after the day is in `insight_savers`. */
export const customers = ({ day }: MarketDay): SqlStatement => ({
  sql: `${eventSql([became, noKeySql, noKeySql], 'customer_id', { amounts: [firstInWeek] })}
   FROM insight_savers WHERE moved_on = ?`,
  parameters: [day, weekOf(day), day],
  isOnePerCustomer: true,
})

/** The customers whose balance changed on a day that is not rolled up. */
export const customersWithoutRollUp = ({ day }: MarketDay, dialect: Dialect): SqlStatement => ({
  sql: `${eventSql([became, noKeySql, noKeySql], 'customer_id', { amounts: [firstInWeek] })}
   FROM (SELECT mover AS customer_id, COALESCE(joined_on, ${dialect.dateParameter}) AS joined_on,
       COALESCE(balance, 0) AS balance_before, COALESCE(balance, 0) + delta AS balance, moved_on AS moved_before_on
     FROM (${movesSql(dialect)}) moves LEFT JOIN insight_savers ON insight_savers.customer_id = mover) moved`,
  parameters: [day, weekOf(day), day, day],
  isOnePerCustomer: true,
})

/** False for a deposit that is booked on its value date, as nearly all are: its journal posts no interest. */
const mayHaveInterest = `CASE WHEN SUBSTR(journals.reference, 1, 8) = 'DEPOSIT:' AND journals.value_on = journals.business_on
  THEN 0 ELSE 1 END = 1`

/** Interest expense by product. The product comes from another line of the journal (interest payable, or the position), or from the voided deposit. */
export const interest = ({ day }: MarketDay, dialect: Dialect): SqlStatement => ({
  sql: `${eventSql(
    [
      `COALESCE(payable.dimension, positions.product_code, voided_deposits.product_code, '')`,
      noKeySql,
      noKeySql,
    ],
    'journals.customer_id',
    {
      n: '0',
      amounts: [
        'expense.amount',
        `CASE WHEN SUBSTR(journals.reference, 1, 8) = 'ACCRUAL:' THEN expense.amount ELSE 0 END`,
      ],
    },
  )}
   FROM journals ${dialect.joinInOrder} postings expense ON expense.journal_id = journals.id
   LEFT JOIN postings payable ON payable.journal_id = journals.id AND payable.account = 'interest_payable'
   LEFT JOIN postings saved ON saved.journal_id = journals.id AND saved.account = 'customer_principal'
   LEFT JOIN positions ON positions.id = saved.dimension
   LEFT JOIN voided_deposits ON voided_deposits.id = SUBSTR(journals.reference, 6) AND SUBSTR(journals.reference, 1, 5) = 'VOID:'
   WHERE journals.book = ${systemSql} AND journals.business_on = ? AND ${mayHaveInterest} AND expense.account = 'interest_expense'
     AND expense.currency = ${currency}`,
  parameters: [day],
})

/** Maturities that were booked `renewalDays` ago, and whether the customer has saved again since. */
export const renewal = ({ day }: MarketDay): SqlStatement => {
  const maturedOn = addDays(day, -renewalDays)
  const booked = `(maturities.booked_on = ? OR (maturities.booked_on IS NULL AND maturities.matured_on = ?))`
  return {
    sql: `${eventSql(
      [
        'maturities.product_code',
        `CASE WHEN EXISTS (SELECT 1 FROM deposits JOIN payment_orders ON payment_orders.id = deposits.id
           WHERE deposits.customer_id = maturities.customer_id
             AND payment_orders.settled_on >= ? AND payment_orders.settled_on <= ?)
           OR EXISTS (SELECT 1 FROM voided_deposits WHERE voided_deposits.customer_id = maturities.customer_id
             AND settled_on >= ? AND settled_on <= ? AND voided_on > ?) THEN 'RENEWED' ELSE 'NOT_RENEWED' END`,
        noKeySql,
      ],
      'maturities.customer_id',
      { amounts: ['maturities.principal'] },
    )}
     FROM maturities WHERE maturities.book = ${systemSql} AND ${booked} AND maturities.currency = ${currency}`,
    parameters: [maturedOn, day, maturedOn, day, day, maturedOn, maturedOn],
  }
}
