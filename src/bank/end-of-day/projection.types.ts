import { Field, ObjectType } from 'type-graphql'
import { LocalDateScalar, MoneyScalar } from '../../platform/graphql/scalars.js'
import type { LocalDate } from '../../kernel/calendar.js'
import { formatAmount } from '../../kernel/money.js'
import type { ProjectedMoneyOut, Projection } from './clocks.read.js'
import { AccrualType, MoneyOutType, MaturingType } from './figures.types.js'

@ObjectType('ProjectedMaturity', { simpleResolvers: true, description: 'What would mature on a day.' })
export class ProjectedMaturityType extends MaturingType {
  @Field(() => LocalDateScalar, { description: 'The day.' })
  on!: LocalDate
}

@ObjectType('ProjectedMoneyOut', {
  simpleResolvers: true,
  description: 'Money of a product that would leave for its customers on a day.',
})
export class ProjectedMoneyOutType extends MoneyOutType {
  @Field(() => LocalDateScalar, { description: 'The day.' })
  on!: LocalDate

  @Field(() => MoneyScalar, { description: 'What the customers would get.' })
  amount!: string
}

@ObjectType('Projection', {
  simpleResolvers: true,
  description: 'What a walk would do, without doing it.',
})
export class ProjectionType {
  @Field(() => LocalDateScalar, { description: 'The target date.' })
  to!: LocalDate

  @Field(() => [AccrualType], { description: 'Interest that would be posted until then, per product.' })
  accruals!: AccrualType[]

  @Field(() => [ProjectedMaturityType], { description: 'What would mature, day by day.' })
  maturities!: ProjectedMaturityType[]

  @Field(() => [ProjectedMoneyOutType], { description: 'Payouts on hold that would be sent, day by day.' })
  releases!: ProjectedMoneyOutType[]

  @Field(() => [ProjectedMoneyOutType], {
    description: 'What would mature and be paid out by itself, day by day.',
  })
  automaticPayouts!: ProjectedMoneyOutType[]
}

const toProjectedMoneyOut = (row: ProjectedMoneyOut): ProjectedMoneyOutType => ({
  ...row,
  amount: formatAmount(row.amount, row.currency),
})

export const toProjection = ({
  to,
  accruals,
  maturities,
  releases,
  automaticPayouts,
}: Projection): ProjectionType => ({
  to,
  accruals: accruals.map(({ productCode, currency, amount }) => ({
    product: productCode,
    currency,
    amount: formatAmount(amount, currency),
  })),
  maturities: maturities.map((row) => ({
    ...row,
    principal: formatAmount(row.principal, row.currency),
    interest: formatAmount(row.interest, row.currency),
  })),
  releases: releases.map(toProjectedMoneyOut),
  automaticPayouts: automaticPayouts.map(toProjectedMoneyOut),
})
