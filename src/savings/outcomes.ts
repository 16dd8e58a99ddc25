import type { PaymentKind } from '../payments/port.js'
import type { Outcome } from '../payments/record-answer.js'
import { closeIfSettled } from './close-account.js'
import { failRefund, settleRefund } from './refund-deposit.js'
import type { ReleaseDeps } from './release-payout.js'
import { settleDeposit } from './settle-deposit.js'
import { failTransfer, settleTransfer } from './settle-transfer.js'

const payouts: Outcome = { succeeded: settleTransfer, failed: failTransfer }
const refunds: Outcome = { succeeded: settleRefund, failed: failRefund }

const ofTransfer = ({ refundOf }: { readonly refundOf: string | null }): Outcome =>
  refundOf === null ? payouts : refunds

/** What the end of a payment order means for the savings behind it. */
export const createSavingsOutcomes = (deps: ReleaseDeps): Readonly<Record<PaymentKind, Outcome>> => ({
  COLLECT: {
    succeeded: (tx, call, facts, order) => settleDeposit(tx, call, deps, facts, order),
    // Its room is free again by itself; an account that was left may have waited for it.
    failed: async (tx, call, facts, order) => {
      await closeIfSettled(tx, call, facts, order.accountId)
    },
  },
  PAY_OUT: {
    succeeded: (tx, call, facts, order) => ofTransfer(order).succeeded(tx, call, facts, order),
    failed: (tx, call, facts, order, reason) => ofTransfer(order).failed(tx, call, facts, order, reason),
  },
})
