import type { CustomerFacts } from '../../customers/customers.repository.js'
import type { Tx } from '../../../platform/database/database.js'
import type { Call } from '../../../kernel/call.js'
import type { Timing } from '../order.rules.js'
import type { PaymentOrder } from '../payment.entity.js'
import type { FailedState } from '../review.rules.js'

/** An order and its customer, both row-locked by the transaction. */
export interface LockedOrder {
  readonly facts: CustomerFacts
  readonly order: PaymentOrder
}

export interface OrderFailure {
  /** The provider's reason, verbatim. */
  readonly reason: string
  readonly timing: Timing
}

/** What happens to an order, for the savings behind it. Each runs in the transaction that changes the order. */
export interface OrderOutcomes {
  readonly succeeded: (tx: Tx, call: Call, locked: LockedOrder) => Promise<void>
  readonly failed: (tx: Tx, call: Call, locked: LockedOrder, failure: OrderFailure) => Promise<void>
  /** The order was put under review, or taken out of it without having ended. */
  readonly reviewed: (tx: Tx, call: Call, order: PaymentOrder) => Promise<void>
  /** Where the money of a failed order is, and so whether people can still decide about it. */
  readonly failedState: (tx: Tx, order: PaymentOrder) => Promise<FailedState>
  /** Ends the later attempts at a transfer whose money moved after all. */
  readonly endLaterAttempts: (tx: Tx, call: Call, order: PaymentOrder) => Promise<void>
  /** Retries an order that has ended as FAILED, under a new reference, because two people decided so. */
  readonly sendAgain: (tx: Tx, call: Call, locked: LockedOrder) => Promise<void>
  /** Whether an order that failed for this reason is handled automatically; otherwise the failure opens a review case. */
  readonly isAutomatic: (tx: Tx, locked: LockedOrder, reason: string) => Promise<boolean>
  /** Books that the money of an order that has FAILED reached the customer out of band, as two people decided. */
  readonly paidOutOfBand: (tx: Tx, call: Call, locked: LockedOrder) => Promise<void>
}

/** The purpose of an order; it decides what the end of the order means. */
export type OrderPurpose = 'DEPOSIT' | 'PAYOUT' | 'REFUND'

export const purposeOf = ({ kind, refundOf }: Pick<PaymentOrder, 'kind' | 'refundOf'>): OrderPurpose => {
  if (kind === 'COLLECT') return 'DEPOSIT'
  return refundOf === null ? 'PAYOUT' : 'REFUND'
}
