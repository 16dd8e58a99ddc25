import { Field, Int, ObjectType } from 'type-graphql'
import { InstantScalar, LocalDateScalar } from '../../platform/graphql/scalars.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { OrderComparison } from './payment.entity.js'

@ObjectType('OrderComparison', {
  simpleResolvers: true,
  description: 'A day whose orders are compared with the provider.',
})
export class OrderComparisonType {
  @Field(() => LocalDateScalar, { description: 'The booking date of the orders.' })
  day!: LocalDate

  @Field(() => Int, { description: 'How many orders were compared so far.' })
  compared!: number

  @Field(() => Int, { description: "How many differ from the provider's status." })
  differences!: number

  @Field(() => InstantScalar, { nullable: true, description: 'When it began.' })
  beganAt!: Instant | null

  @Field(() => InstantScalar, { nullable: true, description: 'When all orders were compared; null before.' })
  finishedAt!: Instant | null
}

export const toOrderComparison = (comparison: OrderComparison): OrderComparisonType => ({
  day: comparison.day,
  compared: comparison.compared,
  differences: comparison.differences,
  beganAt: comparison.beganAt,
  finishedAt: comparison.finishedAt,
})
