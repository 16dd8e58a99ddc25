import { amount, column, columns, date, flag, orNull } from '../../../platform/database/read-row.js'
import type { Row } from '../../../platform/database/database.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import { frozenUntilSql } from '../../customers/blocks.js'
import { bookingFailuresMax } from '../../payments/order.rules.js'
import { noProgress, outstandingOf, type Progress } from '../rules/under-way.rules.js'

/** The money of a transfer has reached the customer: the provider reported it, or people paid it out of band. */
export const hasArrivedSql = (order: string): string =>
  `(${order}.status = 'SUCCESSFUL' OR ${order}.paid_otherwise_on IS NOT NULL)`

/** How much of a collection has been refunded. */
export const refundedSql = (collection: string): string => `
  (SELECT COALESCE(SUM(refunds.amount), 0) FROM payment_orders refunds
   WHERE refunds.refund_of = ${collection}.id AND ${hasArrivedSql('refunds')})`

/** The booking date of the last refund that arrived. */
export const refundedOnSql = (collection: string): string => `
  (SELECT MAX(COALESCE(refunds.paid_otherwise_on, refunds.settled_on)) FROM payment_orders refunds
   WHERE refunds.refund_of = ${collection}.id AND ${hasArrivedSql('refunds')})`

/**
 * SQL, for a transfer that has not arrived: whether it is the current attempt of its part, that is, no attempt of the part is
 * later and none has arrived.
 */
export const isCurrentSql = (order: string, purposeColumn: 'payout_id' | 'refund_of'): string =>
  `NOT EXISTS (SELECT 1 FROM payment_orders later
   WHERE later.${purposeColumn} = ${order}.${purposeColumn} AND later.part = ${order}.part
     AND (later.attempt > ${order}.attempt OR ${hasArrivedSql('later')}))`

/** How much of a row of `payouts` has reached the customer. */
export const arrivedSql = `
  (SELECT COALESCE(SUM(transfers.amount), 0) FROM payment_orders transfers
   WHERE transfers.payout_id = payouts.id AND ${hasArrivedSql('transfers')})`

const payoutOf = columns({
  amount: column('payout_amount', amount),
  principal: column('payout_principal', amount),
  arrived: amount,
})

/** The principal and the interest that have not arrived, for a row with `payout_amount`, `payout_principal` and `arrived`. */
export const outstandingOfRow = (row: Row) => {
  const { arrived, ...payout } = payoutOf(row)
  return outstandingOf(payout, arrived)
}

/**
 * The progress of the transfers of a payout or collection, as columns of a SELECT: how much has arrived; and of the transfers that
 * have not arrived, whether one was refused, whether one is under review, and until when a block holds back an unsent one.
 *
 * @param row the table of the payout or collection, with `id` and `account_id`
 * @param isHeld SQL: its transfers are not written yet
 */
export const progressSql = (
  purposeColumn: 'payout_id' | 'refund_of',
  row: string,
  isHeld = 'FALSE',
): string => {
  const id = `${row}.id`
  const current = `SELECT 1 FROM payment_orders transfers
    WHERE transfers.${purposeColumn} = ${id} AND NOT ${hasArrivedSql('transfers')} AND ${isCurrentSql('transfers', purposeColumn)}`
  const unsent = `EXISTS (${current} AND transfers.status = 'CREATED' AND transfers.sends = 0)`
  return `
    (SELECT COALESCE(SUM(transfers.amount), 0) FROM payment_orders transfers
     WHERE transfers.${purposeColumn} = ${id} AND ${hasArrivedSql('transfers')}) AS arrived,
    EXISTS (${current} AND (transfers.attempt > 1 OR transfers.status = 'FAILED')) AS is_refused,
    EXISTS (${current} AND (transfers.status = 'UNDER_REVIEW' OR transfers.failures >= ${bookingFailuresMax})) AS is_under_review,
    ${frozenUntilSql(`${row}.account_id`, `(${isHeld} OR ${unsent})`)} AS frozen_until`
}

/** The progress of transfers as stored; whether a block is in force depends on the date. */
export interface StoredProgress extends Omit<Progress, 'isFrozen'> {
  /** The first business date on which unsent money may leave its account; null where no block holds it. */
  readonly frozenUntil: LocalDate | null
}

export const noTransfers: StoredProgress = { ...noProgress, frozenUntil: null }

export const progressOf = columns({
  arrived: amount,
  isRefused: flag,
  isUnderReview: flag,
  frozenUntil: orNull(date),
})

/** The progress of transfers on a business date. */
export const progressOn = (
  { arrived, isRefused, isUnderReview, frozenUntil }: StoredProgress,
  today: LocalDate,
): Progress => ({ arrived, isRefused, isUnderReview, isFrozen: frozenUntil !== null && today < frozenUntil })
