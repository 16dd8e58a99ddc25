import { Field, ID, Int, ObjectType } from 'type-graphql'
import { LocalDateScalar, MoneyScalar, RateScalar } from '../../../platform/graphql/scalars.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { DepositTermsQuoted } from '../../savings/rules/deposit.rules.js'
import type { WithdrawalBasis } from '../../savings/rules/withdrawal.rules.js'
import { depositBasisEnum } from '../../savings/deposits/quote.types.js'
import { withdrawalBasisEnum } from '../../savings/payouts/payout.types.js'
import {
  AmountField,
  CountField,
  MinutesField,
  DateField,
  PartialField,
  PeriodField,
  ProductField,
  RoundedField,
} from './fields.types.js'
import {
  withdrawalEventEnum,
  failedOperationEnum,
  journeyEnum,
  transferOutcomeEnum,
  transferPurposeEnum,
  type WithdrawalEvent,
  type FailedOperation,
  type Journey,
  type TransferOutcome,
  type TransferPurpose,
} from './words.types.js'

@ObjectType('InsightDeposits', { simpleResolvers: true, description: 'Deposits, by booking date.' })
export class InsightDepositsType {
  @PeriodField() period!: LocalDate
  @ProductField() product!: string
  @Field(() => depositBasisEnum, { description: 'Whether it opened a position or joined one.' })
  basis!: DepositTermsQuoted['basis']
  @CountField('How many.') count!: number
  @AmountField('Their principal.') amount!: string
  @PartialField() isPartial!: boolean
}

@ObjectType('InsightTickets', {
  simpleResolvers: true,
  description: 'Deposits by bands of their size, by booking date.',
})
export class InsightTicketsType {
  @PeriodField() period!: LocalDate
  @ProductField() product!: string
  @AmountField('The smallest amount of the band.') from!: string
  @Field(() => MoneyScalar, {
    nullable: true,
    description: 'Where the next band begins: every amount of this one is below it. Null for the last band.',
  })
  below!: string | null
  @CountField('How many.') count!: number
  @AmountField('Their principal.') amount!: string
  @PartialField() isPartial!: boolean
}

@ObjectType('InsightWithdrawals', {
  simpleResolvers: true,
  description: 'Withdrawals of savings and give-backs, by booking date.',
})
export class InsightWithdrawalsType {
  @PeriodField() period!: LocalDate
  @ProductField() product!: string
  @Field(() => withdrawalBasisEnum, { description: 'Early, or matured.' }) basis!: WithdrawalBasis
  @Field(() => withdrawalEventEnum, { description: 'Withdrawn, or given back.' }) event!: WithdrawalEvent
  @CountField('How many savings.') count!: number
  @AmountField('Their principal.') principal!: string
  @AmountField('The interest that was paid, less tax.') interest!: string
  @AmountField('The interest that was earned and forfeited, less tax.') forfeited!: string
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightPayouts', {
  simpleResolvers: true,
  description: 'Money sent to customers, each transfer by the date on which its end was booked.',
})
export class InsightPayoutsType {
  @PeriodField() period!: LocalDate
  @Field(() => transferOutcomeEnum, { description: 'How it ended.' }) outcome!: TransferOutcome
  @Field(() => String, { nullable: true, description: 'The reason, if it was refused or given back.' })
  reason!: string | null
  @Field(() => transferPurposeEnum, { description: 'What it was for.' }) purpose!: TransferPurpose
  @CountField('How many.') count!: number
  @AmountField('Their sum.') amount!: string
  @MinutesField('The median of the minutes from when they could be sent until they were in the wallet.')
  medianMinutes!: number | null
  @MinutesField(
    'The 95th percentile of the minutes from when they could be sent until they were in the wallet; null also where some are withheld.',
  )
  p95Minutes!: number | null
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightFunnel', {
  simpleResolvers: true,
  description:
    'Journeys that ended in the period, with any outcome. One that has not ended yet is not counted.',
})
export class InsightFunnelType {
  @PeriodField() period!: LocalDate
  @Field(() => journeyEnum, { description: 'What the customer wanted.' }) operation!: Journey
  @CountField('Requests: answered with a summary, or refused.') asked!: number
  @CountField('Shown a summary that could be confirmed.') shown!: number
  @CountField('Confirmed.') confirmed!: number
  @CountField('Paid: a deposit that is booked, money that is in the wallet.') paid!: number
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightFailures', {
  simpleResolvers: true,
  description: 'What was not carried out, and why: the losses of the funnel.',
})
export class InsightFailuresType {
  @PeriodField() period!: LocalDate
  @Field(() => failedOperationEnum, { description: 'What was not carried out.' }) operation!: FailedOperation
  @Field(() => String, {
    description:
      'Why: `ACCOUNT_BLOCKED`, another status that was answered, a failure reason, or `NOT_CONFIRMED`.',
  })
  reason!: string
  @CountField('How often.') count!: number
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightCustomers', {
  simpleResolvers: true,
  description: 'Customers by week, by booking date.',
})
export class InsightCustomersType {
  @DateField('The Monday.') week!: LocalDate
  @CountField('Saved for the first time.') joined!: number
  @CountField('Saved again after they had withdrawn everything.') returned!: number
  @CountField('Withdrew everything.') left!: number
  @Field(() => Int, {
    nullable: true,
    description: 'Paid in or withdrew something, each customer once a week; null for fewer than five.',
  })
  active!: number | null
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightRenewals', {
  simpleResolvers: true,
  description:
    'Savings by the date of their maturity, and for how many of them the customer paid in again within 30 days. Known 30 days later.',
})
export class InsightRenewalsType {
  @PeriodField() period!: LocalDate
  @ProductField() product!: string
  @CountField('How many matured.') matured!: number
  @CountField('Those after which the customer paid in again.') renewed!: number
  @AmountField('The principal that matured.') principal!: string
  @AmountField('The matured principal of customers who paid in again.') renewedPrincipal!: string
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightRateChange', {
  simpleResolvers: true,
  description: 'Deposits in a product over the same number of days before and after one of its versions.',
})
export class InsightRateChangeType {
  @ProductField() product!: string
  @CountField('The version.') version!: number
  @Field(() => RateScalar, { description: 'Its rate.' }) rate!: number
  @DateField('The date on which it was published.') publishedOn!: LocalDate
  @CountField(
    'The number of days before it. After it there are as many, or fewer if less time has passed since.',
  )
  days!: number
  @CountField('Deposits before.') countBefore!: number
  @AmountField('Their principal.') amountBefore!: string
  @CountField('Deposits after.') countAfter!: number
  @AmountField('Their principal.') amountAfter!: string
  @PartialField() isPartial!: boolean
}

@ObjectType('InsightScores', {
  simpleResolvers: true,
  description: 'Score requests, by the day of their end.',
})
export class InsightScoresType {
  @PeriodField() period!: LocalDate
  @Field(() => ID, { description: 'The product that was ordered.' }) product!: string
  @Field(() => String, {
    nullable: true,
    description:
      'The decision of the result; null for a result without a decision, and for a failed request.',
  })
  decision!: string | null
  @Field(() => String, { nullable: true, description: 'Its risk band; null without one.' })
  riskBand!: string | null
  @Field(() => String, { nullable: true, description: 'Why it failed; null for one with a result.' })
  failure!: string | null
  @CountField('How many.') count!: number
  @MinutesField('The median of the minutes from the request to the end.')
  medianMinutes!: number | null
  @MinutesField(
    'The 95th percentile of the minutes from the request to the end; null also where some are withheld.',
  )
  p95Minutes!: number | null
  @PartialField() isPartial!: boolean
}

@ObjectType('InsightScoreReasons', {
  simpleResolvers: true,
  description:
    'Reasons of the results of score requests, by the day of their end; a result may have several.',
})
export class InsightScoreReasonsType {
  @PeriodField() period!: LocalDate
  @Field(() => ID, { description: 'The product that was ordered.' }) product!: string
  @Field(() => String, { nullable: true, description: 'The decision of the result; null without one.' })
  decision!: string | null
  @Field(() => String, { description: "The reason's code." }) reason!: string
  @CountField('Results with it.') count!: number
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('Insights', {
  simpleResolvers: true,
  description:
    'Figures of the real world, without test clocks, from daily roll-ups that equal the books. Amounts are in the currency below.',
})
export class InsightsType {
  @Field(() => LocalDateScalar, {
    nullable: true,
    description:
      'The last date that is closed and rolled up. Staff also see the days since, which may still change, unless there are more than three.',
  })
  completeTo!: LocalDate | null

  @Field(() => String, { description: 'ISO 4217 code of all amounts.' })
  currency!: string

  @Field(() => Boolean, {
    description:
      'Groups of fewer than five customers are withheld, and rows whose `isRounded` is true are rounded.',
  })
  isForRelease!: boolean
}
