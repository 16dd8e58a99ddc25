import { Field, ID, Int } from 'type-graphql'
import { LocalDateScalar, MoneyScalar } from '../../../platform/graphql/scalars.js'

export const PeriodField = () =>
  Field(() => LocalDateScalar, { description: 'The first date of the day, week or month.' })
export const DateField = (description: string) => Field(() => LocalDateScalar, { description })
export const ProductField = () => Field(() => ID, { description: 'Code of the product.' })
export const CountField = (description: string) => Field(() => Int, { description })
export const AmountField = (description: string) => Field(() => MoneyScalar, { description })
export const PartialField = () =>
  Field(() => Boolean, {
    description: 'True when part of this row is withheld, because it is about fewer than five customers.',
  })
export const RoundedField = () =>
  Field(() => Boolean, {
    description:
      'True when the row is rounded for release: people are counted in steps of five, amounts have few significant digits.',
  })
export const MinutesField = (description: string) =>
  Field(() => Int, {
    nullable: true,
    description: `${description} Approximate: from a histogram of fixed bands. Null where none was measured.`,
  })
