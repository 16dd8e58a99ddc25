import { Field, ID, ObjectType } from 'type-graphql'
import type { LocalDate } from '../../../kernel/calendar.js'
import { LocalDateScalar, MoneyScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'

export type SuspenseReason = 'BEING_PAID_BACK' | 'UNDER_REVIEW'

const reasonEnum = describedEnum<SuspenseReason>('SuspenseReason', 'Why money still waits in suspense.', {
  BEING_PAID_BACK: 'It arrived for a closing or closed account, and its refund is under way.',
  UNDER_REVIEW: 'Its refund failed, or the outcome is not known: people decide.',
})

@ObjectType('SuspendedPayment', {
  simpleResolvers: true,
  description: 'A payment that arrived for a closing or closed account, and is not fully refunded.',
})
export class SuspendedPaymentType {
  @Field(() => ID, { description: 'The book: `system`, or a test clock.' })
  book!: string

  @Field(() => LocalDateScalar, { description: 'The booking date since which it waits.' })
  since!: LocalDate

  @Field(() => MoneyScalar, { description: 'The amount that arrived.' })
  amount!: string

  @Field(() => MoneyScalar, { description: 'The amount that is not refunded yet.' })
  waiting!: string

  @Field(() => String, { description: 'ISO 4217 code.' })
  currency!: string

  @Field(() => reasonEnum, { description: 'Why it still waits.' })
  reason!: SuspenseReason

  /** Read by the resolvers of the fields `customer` and `order`. */
  customerId!: string
  orderId!: string
}
