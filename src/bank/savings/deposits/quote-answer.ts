import type { AmountFault, Minor } from '../../../kernel/money.js'
import type { AboveMaximum, DepositLimits, DepositTermsQuoted } from '../rules/deposit.rules.js'

export type QuoteStatus =
  | 'OK'
  | 'NOT_REGISTERED'
  | 'ACCOUNT_CLOSING'
  | 'ACCOUNT_BLOCKED'
  | 'CLOCK_ADVANCING'
  | 'PRODUCT_NOT_AVAILABLE'
  | 'INVALID_AMOUNT'
  | 'BELOW_MINIMUM'
  | 'ABOVE_MAXIMUM'

/**
 * The result of a deposit summary. `terms` and `reference` are set when it is OK. `limits` are set when the customer may pay into the
 * product, whether or not this amount is possible.
 */
export interface QuoteOutcome {
  readonly status: QuoteStatus
  readonly currency: string
  readonly productCode: string | null
  readonly limits: DepositLimits | null
  readonly terms: DepositTermsQuoted | null
  readonly reference: string | null
  /** Why the amount is invalid. */
  readonly fault: AmountFault | null
  /** Why the amount is above the maximum. */
  readonly cause: AboveMaximum | null
  /** The most that the wallet lets a customer pay at once; null if there is no such limit, or the amount was not looked at. */
  readonly walletMax: Minor | null
}

export interface QuoteAnswer extends QuoteOutcome {
  /** What the customer reads, in the language of the call; the request log keeps it. */
  readonly text: string
}
