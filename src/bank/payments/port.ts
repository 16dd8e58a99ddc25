import type { Minor } from '../../kernel/money.js'
import type { Msisdn } from '../../kernel/msisdn.js'

/** `COLLECT` takes money from a customer's wallet, `PAY_OUT` sends money to it. */
export type PaymentKind = 'COLLECT' | 'PAY_OUT'

/** One instruction to the wallet provider. `reference` is stored before anything is sent. */
export interface PaymentInstruction {
  readonly reference: string
  readonly kind: PaymentKind
  readonly msisdn: Msisdn
  readonly amount: Minor
  readonly currency: string
  /** Our own id of the payment order; it appears in the provider's statements. */
  readonly externalId: string
  /** Shown to the customer by the provider: letters, digits and spaces only, since apostrophes are refused. */
  readonly note: string
}

/**
 * What is known after a send. REFUSED: the provider says that the order is invalid, so that a retry is useless. NOT_SENT: it has
 * accepted nothing, for a reason that is not in the order: there was no connection, or it answered that our credentials, rate or
 * configuration are wrong; so the order may be sent again. UNKNOWN: it may have accepted the order. All of them are about this
 * call only: an earlier call with the same reference may have arrived, so an order that was once UNKNOWN is decided by its status
 * and never by a later refusal.
 */
export type SendResult =
  | { readonly outcome: 'ACCEPTED' }
  | { readonly outcome: 'REFUSED'; readonly reason: string }
  | { readonly outcome: 'NOT_SENT'; readonly reason: string }
  | { readonly outcome: 'UNKNOWN'; readonly detail: string }

/**
 * The provider's status of one reference. UNKNOWN: no usable answer, poll again. An answer that differs from the instruction
 * (another amount, currency, number or external id) is UNKNOWN too, because it may not be about our order; its detail then begins
 * with `OTHER_`.
 */
export type StatusResult =
  | { readonly state: 'PENDING' }
  | { readonly state: 'SUCCESSFUL'; readonly providerTransactionId: string | null }
  | { readonly state: 'FAILED'; readonly reason: string }
  | { readonly state: 'NOT_FOUND' }
  | { readonly state: 'UNKNOWN'; readonly detail: string }

/** The maximum duration of a call, with all its retries; leases are longer than this. */
export const answerMsMax = 12_000

/**
 * A mobile-money provider (docs/design/payments.md#the-port). No method throws: an outage is a result too. A result comes within
 * `answerMsMax`. Sending a reference again is harmless: the provider accepts it once.
 */
export interface WalletProvider {
  collect(order: PaymentInstruction): Promise<SendResult>
  payOut(order: PaymentInstruction): Promise<SendResult>
  statusOf(order: PaymentInstruction): Promise<StatusResult>
}

/** How a test order ends, with a reason of the provider. */
export type TestOutcome =
  { readonly status: 'SUCCESSFUL' } | { readonly status: 'FAILED'; readonly reason: string }

/** What only an emulator has: a call that sets how an order ends. */
export interface OutcomeControl {
  /** Never throws. Whether it worked is seen by polling the status. */
  end(reference: string, outcome: TestOutcome): Promise<void>
}

/** An order as an emulator shows it. */
export interface EmulatedOrder {
  readonly reference: string
  readonly kind: PaymentKind
  readonly msisdn: string
  readonly amount: string
  readonly currency: string
  readonly status: string
  readonly reason: string | null
  readonly accepted: boolean
}
