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
  MonthField,
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
  @Field(() => depositBasisEnum, { description: 'Where the money went, as it was booked.' })
  basis!: DepositTermsQuoted['basis']
  @CountField('How many.') count!: number
  @AmountField('Their principal.') amount!: string
  @PartialField() isPartial!: boolean
}

@ObjectType('InsightTickets', {
  simpleResolvers: true,
  description: 'Deposits by their size, by booking date.',
})
export class InsightTicketsType {
  @PeriodField() period!: LocalDate
  @ProductField() product!: string
  @AmountField('The smallest amount of the band.') from!: string
  @Field(() => MoneyScalar, { nullable: true, description: 'The amount above the band; null for the last.' })
  below!: string | null
  @CountField('How many.') count!: number
  @AmountField('Their principal.') amount!: string
  @PartialField() isPartial!: boolean
}

@ObjectType('InsightWithdrawals', {
  simpleResolvers: true,
  description: 'Savings that were left, by booking date, and those that were given back.',
})
export class InsightWithdrawalsType {
  @PeriodField() period!: LocalDate
  @ProductField() product!: string
  @Field(() => withdrawalBasisEnum, { description: 'Early, or matured.' }) basis!: WithdrawalBasis
  @Field(() => withdrawalEventEnum, { description: 'Left, or given back.' }) event!: WithdrawalEvent
  @CountField('How many savings.') count!: number
  @AmountField('Their principal.') principal!: string
  @AmountField('The interest that was allowed, less tax.') interest!: string
  @AmountField('The interest that was earned and given up, less tax.') forfeited!: string
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
  @Field(() => String, { nullable: true, description: 'Why, of what was refused or given back.' })
  reason!: string | null
  @Field(() => transferPurposeEnum, { description: 'What it was for.' }) purpose!: TransferPurpose
  @CountField('How many.') count!: number
  @AmountField('Their sum.') amount!: string
  @MinutesField('Half of them were in the wallet so many minutes after they might be sent.')
  medianMinutes!: number | null
  @MinutesField('All but one in twenty were.') p95Minutes!: number | null
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightFunnel', {
  simpleResolvers: true,
  description: 'Journeys that ended in the period, however they did; one that is under way is in none yet.',
})
export class InsightFunnelType {
  @PeriodField() period!: LocalDate
  @Field(() => journeyEnum, { description: 'What the customer wanted.' }) operation!: Journey
  @CountField('Asked for: shown, or refused.') asked!: number
  @CountField('Shown a summary that could be confirmed.') shown!: number
  @CountField('Confirmed.') confirmed!: number
  @CountField('Paid: a deposit that is booked, money that is in the wallet.') paid!: number
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightFailures', {
  simpleResolvers: true,
  description: 'What did not come about, and why: the losses of the funnel.',
})
export class InsightFailuresType {
  @PeriodField() period!: LocalDate
  @Field(() => failedOperationEnum, { description: 'What did not.' }) operation!: FailedOperation
  @Field(() => String, {
    description: 'Why: the status that was answered, a failure reason, or `NOT_CONFIRMED`.',
  })
  reason!: string
  @CountField('How often.') count!: number
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightCustomers', {
  simpleResolvers: true,
  description: 'Customers by week: by when their savings were booked.',
})
export class InsightCustomersType {
  @MonthField('The Monday.') week!: LocalDate
  @CountField('Saved for the first time.') joined!: number
  @CountField('Saved again after they had left.') returned!: number
  @CountField('Have nothing saved any more.') left!: number
  @Field(() => Int, {
    nullable: true,
    description: 'Paid in or left something, each once a week; null where they are fewer than may be shown.',
  })
  active!: number | null
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightRenewals', {
  simpleResolvers: true,
  description:
    'Savings by the date of their maturity: whose customer paid in again within 30 days. Known 30 days later.',
})
export class InsightRenewalsType {
  @PeriodField() period!: LocalDate
  @ProductField() product!: string
  @CountField('How many matured.') matured!: number
  @CountField('After how many of these the customer paid in again.') renewed!: number
  @AmountField('The principal that matured.') principal!: string
  @AmountField('The principal that matured of those who paid in again.') renewedPrincipal!: string
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightRateChange', {
  simpleResolvers: true,
  description: 'Deposits in a product before and after one of its versions, over as many days.',
})
export class InsightRateChangeType {
  @ProductField() product!: string
  @CountField('The version.') version!: number
  @Field(() => RateScalar, { description: 'Its rate.' }) rate!: number
  @MonthField('The date on which it was published.') publishedOn!: LocalDate
  @CountField('The days before, and at most after: fewer where not so many are over.') days!: number
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
  @Field(() => ID, { description: 'What was ordered.' }) product!: string
  @Field(() => String, {
    nullable: true,
    description: 'What the result decided; null of one that decides nothing, and of what failed.',
  })
  decision!: string | null
  @Field(() => String, { nullable: true, description: 'The band of its risk; null without one.' })
  riskBand!: string | null
  @Field(() => String, { nullable: true, description: 'Why it failed; null of a result.' })
  failure!: string | null
  @CountField('How many.') count!: number
  @MinutesField('Half of them had ended so many minutes after they were asked for.')
  medianMinutes!: number | null
  @MinutesField('All but one in twenty had.') p95Minutes!: number | null
  @PartialField() isPartial!: boolean
}

@ObjectType('InsightScoreReasons', {
  simpleResolvers: true,
  description:
    'Reasons of the results of score requests, by the day of their end; a result may have several.',
})
export class InsightScoreReasonsType {
  @PeriodField() period!: LocalDate
  @Field(() => ID, { description: 'What was ordered.' }) product!: string
  @Field(() => String, { nullable: true, description: 'What the result decided; null of none.' })
  decision!: string | null
  @Field(() => String, { description: "The reason's code." }) reason!: string
  @CountField('Results with it.') count!: number
  @PartialField() isPartial!: boolean
  @RoundedField() isRounded!: boolean
}

@ObjectType('Insights', {
  simpleResolvers: true,
  description:
    'Figures of the real world from daily roll-ups that equal the books; test clocks are in none. Amounts are in the currency below.',
})
export class InsightsType {
  @Field(() => LocalDateScalar, {
    nullable: true,
    description:
      'The last date that is closed and added up. What the house reads has the days since too, as they stand.',
  })
  completeTo!: LocalDate | null

  @Field(() => String, { description: 'ISO 4217 code of all amounts.' })
  currency!: string

  @Field(() => Boolean, {
    description:
      'Groups of fewer than five customers are withheld, and all but deposits, losses and scores is rounded.',
  })
  isForRelease!: boolean
}
