import type { PaymentKind } from '../payments/port.js'
import type { Outcome } from '../payments/record-answer.js'
import { settleDeposit } from './settle-deposit.js'
import { failTransfer, settleTransfer } from './settle-transfer.js'

/** What the end of a payment order means for the savings behind it. */
export const savingsOutcomes: Readonly<Record<PaymentKind, Outcome>> = {
  // A collection that failed leaves nothing behind: its room is free again by itself.
  COLLECT: { succeeded: settleDeposit, failed: async () => undefined },
  PAY_OUT: { succeeded: settleTransfer, failed: failTransfer },
}
