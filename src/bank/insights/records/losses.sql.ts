import { firstIdOf } from '../../../kernel/ids.js'
import {
  depositSummaryOperation,
  withdrawalSummaryOperation,
} from '../../savings/records/request-log.repository.js'
import {
  correctedOrders,
  endedOrdersSql,
  eventSql,
  noKeySql,
  reasonSql,
  statusIs,
  stillFailedSql,
  type MarketDay,
  type SqlStatement,
} from './event.sql.js'

/**
 * Summaries for customers of the real world, and for unregistered numbers, that led to no payment: refused, or expired without
 * a confirmation.
 */
const summaries = ({ from, before, now }: MarketDay): SqlStatement => {
  const operation = `CASE request_log.operation WHEN '${depositSummaryOperation}' THEN 'DEPOSIT' ELSE 'WITHDRAWAL' END`
  const either = (ifRefused: string, ifLapsed: string) =>
    `CASE WHEN request_log.reference IS NULL THEN ${ifRefused} ELSE ${ifLapsed} END`
  const keys = [operation, either(`'REFUSED'`, `'LAPSED'`), either('request_log.result', noKeySql)] as const
  return {
    sql: `${eventSql(keys, 'request_log.customer_id')} FROM request_log
     LEFT JOIN payment_orders ON payment_orders.quote_reference = request_log.reference
     LEFT JOIN payouts ON payouts.withdrawal_reference = request_log.reference
     LEFT JOIN customers ON customers.id = request_log.customer_id
     WHERE request_log.id >= ? AND request_log.id < ? AND request_log.operation IN (?, ?)
       AND (request_log.reference IS NULL OR request_log.expires_at <= ?)
       AND payment_orders.id IS NULL AND payouts.id IS NULL AND customers.clock_id IS NULL`,
    parameters: [
      firstIdOf(from),
      firstIdOf(before),
      depositSummaryOperation,
      withdrawalSummaryOperation,
      now,
    ],
  }
}

export const sentBackKeys = { key1: 'DEPOSIT', key2: 'SENT_BACK', key3: '' } as const

const lostCollection = (ending: string, why: string): string =>
  eventSql([`'DEPOSIT'`, ending, why], 'payment_orders.customer_id')

const correctedCollections = `${lostCollection(`'FAILED'`, reasonSql('corrected_orders.failure_code'))} FROM ${correctedOrders('COLLECT')}`

const failedCollections = ({ day }: MarketDay): SqlStatement => ({
  sql: `${lostCollection(`'FAILED'`, reasonSql('payment_orders.failure_code'))}
   FROM payment_orders WHERE ${endedOrdersSql('COLLECT')} AND ${stillFailedSql}
   UNION ALL ${correctedCollections}`,
  parameters: [day, day],
})

/** Failed collections, and money that was sent back; a roll-up has the latter from `collected`. */
const lostCollectionsWithoutRollUp = ({ day }: MarketDay): SqlStatement => {
  const either = (ifFailed: string, ifSentBack: string) =>
    `CASE WHEN ${statusIs('FAILED')} THEN ${ifFailed} ELSE ${ifSentBack} END`
  return {
    sql: `${lostCollection(either(`'FAILED'`, `'SENT_BACK'`), either(reasonSql('payment_orders.failure_code'), noKeySql))}
     FROM payment_orders LEFT JOIN deposits ON deposits.id = payment_orders.id
     WHERE ${endedOrdersSql('COLLECT')} AND (${stillFailedSql} OR (${statusIs('SUCCESSFUL')} AND deposits.id IS NULL))
     UNION ALL ${correctedCollections}`,
    parameters: [day, day],
  }
}

export const losses = (day: MarketDay): SqlStatement[] => [summaries(day), failedCollections(day)]

/** For a day without a roll-up. */
export const lossesWithoutRollUp = (day: MarketDay): SqlStatement[] => [
  summaries(day),
  lostCollectionsWithoutRollUp(day),
]
