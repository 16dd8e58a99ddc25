import { Field, ID, ObjectType } from 'type-graphql'
import { msisdnField, typedField } from '../../../platform/graphql/arguments.js'
import { inputOf } from '../../../platform/graphql/filters.js'
import { meaningsOf, refusalOf, type RefusalData } from '../../../platform/graphql/mutation.js'
import {
  failureReasonEnum,
  paymentFailureOf,
  type FailureReason,
} from '../../failure-reasons/failure-reason.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import { messagesFor } from '../../messages/messages.js'
import type { Language } from '../../../kernel/call.js'
import { isUnderReview } from '../../payments/order.rules.js'
import type { ConfirmedDeposit } from './confirm-deposit.js'
import { depositStanding, refundStanding } from '../rules/under-way.rules.js'

type DepositStatus = 'PENDING_VALIDATION' | 'SUCCESSFUL' | 'FAILED'

const depositStatusEnum = describedEnum<DepositStatus>(
  'DepositStatus',
  'The present state of a confirmed deposit.',
  {
    PENDING_VALIDATION:
      'The customer is asked to approve the payment on their phone, or its outcome is not known.',
    SUCCESSFUL:
      'The money has arrived and is booked as it was quoted; for an account that is being closed, it is refunded.',
    FAILED: 'No money was taken, or the payment was reversed; the reason says why.',
  },
)

/** The refusals of a confirm that the payload can carry. */
export const confirmRefusals = [
  'NOT_REGISTERED',
  'INVALID_REFERENCE',
  'ACCOUNT_CLOSING',
  'ACCOUNT_BLOCKED',
  'CLOCK_ADVANCING',
  'REFERENCE_EXPIRED',
  'PRODUCT_NOT_AVAILABLE',
  'TERMS_CHANGED',
  'ABOVE_MAXIMUM',
] as const

type RefusalCode = (typeof confirmRefusals)[number]

const ConfirmRefusal = refusalOf('ConfirmDeposit', meaningsOf(confirmRefusals))

export const ConfirmDepositInput = inputOf('ConfirmDepositInput', 'The input for confirming a quote.', {
  msisdn: msisdnField,
  reference: typedField('The reference of the quote.'),
})

@ObjectType('ConfirmDepositPayload', {
  simpleResolvers: true,
  description:
    'The answer to confirming a quote. Confirming again gives the present status of the same payment.',
})
export class DepositConfirmationPayloadType {
  @Field(() => depositStatusEnum, { description: 'Its present state.' })
  status!: DepositStatus

  @Field(() => ID, { nullable: true, description: 'The reference that was given; null when none was.' })
  reference!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The text for the customer in the language of the request, at most 160 characters.',
  })
  message!: string | null

  @Field(() => failureReasonEnum, {
    nullable: true,
    description: 'Why the confirm was refused or its payment failed, else null.',
  })
  failureReason!: FailureReason | null

  @Field(() => ConfirmRefusal, {
    nullable: true,
    description: 'Why the quote cannot be confirmed; null where it was.',
  })
  refusal!: RefusalData<RefusalCode> | null
}

/**
 * An unknown outcome is shown as pending: only the provider's final status ends a payment
 * (docs/design/principles.md#unknown-is-not-failed).
 */
export const toDepositConfirmation = (
  { reference, order, isClosing, refund }: ConfirmedDeposit,
  language: Language,
): DepositConfirmationPayloadType => {
  const { payment, underWay } = messagesFor(language)
  const { amount, currency } = order
  if (order.status === 'SUCCESSFUL') {
    const message = refund
      ? underWay.REFUND[refundStanding(amount, refund)]({ amount, currency })
      : payment.succeeded(order)
    return { status: 'SUCCESSFUL', reference, message, failureReason: null, refusal: null }
  }
  if (order.status !== 'FAILED') {
    const standing = depositStanding({ isUnderReview: isUnderReview(order), isClosing })
    const message = underWay.DEPOSIT[standing]({ amount, currency })
    return { status: 'PENDING_VALIDATION', reference, message, failureReason: null, refusal: null }
  }
  const failureReason = paymentFailureOf(order.failureCode) ?? 'PROVIDER_ERROR'
  const texts: Readonly<Partial<Record<FailureReason, string>>> = payment.failed
  const message = texts[failureReason] ?? payment.failed.PROVIDER_ERROR
  return { status: 'FAILED', reference, message, failureReason, refusal: null }
}

export const refusedConfirmation = (
  code: RefusalCode,
  reference: string,
  language: Language,
): DepositConfirmationPayloadType => ({
  status: 'FAILED',
  reference: reference === '' ? null : reference,
  message: messagesFor(language).confirmRefusal[code],
  failureReason: code,
  refusal: { code, message: messagesFor(language).confirmRefusal[code] },
})
