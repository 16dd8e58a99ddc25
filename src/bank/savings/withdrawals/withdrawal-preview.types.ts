import { Field, ID, ObjectType } from 'type-graphql'
import { msisdnField, typedField } from '../../../platform/graphql/arguments.js'
import { inputOf } from '../../../platform/graphql/filters.js'
import { refusalOf, type RefusalData } from '../../../platform/graphql/mutation.js'
import { MoneyScalar, RateScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { Call } from '../../../kernel/call.js'
import { market } from '../../../kernel/market.js'
import { formatAmount } from '../../../kernel/money.js'
import type { Ppm } from '../../../kernel/rate.js'
import type { WithdrawalTerms, PayoutStatus, WithdrawalBasis } from '../rules/withdrawal.rules.js'
import { delayOf, payoutKeys, payoutStatusEnum, withdrawalBasisEnum } from '../payouts/payout.types.js'
import type { WithdrawalPreview } from './withdrawal-preview.js'

const previewStatusEnum = describedEnum<WithdrawalPreview['status']>(
  'WithdrawalPreviewStatus',
  'The state of the position in a withdrawal preview.',
  {
    ACCRUING: 'Still earning: a withdrawal is an early exit.',
    MATURED: 'Its maturity date has come: a withdrawal pays all interest.',
    PAYING_OUT: 'Withdrawn; the figures are those of its payout.',
    CLOSED: 'Paid out or voided: there is nothing left to pay.',
    NOT_FOUND: 'This customer has no such position.',
  },
)

const PreviewRefusal = refusalOf('QuoteWithdrawal', {
  NOT_FOUND: 'This customer has no such position.',
  ACCOUNT_BLOCKED: 'Money may not leave the account; the figures are for information.',
})

export const QuoteWithdrawalInput = inputOf('QuoteWithdrawalInput', 'The input for quoting a withdrawal.', {
  msisdn: msisdnField,
  positionId: typedField('The position, `POS-...`.'),
})

@ObjectType('QuoteWithdrawalPayload', {
  simpleResolvers: true,
  description:
    'What a withdrawal of a position pays now, compared with waiting for maturity. All interest is net of tax. The reference is set when it can be confirmed.',
})
export class WithdrawalPreviewPayloadType {
  @Field(() => previewStatusEnum, { description: 'The status of the position.' })
  status!: WithdrawalPreview['status']

  @Field(() => MoneyScalar, { nullable: true, description: 'The principal of the position.' })
  amount!: string | null

  @Field(() => RateScalar, { nullable: true, description: 'The rate that it is locked at.' })
  originalRate!: Ppm | null

  @Field(() => withdrawalBasisEnum, {
    nullable: true,
    description: 'Whether the withdrawal is early or at maturity.',
  })
  basis!: WithdrawalBasis | null

  @Field(() => MoneyScalar, { nullable: true, description: 'Interest earned so far.' })
  accruedInterest!: string | null

  @Field(() => MoneyScalar, { nullable: true, description: 'Interest earned by maturity, if it stays.' })
  interestAtMaturity!: string | null

  @Field(() => RateScalar, { nullable: true, description: 'The rate that is paid.' })
  effectiveRate!: Ppm | null

  @Field(() => MoneyScalar, { nullable: true, description: 'The interest that is paid.' })
  withdrawableAmount!: string | null

  @Field(() => MoneyScalar, { nullable: true, description: 'The interest that is forfeited.' })
  forfeitedInterest!: string | null

  @Field(() => MoneyScalar, { description: 'What is paid: principal and interest; 0 when there is nothing.' })
  totalPayout!: string

  @Field(() => String, { description: 'ISO 4217 code of all amounts.' })
  currency!: string

  @Field(() => payoutStatusEnum, {
    nullable: true,
    description: 'The status of its payout; null if it was not withdrawn.',
  })
  payoutStatus!: PayoutStatus | null

  @Field(() => String, {
    nullable: true,
    description: 'The text for the customer in the language of the request, at most 160 characters.',
  })
  message!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'How long the money is held on early exit, `48h`; of a withdrawn position, how long it still is. Null at maturity, and once the hold is over.',
  })
  settlementDelay!: string | null

  @Field(() => ID, {
    nullable: true,
    description: 'The id of its payout, `SET-...`; null if it was not withdrawn.',
  })
  settlementReference!: string | null

  @Field(() => ID, { nullable: true, description: 'The reference to confirm it with, `WDR-...`.' })
  reference!: string | null

  @Field(() => PreviewRefusal, {
    nullable: true,
    description: 'Why it cannot be withdrawn, with the text for the customer; else null.',
  })
  refusal!: RefusalData | null
}

const emptyPayload = (
  status: WithdrawalPreview['status'],
  currency: string,
): WithdrawalPreviewPayloadType => ({
  status,
  amount: null,
  originalRate: null,
  basis: null,
  accruedInterest: null,
  interestAtMaturity: null,
  effectiveRate: null,
  withdrawableAmount: null,
  forfeitedInterest: null,
  totalPayout: formatAmount(0n, currency),
  currency,
  payoutStatus: null,
  message: null,
  settlementDelay: null,
  settlementReference: null,
  reference: null,
  refusal: null,
})

const figuresOf = (terms: WithdrawalTerms, currency: string) => {
  const money = (amount: bigint) => formatAmount(amount, currency)
  return {
    amount: money(terms.principal),
    originalRate: terms.originalRatePpm,
    basis: terms.basis,
    accruedInterest: money(terms.accruedNet),
    interestAtMaturity: money(terms.atMaturityNet),
    effectiveRate: terms.effectiveRatePpm,
    withdrawableAmount: money(terms.interest - terms.tax),
    forfeitedInterest: money(terms.forfeitedNet),
    totalPayout: money(terms.amount),
  }
}

export const toWithdrawalPreview = (preview: WithdrawalPreview, call: Call): WithdrawalPreviewPayloadType => {
  const { status, savings, terms, payout, hold, isBlocked, reference, text } = preview
  if (!savings || !terms)
    return {
      ...emptyPayload(status, market.currency),
      refusal: { code: 'NOT_FOUND', message: text ?? '' },
    }
  const { currency } = savings.position
  if (status === 'CLOSED') {
    return { ...emptyPayload(status, currency), ...(payout && payoutKeys(payout, call)) }
  }
  const figures = { ...emptyPayload(status, currency), ...figuresOf(terms, currency) }
  if (payout) return { ...figures, ...payoutKeys(payout, call) }
  if (hold === null) return figures
  return {
    ...figures,
    message: text,
    refusal: isBlocked ? { code: 'ACCOUNT_BLOCKED', message: text ?? '' } : null,
    settlementDelay: delayOf(terms.basis, hold.hours),
    reference,
  }
}
