import { notBlockedSql } from '../../customers/blocks.js'
import { businessDateSql } from '../orders.repository.js'
import { isDoubtSql } from '../review.js'

/**
 * A transfer is not dispatched while an open review case asks whether an earlier attempt was paid after all. If the transfer
 * was already sent when the case was opened or the account was blocked, it is polled instead. For first attempts, which nearly
 * all orders are, the database reads only `attempt`.
 */
const hasNoDoubtfulAttempt = `(COALESCE(attempt, 1) = 1 OR NOT EXISTS (SELECT 1 FROM payment_orders earlier
  JOIN review_cases ON review_cases.order_id = earlier.id
  WHERE earlier.customer_id = payment_orders.customer_id
    AND (earlier.payout_id = payment_orders.payout_id OR earlier.refund_of = payment_orders.refund_of)
    AND earlier.part = payment_orders.part AND earlier.attempt < payment_orders.attempt
    AND ${isDoubtSql('review_cases')}))`

/** No transfer is dispatched from an account with a block on debits: it waits until the block ends. */
const isNotBlocked = `(kind = 'COLLECT' OR ${notBlockedSql('payment_orders.account_id', businessDateSql('?'))})`

/** On a row of `payment_orders`, with one placeholder for the business date of the real world. */
export const mayBeDispatched = `(${hasNoDoubtfulAttempt} AND ${isNotBlocked})`
