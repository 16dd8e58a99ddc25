import { Field, ID, ObjectType } from 'type-graphql'
import type { LocalDate } from '../../../kernel/calendar.js'
import { LocalDateScalar, MoneyScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'

export type SuspenseReason = 'BEING_PAID_BACK' | 'UNDER_REVIEW'

const reasonEnum = describedEnum<SuspenseReason>('SuspenseReason', 'Why money still waits in suspense.', {
  BEING_PAID_BACK: 'It came for an account that was left, and is on its way back to the wallet.',
  UNDER_REVIEW: 'The same, and the wallet did not take it, or did not say: people decide.',
})

@ObjectType('SuspendedPayment', {
  simpleResolvers: true,
  description: 'A payment that arrived for an account that was left, and has not all gone back.',
})
export class SuspendedPaymentType {
  @Field(() => ID, { description: 'The book: `system`, or a test clock.' })
  book!: string

  @Field(() => LocalDateScalar, { description: 'Since which booking date it waits.' })
  since!: LocalDate

  @Field(() => MoneyScalar, { description: 'What arrived.' })
  amount!: string

  @Field(() => MoneyScalar, { description: 'What of it still waits.' })
  waiting!: string

  @Field(() => String, { description: 'ISO 4217 code.' })
  currency!: string

  @Field(() => reasonEnum, { description: 'Why.' })
  reason!: SuspenseReason

  /** For the fields `customer` and `order`. */
  customerId!: string
  orderId!: string
}
