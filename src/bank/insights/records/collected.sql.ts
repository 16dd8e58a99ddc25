import { amountBandSql } from '../rules/bands.rules.js'
import {
  currency,
  customerCountSql,
  eventSql,
  opensSql,
  ordersEndedAsSql,
  systemSql,
  type MarketDay,
  type SqlStatement,
} from './event.sql.js'

/**
 * Deposits by product, basis and band of the amount, with the date on which the savings mature. `amount_2` is no money: it is
 * the number of customers; one with several savings in the same product and month of maturity counts once.
 */
const booked = (product: string, amount: string, customer: string): string =>
  `${eventSql(
    [product, `CASE WHEN ${opensSql('deposits')} THEN 'NEW' ELSE 'TOP_UP' END`, amountBandSql(amount)],
    customer,
    {
      amounts: [amount, `CASE WHEN ${opensSql('deposits')} THEN ${customerCountSql('positions')} ELSE 0 END`],
    },
  )}, SUBSTR(positions.maturity_on, 1, 10) AS matures_on`

const voided = ({ day }: MarketDay): SqlStatement => ({
  sql: `${booked('positions.product_code', 'deposits.principal', 'deposits.customer_id')}
   FROM voided_deposits deposits JOIN positions ON positions.id = deposits.position_id
   WHERE deposits.settled_on = ? AND positions.book = ${systemSql} AND positions.currency = ${currency}`,
  parameters: [day],
})

const paid = (join: 'JOIN' | 'LEFT JOIN', { day }: MarketDay): SqlStatement => ({
  sql: `${booked(`COALESCE(positions.product_code, '')`, 'payment_orders.amount', 'payment_orders.customer_id')}
   FROM payment_orders ${join} deposits ON deposits.id = payment_orders.id
   ${join} positions ON positions.id = deposits.position_id
   WHERE ${ordersEndedAsSql('COLLECT', 'SUCCESSFUL')}`,
  parameters: [day],
})

/**
 * For a day without a roll-up. The product is that of the order, or of the position for old orders without one. Customers are
 * not counted.
 */
const paidWithoutRollUp = ({ day }: MarketDay): SqlStatement => ({
  sql: `${eventSql(
    [
      `COALESCE(payment_orders.product_code,
        (SELECT positions.product_code FROM positions WHERE positions.id = deposits.position_id))`,
      `CASE WHEN ${opensSql('deposits')} THEN 'NEW' ELSE 'TOP_UP' END`,
      amountBandSql('payment_orders.amount'),
    ],
    'payment_orders.customer_id',
    { amounts: ['payment_orders.amount'] },
  )}
   FROM payment_orders JOIN deposits ON deposits.id = payment_orders.id
   WHERE ${ordersEndedAsSql('COLLECT', 'SUCCESSFUL')}`,
  parameters: [day],
})

/** Two statements, since for a UNION the database would write all rows to a temporary table before it groups them. */
export const depositsWithoutRollUp = (day: MarketDay): SqlStatement[] => [paidWithoutRollUp(day), voided(day)]

/** For a roll-up. Includes money that became no deposit because its account was being closed; its product is empty. */
export const collected = (day: MarketDay): SqlStatement[] => [paid('LEFT JOIN', day), voided(day)]
