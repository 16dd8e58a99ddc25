/** The reasons the provider publishes (docs/design/payments.md#reasons). */
export const publishedReasons = [
  'PAYEE_NOT_FOUND',
  'PAYER_NOT_FOUND',
  'NOT_ALLOWED',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_PROCESSING_ERROR',
  'NOT_ENOUGH_FUNDS',
  'PAYER_LIMIT_REACHED',
  'PAYEE_NOT_ALLOWED_TO_RECEIVE',
  'PAYMENT_NOT_APPROVED',
  'RESOURCE_NOT_FOUND',
  'APPROVAL_REJECTED',
  'EXPIRED',
  'TRANSACTION_CANCELED',
  'RESOURCE_ALREADY_EXIST',
] as const

/** Reasons that integrators have seen and the provider does not publish. */
export const unpublishedReasons = [
  'COULD_NOT_PERFORM_TRANSACTION',
  'SENDER_ACCOUNT_NOT_ACTIVE',
  'PAYEE_LIMIT_REACHED',
  'TRANSFER_TYPE_UNKNOWN',
] as const

/** Why a payout failed without the provider: staff cancelled it. */
export const payoutCancelled = 'PAYOUT_CANCELLED'

/** Why a deposit was voided: the provider took its payment back, and two people ended the deposit. */
export const depositVoided = 'DEPOSIT_VOIDED'

type ProviderReason = (typeof publishedReasons)[number] | (typeof unpublishedReasons)[number]

type CollectFailureCode =
  | 'INSUFFICIENT_FUNDS'
  | 'PAYER_DECLINED'
  | 'PAYER_TIMEOUT'
  | 'PAYER_NOT_FOUND'
  | 'PAYER_LIMIT_REACHED'
  | 'PROVIDER_ERROR'

type PayOutFailureCode = 'PAYEE_NOT_FOUND' | 'PAYEE_NOT_ALLOWED' | 'PAYEE_LIMIT_REACHED' | 'PROVIDER_ERROR'

/** `alarm`: the cause is our own account or configuration, so staff are alerted; a customer can do nothing about it. */
export interface CollectVerdict {
  readonly code: CollectFailureCode
  readonly alarm: boolean
}

/**
 * GIVE_BACK: the failure is final, and the money returns to the position. RETRY: a new attempt with a new reference is allowed;
 * with `alarm` it succeeds only after staff have acted, without it a few attempts are made before a review. REVIEW: staff decide.
 */
export interface PayOutVerdict {
  readonly effect: 'GIVE_BACK' | 'RETRY' | 'REVIEW'
  readonly code: PayOutFailureCode
  readonly alarm: boolean
}

const withoutAlarm = (code: CollectFailureCode): CollectVerdict => ({ code, alarm: false })
const errorWithAlarm: CollectVerdict = { code: 'PROVIDER_ERROR', alarm: true }

const givenBackFor = (code: PayOutFailureCode): PayOutVerdict => ({ effect: 'GIVE_BACK', code, alarm: false })
const retry: PayOutVerdict = { effect: 'RETRY', code: 'PROVIDER_ERROR', alarm: false }
const retryWithAlarm: PayOutVerdict = { effect: 'RETRY', code: 'PROVIDER_ERROR', alarm: true }
const review: PayOutVerdict = { effect: 'REVIEW', code: 'PROVIDER_ERROR', alarm: false }
const reviewWithAlarm: PayOutVerdict = { effect: 'REVIEW', code: 'PROVIDER_ERROR', alarm: true }

interface Verdicts {
  readonly collect: CollectVerdict
  readonly payOut: PayOutVerdict
}

/** Applies to a terminal FAILED only; the same reason in an HTTP 500 proves nothing. */
const verdicts: Readonly<Record<ProviderReason, Verdicts>> = {
  NOT_ENOUGH_FUNDS: { collect: withoutAlarm('INSUFFICIENT_FUNDS'), payOut: retryWithAlarm },
  APPROVAL_REJECTED: { collect: withoutAlarm('PAYER_DECLINED'), payOut: review },
  PAYMENT_NOT_APPROVED: { collect: withoutAlarm('PAYER_DECLINED'), payOut: review },
  EXPIRED: { collect: withoutAlarm('PAYER_TIMEOUT'), payOut: review },
  COULD_NOT_PERFORM_TRANSACTION: { collect: withoutAlarm('PAYER_TIMEOUT'), payOut: review },
  PAYER_NOT_FOUND: { collect: withoutAlarm('PAYER_NOT_FOUND'), payOut: retryWithAlarm },
  PAYER_LIMIT_REACHED: { collect: withoutAlarm('PAYER_LIMIT_REACHED'), payOut: retryWithAlarm },
  PAYEE_NOT_FOUND: { collect: errorWithAlarm, payOut: givenBackFor('PAYEE_NOT_FOUND') },
  PAYEE_NOT_ALLOWED_TO_RECEIVE: { collect: errorWithAlarm, payOut: givenBackFor('PAYEE_NOT_ALLOWED') },
  PAYEE_LIMIT_REACHED: { collect: errorWithAlarm, payOut: givenBackFor('PAYEE_LIMIT_REACHED') },
  INTERNAL_PROCESSING_ERROR: { collect: withoutAlarm('PROVIDER_ERROR'), payOut: retry },
  SERVICE_UNAVAILABLE: { collect: withoutAlarm('PROVIDER_ERROR'), payOut: retry },
  // Errors of our configuration: another attempt would fail in the same way.
  NOT_ALLOWED: { collect: errorWithAlarm, payOut: reviewWithAlarm },
  NOT_ALLOWED_TARGET_ENVIRONMENT: { collect: errorWithAlarm, payOut: reviewWithAlarm },
  INVALID_CALLBACK_URL_HOST: { collect: errorWithAlarm, payOut: reviewWithAlarm },
  INVALID_CURRENCY: { collect: errorWithAlarm, payOut: reviewWithAlarm },
  // It is not documented who cancels, nor what these mean as a terminal status, so people decide.
  TRANSACTION_CANCELED: { collect: withoutAlarm('PROVIDER_ERROR'), payOut: review },
  RESOURCE_NOT_FOUND: { collect: withoutAlarm('PROVIDER_ERROR'), payOut: review },
  RESOURCE_ALREADY_EXIST: { collect: withoutAlarm('PROVIDER_ERROR'), payOut: review },
  SENDER_ACCOUNT_NOT_ACTIVE: { collect: withoutAlarm('PROVIDER_ERROR'), payOut: review },
  TRANSFER_TYPE_UNKNOWN: { collect: withoutAlarm('PROVIDER_ERROR'), payOut: review },
}

const verdictByReason = new Map<string, Verdicts>(Object.entries(verdicts))

/** What a collection that FAILED with `reason` means; an unknown reason is a failure too. */
export const collectVerdict = (reason: string): CollectVerdict =>
  verdictByReason.get(reason)?.collect ?? withoutAlarm('PROVIDER_ERROR')

/** What a payout that FAILED with `reason` means; for an unknown reason nothing is given back or retried: people decide. */
export const payOutVerdict = (reason: string): PayOutVerdict => verdictByReason.get(reason)?.payOut ?? review
