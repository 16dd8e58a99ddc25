import type { PaymentKind } from '../payments/port.js'
import type { Outcome } from '../payments/record-answer.js'
import { isTransferUndecided, reviewTransfer, sendTransferAgain } from './review-transfer.js'
import { settleDeposit } from './settle-deposit.js'
import { failTransfer, settleTransfer } from './settle-transfer.js'

/** What the end of a payment order means for the savings behind it, and what people may make of one that failed. */
export const savingsOutcomes: Readonly<Record<PaymentKind, Outcome>> = {
  COLLECT: {
    succeeded: settleDeposit,
    // A collection that failed leaves nothing behind: its room is free again by itself.
    failed: async () => undefined,
    reviewed: async () => undefined,
    isUndecided: async () => true,
    sendAgain: async (_tx, _call, _facts, { id }) => {
      throw new Error(`order ${id} is a collection: nobody is asked to approve it a second time`)
    },
  },
  PAY_OUT: {
    succeeded: settleTransfer,
    failed: failTransfer,
    reviewed: reviewTransfer,
    isUndecided: isTransferUndecided,
    sendAgain: sendTransferAgain,
  },
}
