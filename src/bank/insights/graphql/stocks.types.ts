import { Field, ObjectType } from 'type-graphql'
import { MoneyScalar } from '../../../platform/graphql/scalars.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import { AmountField, CountField, MonthField, ProductField, RoundedField } from './fields.types.js'

@ObjectType('InsightCohorts', {
  simpleResolvers: true,
  description: 'Who saved for the first time in a month, and what they have at the end of a later one.',
})
export class InsightCohortsType {
  @MonthField('The month of their first deposit.') cohort!: LocalDate
  @MonthField('The month at whose end it stood so; the present one up to the last day that is closed.')
  month!: LocalDate
  @CountField('How many months later.') monthsSince!: number
  @CountField('How many they were.') joined!: number
  @CountField('How many still saved.') saving!: number
  @AmountField('What they had saved.') balance!: string
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightLiabilities', {
  simpleResolvers: true,
  description: 'What is owed for savings at the end of a date, by the month in which they mature.',
})
export class InsightLiabilitiesType {
  @ProductField() product!: string
  @MonthField('The month of maturity.') maturesIn!: LocalDate
  @CountField('Months to it: 0 in this month, below zero of what has matured and was not left.')
  monthsToMaturity!: number
  @CountField('How many savings; where it is rounded, those of a customer in a month of maturity are one.')
  savings!: number
  @AmountField('Their principal.') principal!: string
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightProjection', {
  simpleResolvers: true,
  description: 'What will mature on a coming day, of what is saved now.',
})
export class InsightProjectionType {
  @MonthField('The day.') on!: LocalDate
  @ProductField() product!: string
  @CountField('How many savings; where it is rounded, those of a customer in a month of maturity are one.')
  savings!: number
  @AmountField('Their principal.') principal!: string
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightInterest', {
  simpleResolvers: true,
  description: 'What interest cost in a month, by booking date.',
})
export class InsightInterestType {
  @MonthField('The month.') month!: LocalDate
  @ProductField() product!: string
  @AmountField('Interest expense: what was accrued, less what exits gave up.') expense!: string
  @AmountField('What the nights accrued of it.') accrued!: string
  @RoundedField() isRounded!: boolean
}

@ObjectType('InsightBalances', {
  simpleResolvers: true,
  description: 'Customers by what they had saved at the end of a date.',
})
export class InsightBalancesType {
  @AmountField('The smallest balance of the band.') from!: string
  @Field(() => MoneyScalar, { nullable: true, description: 'The balance above the band; null for the last.' })
  below!: string | null
  @CountField('How many.') customers!: number
  @AmountField('What they had saved.') balance!: string
  @RoundedField() isRounded!: boolean
}
