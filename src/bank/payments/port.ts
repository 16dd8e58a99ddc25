import type { Minor } from '../../kernel/money.js'
import type { Msisdn } from '../../kernel/msisdn.js'

/** `COLLECT` takes money from a customer's wallet, `PAY_OUT` sends money to it. */
export type PaymentKind = 'COLLECT' | 'PAY_OUT'

/** One instruction to the wallet provider. `reference` is minted and stored before anything is sent. */
export interface PaymentInstruction {
  readonly reference: string
  readonly kind: PaymentKind
  readonly msisdn: Msisdn
  readonly amount: Minor
  readonly currency: string
  /** Our own id of the thing paid for; it appears in the provider's statements. */
  readonly externalId: string
  /** Shown to the customer by the provider: letters, digits and spaces only, since apostrophes are refused. */
  readonly note: string
}

/**
 * What is known after sending. Only NOT_SENT and REFUSED say that the provider took nothing from this call, UNKNOWN says
 * nothing at all. They speak of this call only: an earlier call of the same reference may have arrived, so an order that
 * was once UNKNOWN is settled by its status and never by a later refusal.
 */
export type SendResult =
  | { readonly outcome: 'ACCEPTED' }
  | { readonly outcome: 'REFUSED'; readonly reason: string }
  | { readonly outcome: 'NOT_SENT'; readonly reason: string }
  | { readonly outcome: 'UNKNOWN'; readonly detail: string }

/**
 * The provider's own word about one reference. UNKNOWN: no usable answer, ask again; so is an answer that contradicts the
 * instruction (another amount, currency, number or external id), because it may not be about our order; its detail then
 * begins with `OTHER_`.
 */
export type StatusResult =
  | { readonly state: 'PENDING' }
  | { readonly state: 'SUCCESSFUL'; readonly providerTransactionId: string | null }
  | { readonly state: 'FAILED'; readonly reason: string }
  | { readonly state: 'NOT_FOUND' }
  | { readonly state: 'UNKNOWN'; readonly detail: string }

/** The bound of a call, whatever happens on the way; leases are longer than this. */
export const answerMsMax = 12_000

/**
 * A mobile-money provider (docs/design/payments.md#the-port). None of these throws: an outage is an answer too, and an
 * answer comes within `answerMsMax`. Sending a reference again is harmless: the provider accepts it once.
 */
export interface WalletProvider {
  collect(order: PaymentInstruction): Promise<SendResult>
  payOut(order: PaymentInstruction): Promise<SendResult>
  statusOf(order: PaymentInstruction): Promise<StatusResult>
}

/** How a test order ends. The reason is the provider's word. */
export type TestOutcome =
  { readonly status: 'SUCCESSFUL' } | { readonly status: 'FAILED'; readonly reason: string }

/** What only an emulator has: its orders end as it is told. */
export interface OutcomeControl {
  /** Never throws. An order that never arrived, or an emulator that does not answer, is found by polling the status. */
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
