import { Field, ID, ObjectType } from 'type-graphql'
import { NodeType } from '../../../platform/graphql/node.js'
import {
  failureReasonEnum,
  paymentFailureOf,
  type FailureReason,
} from '../../failure-reasons/failure-reason.js'
import { InstantScalar, LocalDateScalar, MoneyScalar, RateScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import { formatAmount } from '../../../kernel/money.js'
import type { Ppm } from '../../../kernel/rate.js'
import type { PayoutStatus, WithdrawalBasis } from '../rules/withdrawal.rules.js'
import type { PayoutView } from '../records/payouts.repository.js'
import { standingOfPayout, type PayoutStanding } from '../records/standing.js'
import { payoutMessage } from './payout-message.js'

export const payoutStatusEnum = describedEnum<PayoutStatus>(
  'PayoutStatus',
  'Where the money of a payout is.',
  {
    ON_HOLD: 'Reserved; it is sent when its hold is over.',
    PROCESSING: 'Sent to the wallet provider, or about to be; its outcome is not known.',
    PAID: 'It has reached the customer.',
    FAILED:
      'Its transfer failed, or staff cancelled it. The position is given back; in a closing account people decide about the money.',
    UNDER_REVIEW: 'Staff have to decide; the money is still reserved for the customer.',
  },
)

export const withdrawalBasisEnum = describedEnum<WithdrawalBasis>(
  'WithdrawalBasis',
  'Whether a withdrawal is before maturity.',
  {
    EARLY_EXIT: 'Before maturity: interest at the early-exit rate, if that is the lower one.',
    MATURITY: 'At or after maturity: the full interest.',
  },
)

/** How long the money of a withdrawal is held, `48h`; null at maturity, when it is sent at once. */
export const delayOf = (basis: WithdrawalBasis, holdHours: number): string | null =>
  basis === 'EARLY_EXIT' ? `${holdHours}h` : null

/** The rest of the hold; null for a payout that is not on hold. */
const delayLeft = ({ hoursLeft }: PayoutStanding): string | null =>
  hoursLeft === null ? null : `${hoursLeft}h`

/** The fields that all answers about a payout have in common. */
export const payoutKeys = (payout: PayoutView, call: Call) => {
  const standing = standingOfPayout(payout, call)
  return {
    payoutStatus: standing.status,
    message: payoutMessage(payout, call, standing),
    settlementDelay: delayLeft(standing),
    settlementReference: payout.id,
  }
}

/** Why a payout failed; null for every other status, so also while a failed transfer is under review. */
export const payoutFailureOf = ({ status, failureCode }: PayoutView): FailureReason | null =>
  status === 'FAILED' ? (paymentFailureOf(failureCode) ?? 'PROVIDER_ERROR') : null

@ObjectType('Payout', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'What a position pays when it is withdrawn.',
})
export class PayoutType {
  @Field(() => ID, { description: 'The settlement reference, `SET-...`.' })
  id!: string

  @Field(() => payoutStatusEnum, { description: 'Where the money is.' })
  status!: PayoutStatus

  @Field(() => String, {
    description: 'The text for the customer in the language of the request, at most 160 characters.',
  })
  message!: string

  @Field(() => MoneyScalar, {
    description: 'The amount that has reached the customer; a payout may be sent in parts.',
  })
  sent!: string

  @Field(() => String, {
    nullable: true,
    description: 'How many hours of its hold are left, `48h`; null when it is not held.',
  })
  settlementDelay!: string | null

  @Field(() => withdrawalBasisEnum, { description: 'Whether it was withdrawn before maturity.' })
  basis!: WithdrawalBasis

  @Field(() => RateScalar, { description: 'The rate that was paid.' })
  effectiveRate!: Ppm

  @Field(() => MoneyScalar, { description: 'All that was paid in.' })
  principal!: string

  @Field(() => MoneyScalar, { description: 'The interest that it pays, net of tax.' })
  interest!: string

  @Field(() => MoneyScalar, { description: 'Withholding tax on that interest.' })
  tax!: string

  @Field(() => MoneyScalar, { description: 'What the customer gets: principal and net interest.' })
  amount!: string

  @Field(() => String, { description: 'ISO 4217 code of all its amounts.' })
  currency!: string

  @Field(() => LocalDateScalar, { description: 'The business date on which the position was withdrawn.' })
  exitedOn!: LocalDate

  @Field(() => InstantScalar, {
    nullable: true,
    description:
      'When it may be sent; null when it is sent at once. On a test clock the beginning of a date, in UTC.',
  })
  heldUntil!: Instant | null

  @Field(() => LocalDateScalar, {
    nullable: true,
    description: 'The booking date of its last transfer, or of its give-back.',
  })
  settledOn!: LocalDate | null

  @Field(() => failureReasonEnum, { nullable: true, description: 'Why it failed, else null.' })
  failureReason!: FailureReason | null

  /** Read by the resolvers of the fields `customer`, `position` and `quote`. */
  customerId!: string
  positionId!: string
  quoteReference!: string | null
}

export const toPayout = (payout: PayoutView, call: Call): PayoutType => {
  const money = (amount: bigint) => formatAmount(amount, payout.currency)
  const { payoutStatus: status, message, settlementDelay } = payoutKeys(payout, call)
  return {
    id: payout.id,
    status,
    sent: money(payout.arrived),
    message,
    settlementDelay,
    basis: payout.basis,
    effectiveRate: payout.effectiveRatePpm,
    principal: money(payout.principal),
    interest: money(payout.interest - payout.tax),
    tax: money(payout.tax),
    amount: money(payout.amount),
    currency: payout.currency,
    exitedOn: payout.withdrawnOn,
    heldUntil: payout.heldUntil,
    settledOn: payout.settledOn,
    failureReason: payoutFailureOf(payout),
    customerId: payout.customerId,
    positionId: payout.positionId,
    quoteReference: payout.withdrawalReference,
  }
}
