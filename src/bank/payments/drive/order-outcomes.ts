import type { CustomerFacts } from '../../customers/customers.repository.js'
import type { Tx } from '../../../platform/database/database.js'
import type { Call } from '../../../kernel/call.js'
import type { Timing } from '../order.rules.js'
import type { PaymentOrder } from '../payment.entity.js'
import type { FailedState } from '../review.rules.js'

/** An order and its customer, both locked by the transaction. */
export interface HeldOrder {
  readonly facts: CustomerFacts
  readonly order: PaymentOrder
}

export interface OrderFailure {
  /** The provider's word. */
  readonly reason: string
  readonly timing: Timing
}

/** What the end of an order means for the savings behind it; runs in the transaction that ends it. */
export interface OrderOutcomes {
  readonly succeeded: (tx: Tx, call: Call, held: HeldOrder) => Promise<void>
  readonly failed: (tx: Tx, call: Call, held: HeldOrder, failure: OrderFailure) => Promise<void>
  /** Its order went under review, or came back from it without an end. */
  readonly reviewed: (tx: Tx, call: Call, order: PaymentOrder) => Promise<void>
  /** What may still be made of an order that failed. */
  readonly failedState: (tx: Tx, order: PaymentOrder) => Promise<FailedState>
  /** Ends the later attempts at what an order moved after all. */
  readonly endLater: (tx: Tx, call: Call, order: PaymentOrder) => Promise<void>
  /** Offers what failed for good once more, under a new reference, because people say so. */
  readonly sendAgain: (tx: Tx, call: Call, held: HeldOrder) => Promise<void>
  /** Whether something would become of an order that failed, had it failed for this reason; else people are asked again. */
  readonly isJudgedBy: (tx: Tx, held: HeldOrder, reason: string) => Promise<boolean>
  /** What failed for good has reached the customer another way, because people say so. */
  readonly paidOutOfBand: (tx: Tx, call: Call, held: HeldOrder) => Promise<void>
}

/** What an order moves money for: what its end means follows from that alone. */
export type OrderPurpose = 'DEPOSIT' | 'PAYOUT' | 'REFUND'

export const purposeOf = ({ kind, refundOf }: Pick<PaymentOrder, 'kind' | 'refundOf'>): OrderPurpose => {
  if (kind === 'COLLECT') return 'DEPOSIT'
  return refundOf === null ? 'PAYOUT' : 'REFUND'
}
