import { Field, ObjectType } from 'type-graphql'
import { MoneyScalar, RateScalar } from '../../../platform/graphql/scalars.js'
import { NodeType } from '../../../platform/graphql/node.js'
import type { PersonalData } from '../../../platform/identity/personal-data.js'
import { formatAmount } from '../../../kernel/money.js'
import type { Ppm } from '../../../kernel/rate.js'
import type { WithdrawalBasis } from '../rules/withdrawal.rules.js'
import { delayOf, withdrawalBasisEnum } from '../payouts/payout.types.js'
import { entryKeys, QuoteType } from '../deposits/quote.types.js'
import type { Preview } from '../records/request-log.repository.js'

@ObjectType('WithdrawalQuote', {
  implements: [QuoteType, NodeType],
  simpleResolvers: true,
  description: 'A recorded withdrawal preview. All interest is net of tax.',
})
export class WithdrawalQuoteType extends QuoteType {
  @Field(() => withdrawalBasisEnum, { description: 'Whether the withdrawal is an early exit.' })
  basis!: WithdrawalBasis

  @Field(() => RateScalar, { description: 'The rate that the position is locked at.' })
  originalRate!: Ppm

  @Field(() => RateScalar, { description: 'The rate that is paid.' })
  effectiveRate!: Ppm

  @Field(() => MoneyScalar, { description: 'Interest earned by the business date.' })
  accruedInterest!: string

  @Field(() => MoneyScalar, { description: 'Interest earned by maturity, if it stays.' })
  interestAtMaturity!: string

  @Field(() => MoneyScalar, { description: 'The interest that is paid.' })
  withdrawableAmount!: string

  @Field(() => MoneyScalar, { description: 'The interest that is forfeited.' })
  forfeitedInterest!: string

  @Field(() => MoneyScalar, { description: 'What is paid: principal and interest.' })
  totalPayout!: string

  @Field(() => String, {
    nullable: true,
    description:
      'How long the money is held on early exit, `48h`; null at maturity, when it is sent at once.',
  })
  settlementDelay!: string | null
}

/** Null for a preview of an earlier version of this service, which recorded only the sum. */
export const toWithdrawalQuote = (
  { entry, terms }: Preview,
  personal: PersonalData,
): WithdrawalQuoteType | null => {
  const { basis, amount, positionId, shown } = terms
  if (!shown) return null
  const money = (minor: bigint) => formatAmount(minor, shown.currency)
  return {
    ...entryKeys(entry, personal),
    positionId,
    basis,
    amount: money(shown.principal),
    currency: shown.currency,
    productCode: shown.productCode,
    productVersionId: shown.productVersionId,
    originalRate: shown.originalRatePpm,
    effectiveRate: shown.effectiveRatePpm,
    accruedInterest: money(shown.accruedNet),
    interestAtMaturity: money(shown.atMaturityNet),
    withdrawableAmount: money(amount - shown.principal),
    forfeitedInterest: money(shown.forfeitedNet),
    totalPayout: money(amount),
    settlementDelay: delayOf(basis, shown.holdHours),
  }
}
