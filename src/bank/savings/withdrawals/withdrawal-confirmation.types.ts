import { Field, ID, ObjectType } from 'type-graphql'
import { msisdnField, typedField } from '../../../platform/graphql/arguments.js'
import { inputOf } from '../../../platform/graphql/filters.js'
import { meaningsOf, refusalOf, type RefusalData } from '../../../platform/graphql/mutation.js'
import { failureReasonEnum, type FailureReason } from '../../failure-reasons/failure-reason.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import { messagesFor } from '../../messages/messages.js'
import type { Call, Language } from '../../../kernel/call.js'
import type { PayoutStatus } from '../rules/withdrawal.rules.js'
import { lineStatuses, type LineStatus } from '../rules/under-way.rules.js'
import type { PayoutView } from '../records/payouts.repository.js'
import { standingOfPayout } from '../records/standing.js'
import { payoutFailureOf, payoutKeys, payoutStatusEnum } from '../payouts/payout.types.js'

const withdrawalStatusEnum = describedEnum<LineStatus>(
  'WithdrawalStatus',
  'The present state of a confirmed withdrawal.',
  {
    PENDING: 'The position is reserved, and its money is on hold or on its way.',
    SUCCESSFUL: 'The money has reached the customer.',
    FAILED: 'It was refused, or its payout failed or was cancelled and is given back; the reason says why.',
  },
)

/** The refusals of a confirm that the payload can carry. */
export const withdrawalRefusals = [
  'NOT_REGISTERED',
  'INVALID_REFERENCE',
  'POSITION_NOT_OPEN',
  'ALREADY_PAYING_OUT',
  'ACCOUNT_CLOSING',
  'ACCOUNT_BLOCKED',
  'CLOCK_ADVANCING',
  'REFERENCE_EXPIRED',
  'TERMS_CHANGED',
] as const

type RefusalCode = (typeof withdrawalRefusals)[number]

const WithdrawalRefusal = refusalOf('ConfirmWithdrawal', meaningsOf(withdrawalRefusals))

export const ConfirmWithdrawalInput = inputOf(
  'ConfirmWithdrawalInput',
  'The input for confirming a withdrawal preview.',
  { msisdn: msisdnField, reference: typedField('The reference of the preview.') },
)

@ObjectType('ConfirmWithdrawalPayload', {
  simpleResolvers: true,
  description:
    'The answer to confirming a withdrawal preview. Confirming again gives the present status of the same payout.',
})
export class WithdrawalConfirmationPayloadType {
  @Field(() => withdrawalStatusEnum, { description: 'Its present state.' })
  status!: LineStatus

  @Field(() => ID, { nullable: true, description: 'The reference that was given; null when none was.' })
  reference!: string | null

  @Field(() => ID, { nullable: true, description: 'Its payout, `SET-...`; null when it was refused.' })
  settlementReference!: string | null

  @Field(() => payoutStatusEnum, {
    nullable: true,
    description: 'Where the money is; null when it was refused.',
  })
  payoutStatus!: PayoutStatus | null

  @Field(() => String, {
    nullable: true,
    description: 'The text for the customer in the language of the request, at most 160 characters.',
  })
  message!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'How many hours of its hold are left, `48h`; null when it is not held.',
  })
  settlementDelay!: string | null

  @Field(() => failureReasonEnum, {
    nullable: true,
    description: 'Why the confirm was refused or its payout failed, else null.',
  })
  failureReason!: FailureReason | null

  @Field(() => WithdrawalRefusal, {
    nullable: true,
    description: 'Why the preview cannot be confirmed; null where it was.',
  })
  refusal!: RefusalData<RefusalCode> | null
}

/** The status is that of the mini statement: money of a refused transfer under review is still owed, so it is PENDING. */
export const toWithdrawalConfirmation = (
  payout: PayoutView,
  call: Call,
): WithdrawalConfirmationPayloadType => {
  const status = lineStatuses.PAYOUT[standingOfPayout(payout, call).standing]
  return {
    ...payoutKeys(payout, call),
    status,
    reference: payout.withdrawalReference,
    failureReason: status === 'FAILED' ? payoutFailureOf(payout) : null,
    refusal: null,
  }
}

export const refusedWithdrawal = (
  code: RefusalCode,
  reference: string,
  language: Language,
): WithdrawalConfirmationPayloadType => ({
  status: 'FAILED',
  reference: reference === '' ? null : reference,
  settlementReference: null,
  payoutStatus: null,
  message: messagesFor(language).withdrawalRefusal[code],
  settlementDelay: null,
  failureReason: code,
  refusal: { code, message: messagesFor(language).withdrawalRefusal[code] },
})
