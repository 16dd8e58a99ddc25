import type {
  CollectVerdict,
  depositVoided,
  payoutCancelled,
  PayOutVerdict,
} from './provider-reasons.rules.js'
import type { RefusalCode } from '../../kernel/refusal.js'
import { describedEnum } from '../../platform/graphql/words.js'

type PaymentFailure = CollectVerdict['code'] | PayOutVerdict['code']

/** Refusals that never are a `FailureReason`: they become GraphQL errors, or a status of the answer. */
type NeverFailureReason =
  | 'INVALID_ARGUMENT'
  | 'ALREADY_BLOCKED'
  | 'ALREADY_PROPOSED'
  | 'EVIDENCE_REQUIRED'
  | 'NOT_ON_HOLD'
  | 'NUMBER_TAKEN'
  | 'MONTH_NOT_READY'
  | 'PAYMENTS_UNDER_WAY'
  | 'EXPIRED'
  | 'OUTDATED'
  | 'OVER_LIMIT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'INVALID_AMOUNT'
  | 'BELOW_MINIMUM'
  | 'CLOCK_CANNOT_MOVE_BACK'
  | 'WALK_TOO_LONG'

export type FailureReason =
  Exclude<RefusalCode, NeverFailureReason> | PaymentFailure | typeof payoutCancelled | typeof depositVoided

/** The descriptions in the schema. */
export const failureMeanings: Readonly<Record<FailureReason, string>> = {
  NOT_REGISTERED: 'The number has no account.',
  ACCOUNT_CLOSING: 'The account is being closed; register again when it is closed.',
  ACCOUNT_BLOCKED: 'The account is blocked: the customer must contact us.',
  INVALID_EMAIL: 'This is not an e-mail address, or none is on file.',
  INVALID_PERIOD: 'This is not a period, it has not begun, or it is longer than 24 months.',
  ABOVE_MAXIMUM: 'The product has no room left for this amount.',
  PRODUCT_NOT_AVAILABLE: 'The product is no longer on sale.',
  INVALID_REFERENCE: 'The reference is unknown, or was given to another customer.',
  REFERENCE_EXPIRED:
    'The deposit summary or withdrawal summary is older than 15 minutes, or of another business date; the reference of a statement is older than 24 hours.',
  TERMS_CHANGED: 'The figures shown no longer hold; ask for a new summary.',
  POSITION_NOT_OPEN: 'The savings has been paid out.',
  ALREADY_PAYING_OUT: 'The savings is already being paid out.',
  CLOCK_NOT_FOUND: 'There is no such test clock for this customer.',
  CLOCK_ADVANCING: 'The test clock of this customer is being advanced.',
  INSUFFICIENT_FUNDS: 'The wallet has less money than the amount.',
  PAYER_DECLINED: 'The customer refused the payment on their phone.',
  PAYER_TIMEOUT: 'The customer did not approve the payment in time.',
  PAYER_NOT_FOUND: 'The number has no active wallet to pay from.',
  PAYER_LIMIT_REACHED: "The payment is over the limit of the customer's wallet.",
  PAYEE_NOT_FOUND: 'The number has no active wallet to pay to.',
  PAYEE_NOT_ALLOWED: 'The wallet is not allowed to receive this money.',
  PAYEE_LIMIT_REACHED: 'With this money the wallet would hold more than it is allowed to.',
  PAYOUT_CANCELLED:
    'Two members of staff cancelled the payout while it was on hold; the savings is restored.',
  DEPOSIT_VOIDED: 'The wallet provider reversed the payment; the deposit is void.',
  PROVIDER_ERROR: 'The wallet provider ended the payment for a reason of its own.',
}

export const failureReasonEnum = describedEnum<FailureReason>(
  'FailureReason',
  'Why a request was not carried out. No money has moved, or it has been moved back.',
  failureMeanings,
)

/** Why an order failed, as stored. A code that this version does not know is still a failure at the provider. */
export const paymentFailureOf = (stored: string | null): FailureReason | null =>
  stored === null ? null : stored in failureReasonEnum ? (stored as FailureReason) : 'PROVIDER_ERROR'
