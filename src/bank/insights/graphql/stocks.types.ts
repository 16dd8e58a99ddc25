import { Field, ObjectType } from 'type-graphql'
import { MoneyScalar } from '../../../platform/graphql/scalars.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import { AmountField, CountField, DateField, ProductField, RoundedField } from './fields.types.js'

@ObjectType('InsightCohorts', {
  simpleResolvers: true,
  description:
    'The customers who saved for the first time in a month, and what they have at the end of a later month.',
})
export class InsightCohortsType {
  @DateField('The month of their first deposit.') cohort!: LocalDate
  @DateField('The later month. Figures are as of its end, or of the last closed day in the present month.')
  month!: LocalDate
  @CountField('How many months later.') monthsSince!: number
  @CountField('How many customers joined in the first month.') joined!: number
  @CountField('How many of them still saved.') saving!: number
  @AmountField('What they had saved.') balance!: string
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightLiabilities', {
  simpleResolvers: true,
  description: 'What we owe for savings at the end of a date, by the month in which they mature.',
})
export class InsightLiabilitiesType {
  @ProductField() product!: string
  @DateField('The month of maturity.') maturesIn!: LocalDate
  @CountField('Months to it: 0 in this month, negative for savings that have matured and are not withdrawn.')
  monthsToMaturity!: number
  @CountField('How many savings; where rounded, those of a customer that mature in one month count as one.')
  savings!: number
  @AmountField('Their principal.') principal!: string
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightProjection', {
  simpleResolvers: true,
  description: 'The present savings that will mature on a coming day.',
})
export class InsightProjectionType {
  @DateField('The day.') on!: LocalDate
  @ProductField() product!: string
  @CountField('How many savings; where rounded, those of a customer that mature in one month count as one.')
  savings!: number
  @AmountField('Their principal.') principal!: string
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightInterest', {
  simpleResolvers: true,
  description: 'The cost of interest in a month, by booking date.',
})
export class InsightInterestType {
  @DateField('The month.') month!: LocalDate
  @ProductField() product!: string
  @AmountField(
    'Interest expense: what the nights accrued, and what other bookings changed, such as the forfeit of an early exit.',
  )
  expense!: string
  @AmountField('What the nights accrued.') accrued!: string
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightBalances', {
  simpleResolvers: true,
  description: 'Customers by their balance at the end of a date.',
})
export class InsightBalancesType {
  @AmountField('The smallest balance of the band.') from!: string
  @Field(() => MoneyScalar, {
    nullable: true,
    description: 'Where the next band begins: every balance of this one is below it. Null for the last band.',
  })
  below!: string | null
  @CountField('How many.') customers!: number
  @AmountField('What they had saved.') balance!: string
  @RoundedField() isRounded!: boolean
}
