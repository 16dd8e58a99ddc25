import type { OrderPurpose, OrderOutcomes } from '../../payments/drive/order-outcomes.js'
import { depositVoided } from '../../failure-reasons/provider-reasons.rules.js'
import { endLaterAttempts, failedStateOf } from './attempts.js'
import { closeIfSettled } from '../closing/close-account.js'
import {
  failRefund,
  isRefundAutomatic,
  payRefundOutOfBand,
  sendRefundAgain,
  settleRefund,
} from './refund-deposit.js'
import type { ReleaseDeps } from '../payouts/release-payout.js'
import { reviewTransfer, sendTransferAgain, failedStateOfTransfer } from './review-transfer.js'
import { settleDeposit } from './settle-deposit.js'
import { failTransfer, isTransferAutomatic, payTransferOutOfBand, settleTransfer } from './settle-transfer.js'

const payouts: OrderOutcomes = {
  succeeded: settleTransfer,
  failed: failTransfer,
  reviewed: reviewTransfer,
  failedState: failedStateOfTransfer,
  endLaterAttempts,
  sendAgain: sendTransferAgain,
  isAutomatic: isTransferAutomatic,
  paidOutOfBand: payTransferOutOfBand,
}

const refunds: OrderOutcomes = {
  succeeded: settleRefund,
  failed: failRefund,
  // Nothing to do: a refund has no payout that would be shown as under review.
  reviewed: async () => undefined,
  failedState: failedStateOf,
  endLaterAttempts,
  sendAgain: sendRefundAgain,
  isAutomatic: (tx, { order }, reason) => isRefundAutomatic(tx, order, reason),
  paidOutOfBand: payRefundOutOfBand,
}

/** What the end of a payment order means for the savings behind it, and what may be done about one that failed. */
export const createSavingsOutcomes = (deps: ReleaseDeps): Readonly<Record<OrderPurpose, OrderOutcomes>> => ({
  DEPOSIT: {
    succeeded: (tx, call, locked) => settleDeposit(tx, call, deps, locked),
    // The room needs no update, since a failed collection takes up none. But a closing account may have waited for the
    // collection to end.
    failed: async (tx, call, { facts, order }) => {
      await closeIfSettled(tx, call, facts, order.accountId)
    },
    reviewed: async () => undefined,
    failedState: async (_tx, { failureCode }) => (failureCode === depositVoided ? 'DECIDED' : 'UNDECIDED'),
    endLaterAttempts: async () => undefined,
    sendAgain: async (_tx, _call, { order: { id } }) => {
      throw new Error(`order ${id} is a collection, and a collection is never sent again`)
    },
    isAutomatic: async () => false,
    paidOutOfBand: async (_tx, _call, { order: { id } }) => {
      throw new Error(`order ${id} is a collection, and cannot be paid out of band`)
    },
  },
  PAYOUT: payouts,
  REFUND: refunds,
})
