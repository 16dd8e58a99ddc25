import type { Dialect } from '../../../platform/database/dialect.js'
import { addDays, type LocalDate } from '../../../kernel/calendar.js'
import { PAID_OUT_OF_BAND } from '../../payments/review.rules.js'
import { minutesBandSql } from '../rules/bands.rules.js'
import { collected, depositsWithoutRollUp } from './collected.sql.js'
import { losses, lossesWithoutRollUp } from './losses.sql.js'
import { customers, customersWithoutRollUp, interest, renewal } from './customer-events.sql.js'
import { scoreMinutes, scoreReasons, scores } from './score-events.sql.js'
import {
  currency,
  correctedOrders,
  endedOrdersSql,
  eventSql,
  idAfter,
  journalsOfDaySql,
  noKeySql,
  reasonSql,
  renewalDays,
  ordersEndedAsSql,
  statusIs,
  stillFailedSql,
  type MarketDay,
  type SqlStatement,
} from './event.sql.js'

/**
 * The families of events. The same money may appear in several of them: `releaseByFamily` decides which are
 * rounded.
 */
export const flowFamilies = [
  /** Keys: product, new or top-up, band of the amount. */
  'DEPOSITS',
  /** Keys: product, early or at maturity, withdrawn or given back. Amounts: principal, interest paid, interest forfeited, both after tax. */
  'EXITS',
  /** Transfers to customers, also those out of band, and payouts that were given back. Keys: outcome, reason, purpose. */
  'TRANSFERS',
  /** Keys: purpose of the transfer, band of minutes. */
  'TRANSFER_MINUTES',
  /** Journeys that led to no deposit and no withdrawal. Keys: operation, ending, reason. */
  'LOSSES',
  /**
   * Key: what a customer became on the day. `amount` is no money: it counts the customers whose savings did not change earlier in
   * the week.
   */
  'CUSTOMERS',
  /** Key: product. Amounts: interest expense, and the part of it that the nights accrued. */
  'INTEREST',
  /** Maturities of that day, known `renewalDays` later. Keys: product, saved again or not. */
  'RENEWAL',
  /** Keys: product, decision or failure, risk band or `FAILED`. */
  'SCORES',
  /** Keys: product, failure, band of minutes. */
  'SCORE_MINUTES',
  /** Keys: product, decision, reason. A score with several reasons is counted once for each. */
  'SCORE_REASONS',
] as const

export type FlowFamily = (typeof flowFamilies)[number]

export const scoreFamilies = ['SCORES', 'SCORE_MINUTES', 'SCORE_REASONS'] as const satisfies FlowFamily[]

const withdrawal = (prefix: string, what: string): string =>
  `${eventSql(['positions.product_code', 'payouts.basis', `'${what}'`], 'payouts.customer_id', {
    amounts: [
      'payouts.principal',
      'payouts.interest - payouts.tax',
      'payouts.accrued_net - (payouts.interest - payouts.tax)',
    ],
  })}
   FROM journals JOIN payouts ON payouts.id = ${idAfter(prefix)}
   JOIN positions ON positions.id = payouts.position_id
   WHERE ${journalsOfDaySql(prefix)} AND payouts.currency = ${currency}`

const withdrawals = ({ day }: MarketDay): SqlStatement => ({
  sql: `${withdrawal('EXIT', 'LEFT')} UNION ALL ${withdrawal('GIVE_BACK', 'GIVEN_BACK')}`,
  parameters: [day, day],
})

/** What money is sent for. */
const purpose = `CASE WHEN payment_orders.refund_of IS NOT NULL THEN 'REFUND'
  WHEN payouts.withdrawal_reference IS NOT NULL THEN 'WITHDRAWAL' ELSE 'OTHER' END`

const withPayouts = 'LEFT JOIN payouts ON payouts.id = payment_orders.payout_id'

const transfers = ({ day }: MarketDay): SqlStatement => {
  const sent = (outcome: string, why: string) =>
    eventSql([outcome, why, purpose], 'payment_orders.customer_id', { amounts: ['payment_orders.amount'] })
  const either = (ifPaid: string, ifRefused: string) =>
    `CASE WHEN ${statusIs('SUCCESSFUL')} THEN ${ifPaid} ELSE ${ifRefused} END`
  return {
    // Paid and refused transfers in one pass, since reading all orders that ended on the day takes most of the time.
    sql: `${sent(either(`'PAID'`, `'REFUSED'`), either(noKeySql, reasonSql('payment_orders.failure_code')))}
     FROM payment_orders ${withPayouts}
     WHERE ${endedOrdersSql('PAY_OUT')} AND (${statusIs('SUCCESSFUL')} OR ${stillFailedSql})
     UNION ALL
     ${sent(`'REFUSED'`, reasonSql('corrected_orders.failure_code'))} FROM ${correctedOrders('PAY_OUT', withPayouts)}
     UNION ALL
     ${sent(`'${PAID_OUT_OF_BAND}'`, noKeySql)} FROM journals
     JOIN payment_orders ON payment_orders.id = ${idAfter(PAID_OUT_OF_BAND)} ${withPayouts}
     WHERE ${journalsOfDaySql(PAID_OUT_OF_BAND)} AND payment_orders.currency = ${currency}
     UNION ALL
     ${eventSql(
       [
         `'GIVEN_BACK'`,
         reasonSql('payouts.failure_code'),
         `CASE WHEN payouts.withdrawal_reference IS NOT NULL THEN 'WITHDRAWAL' ELSE 'OTHER' END`,
       ],
       'payouts.customer_id',
       { amounts: ['payouts.amount'] },
     )}
     FROM journals JOIN payouts ON payouts.id = ${idAfter('GIVE_BACK')}
     WHERE ${journalsOfDaySql('GIVE_BACK')} AND payouts.currency = ${currency}`,
    parameters: [day, day, day, day],
  }
}

/** The time from when a payout could be sent, or a refund was created, until the provider had executed it. */
const sendingMs = `payment_orders.settled_at - CASE
  WHEN payouts.id IS NULL THEN payment_orders.created_at
  WHEN payouts.held_until > payouts.created_at THEN payouts.held_until ELSE payouts.created_at END`

const transferMinutes = ({ day }: MarketDay): SqlStatement => ({
  sql: `${eventSql([purpose, minutesBandSql(`(${sendingMs})`), noKeySql], 'payment_orders.customer_id')}
   FROM payment_orders ${withPayouts} WHERE ${ordersEndedAsSql('PAY_OUT', 'SUCCESSFUL')}`,
  parameters: [day],
})

type StatementsOfDay = (day: MarketDay, dialect: Dialect) => SqlStatement | SqlStatement[]

const events: Readonly<Record<FlowFamily, StatementsOfDay>> = {
  DEPOSITS: depositsWithoutRollUp,
  EXITS: withdrawals,
  TRANSFERS: transfers,
  TRANSFER_MINUTES: transferMinutes,
  LOSSES: losses,
  CUSTOMERS: customers,
  INTEREST: interest,
  RENEWAL: renewal,
  SCORES: scores,
  SCORE_MINUTES: scoreMinutes,
  SCORE_REASONS: scoreReasons,
}

/** A group of at most this many customers is not released by itself. */
export const fewMax = 4

/** The length of `fewMax + 1` ids with their separators: an id has at most 40 characters (`column.id`). */
const whoLength = (fewMax + 1) * 41

/**
 * The events of a day in groups, with a list of their customers that is cut off once it shows that they are more than a few.
 * The customers are counted only where their number is needed, since counting doubles the cost.
 */
const grouped = (
  { sql, parameters, isOnePerCustomer = false }: SqlStatement,
  {
    moreKeys = [],
    isCounted = false,
  }: { readonly moreKeys?: readonly string[]; readonly isCounted?: boolean } = {},
): SqlStatement => {
  const each = isOnePerCustomer ? 'customer_id' : 'DISTINCT customer_id'
  const keys = ['key_1', 'key_2', 'key_3', ...moreKeys].join(', ')
  const counted = isCounted ? ', COUNT(DISTINCT customer_id) AS customers' : ''
  return {
    sql: `SELECT ${keys}, SUM(n) AS n, SUM(amount) AS amount, SUM(amount_2) AS amount_2, SUM(amount_3) AS amount_3,
       SUBSTR(GROUP_CONCAT(${each}), 1, ${whoLength}) AS who${counted}
     FROM (${sql}) events GROUP BY ${keys}`,
    parameters,
  }
}

/**
 * The day of the events of a family that the roll-up of `day` counts. RENEWAL counts the maturities of `renewalDays` earlier, since
 * only now it is known which customers have renewed.
 */
export const dayCovered = (family: FlowFamily, day: LocalDate): LocalDate =>
  family === 'RENEWAL' ? addDays(day, -renewalDays) : day

const groupedEach = (events: SqlStatement | readonly SqlStatement[], isCounted = false): SqlStatement[] =>
  [events].flat().map((statement) => grouped(statement, { isCounted }))

/** The families whose customers are counted, since the number decides how much their figures are rounded for release. */
const countedFamilies: ReadonlySet<FlowFamily> = new Set([
  'EXITS',
  'TRANSFERS',
  'TRANSFER_MINUTES',
  'RENEWAL',
  'SCORE_MINUTES',
  'SCORE_REASONS',
])

/** Payments received, also those that were refunded or voided later, with `matures_on` as another key. */
export const collectedSql = (day: MarketDay): SqlStatement[] =>
  collected(day).map((statement) => grouped(statement, { moreKeys: ['matures_on'] }))

/**
 * The groups of a family on a closed day, except what comes from `collectedSql`: DEPOSITS, and among LOSSES the money that was sent
 * back. The caller merges groups with equal keys from several statements.
 */
export const rollUpSql = (family: FlowFamily, day: MarketDay, dialect: Dialect): SqlStatement[] =>
  family === 'DEPOSITS' ? [] : groupedEach(events[family](day, dialect), countedFamilies.has(family))

const eventsWithoutRollUp = (
  family: FlowFamily,
  day: MarketDay,
  dialect: Dialect,
): readonly SqlStatement[] => {
  if (family === 'RENEWAL') return []
  if (family === 'LOSSES') return lossesWithoutRollUp(day)
  return [(family === 'CUSTOMERS' ? customersWithoutRollUp : events[family])(day, dialect)].flat()
}

/**
 * The groups of any family on a day without a roll-up; none for RENEWAL. They are grouped only by the keys that are read, and
 * have no customers, since only staff read these days.
 */
export const withoutRollUpSql = (
  family: FlowFamily,
  day: MarketDay,
  keysRead: readonly number[],
  dialect: Dialect,
): SqlStatement[] => {
  const read = keysRead.map((key) => `key_${key}`)
  const keys = [1, 2, 3].map((key) => (keysRead.includes(key) ? `key_${key}` : `'' AS key_${key}`))
  return eventsWithoutRollUp(family, day, dialect).map(({ sql, parameters }) => ({
    sql: `SELECT ${keys.join(', ')}, SUM(n) AS n, SUM(amount) AS amount, SUM(amount_2) AS amount_2, SUM(amount_3) AS amount_3
     FROM (${sql}) events ${read.length === 0 ? 'HAVING COUNT(*) > 0' : `GROUP BY ${read.join(', ')}`}`,
    parameters,
  }))
}
