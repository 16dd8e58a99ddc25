import { Field, ID, Int, ObjectType } from 'type-graphql'
import { shownId } from '../../../kernel/ids.js'
import { NodeType } from '../../../platform/graphql/node.js'
import {
  failureReasonEnum,
  paymentFailureOf,
  type FailureReason,
} from '../../failure-reasons/failure-reason.js'
import {
  InstantScalar,
  LocalDateScalar,
  MoneyScalar,
  MsisdnScalar,
} from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { PersonalData } from '../../../platform/identity/personal-data.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import { formatAmount } from '../../../kernel/money.js'
import type { OrderStatus } from '../order.rules.js'
import type { PaymentOrder } from '../payment.entity.js'
import type { PaymentKind } from '../port.js'

export const paymentKindEnum = describedEnum<PaymentKind>('PaymentKind', 'The direction of a payment.', {
  COLLECT: "From the customer's wallet to us.",
  PAY_OUT: "From us to the customer's wallet.",
})

export const orderStatusEnum = describedEnum<OrderStatus>(
  'OrderStatus',
  'The state of a payment order, as far as it is known.',
  {
    CREATED: 'Not known to be at the provider yet.',
    SUBMITTED: 'The provider has it; its outcome is not known yet.',
    UNKNOWN: 'Sent without a usable answer; the provider is polled under the same reference.',
    UNDER_REVIEW: 'No answer for a day: people look at it, and the provider is still polled daily.',
    SUCCESSFUL: 'According to the provider, the money has moved.',
    FAILED: 'No money has moved, or the provider has moved it back.',
  },
)

@ObjectType('PaymentOrder', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'One instruction to the wallet provider: collect from a wallet, or pay out to one.',
})
export class PaymentOrderType {
  @Field(() => ID, { description: '`ORD-...`, followed by its reference at the provider.' })
  id!: string

  @Field(() => paymentKindEnum, { description: 'The direction of a payment.' })
  kind!: PaymentKind

  @Field(() => orderStatusEnum, { description: 'Its state, as far as it is known.' })
  status!: OrderStatus

  @Field(() => MoneyScalar, { description: 'The amount.' })
  amount!: string

  @Field(() => String, { description: 'ISO 4217 code of the amount.' })
  currency!: string

  @Field(() => MsisdnScalar, { description: 'The wallet; masked for analysts.' })
  msisdn!: string

  @Field(() => failureReasonEnum, { nullable: true, description: 'Why it failed; null unless it did.' })
  failureReason!: FailureReason | null

  @Field(() => String, {
    nullable: true,
    description:
      "Why it failed, could not be sent, or has no usable answer: the provider's reason, or ours where it gave none.",
  })
  providerReason!: string | null

  @Field(() => String, { nullable: true, description: "The provider's number of the finished transaction." })
  providerTransactionId!: string | null

  @Field(() => ID, { nullable: true, description: 'The quote that a collection is for.' })
  quoteReference!: string | null

  @Field(() => ID, { nullable: true, description: 'The product that a collection pays into.' })
  productCode!: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'The number of its part of the payout or refund, from 1.',
  })
  part!: number | null

  @Field(() => Int, { nullable: true, description: 'The number of this attempt to send its part, from 1.' })
  attempt!: number | null

  @Field(() => LocalDateScalar, {
    description:
      'The business date of the confirm, the value date of a deposit; of a transfer, that on which it was written.',
  })
  businessDate!: LocalDate

  @Field(() => Int, { description: 'The number of sends that the provider may have accepted.' })
  sends!: number

  @Field(() => Int, { description: 'Its rung on the ladder of waits between status polls.' })
  polls!: number

  @Field(() => InstantScalar, {
    nullable: true,
    description: 'When it is sent or polled next; null when it has ended.',
  })
  dueAt!: Instant | null

  @Field(() => InstantScalar, {
    nullable: true,
    description: 'When it was first sent, or sent again after the provider was found not to have it.',
  })
  sentAt!: Instant | null

  @Field(() => InstantScalar, { nullable: true, description: 'When its outcome was booked.' })
  settledAt!: Instant | null

  @Field(() => LocalDateScalar, {
    nullable: true,
    description: 'The booking date of its outcome; null until then, and for one that was never sent.',
  })
  settledOn!: LocalDate | null

  @Field(() => LocalDateScalar, {
    nullable: true,
    description:
      'The business date on which two people booked that its money reached the customer out of band.',
  })
  paidOtherwiseOn!: LocalDate | null

  @Field(() => InstantScalar, { description: 'When it was written.' })
  createdAt!: Instant

  /** Read by the resolvers of the fields `customer`, `payout` and `refundOf`. */
  customerId!: string
  payoutId!: string | null
  refundOfId!: string | null
}

export const toPaymentOrder = (order: PaymentOrder, personal: PersonalData): PaymentOrderType => ({
  id: shownId('PaymentOrder', order.id),
  kind: order.kind,
  status: order.status,
  amount: formatAmount(order.amount, order.currency),
  currency: order.currency,
  msisdn: personal.msisdn(order.msisdn),
  failureReason: paymentFailureOf(order.failureCode),
  providerReason: personal.text(order.providerReason),
  providerTransactionId: order.providerTransactionId,
  quoteReference: order.quoteReference,
  productCode: order.productCode,
  payoutId: order.payoutId,
  refundOfId: order.refundOf,
  part: order.part,
  attempt: order.attempt,
  businessDate: order.businessOn,
  sends: order.sends,
  polls: order.polls,
  dueAt: order.dueAt,
  sentAt: order.sentAt,
  settledAt: order.settledAt,
  settledOn: order.settledOn,
  paidOtherwiseOn: order.paidOutOfBandOn,
  createdAt: order.createdAt,
  customerId: order.customerId,
})
