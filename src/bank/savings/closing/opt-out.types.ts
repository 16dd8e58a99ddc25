import { Field, ID, ObjectType } from 'type-graphql'
import { msisdnField } from '../../../platform/graphql/arguments.js'
import { inputOf } from '../../../platform/graphql/filters.js'
import { meaningsOf, refusalOf, type RefusalData } from '../../../platform/graphql/mutation.js'
import { LocalDateScalar, MoneyScalar, RateScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { PersonalData } from '../../../platform/identity/personal-data.js'
import { messagesFor } from '../../messages/messages.js'
import { PaymentOrderType, toPaymentOrder } from '../../payments/graphql/payment.types.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call, Language } from '../../../kernel/call.js'
import { formatAmount } from '../../../kernel/money.js'
import type { Ppm } from '../../../kernel/rate.js'
import type { WithdrawalBasis } from '../rules/withdrawal.rules.js'
import { optOutOf, type Closing, type OptOut, type OptOutPositions } from './opt-out.read.js'
import { PayoutType, toPayout, withdrawalBasisEnum } from '../payouts/payout.types.js'
import { positionStatusEnum } from '../positions/position.types.js'
import type { PositionStatus } from '../rules/position.rules.js'

type OptOutStatus = OptOut['status'] | 'FAILED'

const optOutStatusEnum = describedEnum<OptOutStatus>('OptOutStatus', 'The state of an opt-out.', {
  COMPLETED:
    'Every position is withdrawn, or counts as withdrawn until a job books it; money may still be on its way to the customer.',
  PENDING:
    'A deposit in flight must end first, and is refunded if it succeeds; or a payment to the customer has failed, is under review, or is held back by a block.',
  FAILED: 'Nothing was changed; the reason says why.',
})

const delayOfHours = (hours: number): string => `${hours}h`

@ObjectType('OptOutPosition', {
  simpleResolvers: true,
  description: 'An open position, with the terms on which an opt-out today would withdraw it.',
})
export class OptOutPositionType {
  @Field(() => ID, { description: 'The position, `POS-...`.' })
  id!: string

  @Field(() => positionStatusEnum, { description: 'ACCRUING or MATURED.' })
  status!: PositionStatus

  @Field(() => String, { description: 'One line for a phone, in the language of the request.' })
  label!: string

  @Field(() => LocalDateScalar, { description: 'The first day that no longer earns.' })
  maturityDate!: LocalDate

  @Field(() => MoneyScalar, { description: 'All that was paid in.' })
  amount!: string

  @Field(() => withdrawalBasisEnum, { description: 'Whether a withdrawal today is an early exit.' })
  basis!: WithdrawalBasis

  @Field(() => RateScalar, { description: 'The rate that it is locked at.' })
  originalRate!: Ppm

  @Field(() => RateScalar, { description: 'The rate that a withdrawal today pays.' })
  effectiveRate!: Ppm

  @Field(() => MoneyScalar, { description: 'Interest earned so far, net of tax.' })
  accruedInterest!: string

  @Field(() => MoneyScalar, { description: 'Interest earned by maturity, net of tax.' })
  interestAtMaturity!: string

  @Field(() => MoneyScalar, { description: 'Interest that a withdrawal today pays, net of tax.' })
  withdrawableAmount!: string

  @Field(() => MoneyScalar, { description: 'Interest that a withdrawal today forfeits, net of tax.' })
  forfeitedInterest!: string

  @Field(() => MoneyScalar, { description: 'What this position would pay.' })
  payout!: string

  @Field(() => String, { description: 'ISO 4217 code of all its amounts.' })
  currency!: string

  @Field(() => MoneyScalar, { description: 'What all positions together would pay; the same on each.' })
  totalPayout!: string

  @Field(() => String, { description: 'How long its money would be held, `48h`; `0h` at maturity.' })
  settlementDelay!: string

  @Field(() => String, { description: 'The longest of these delays; the same on each position.' })
  totalSettlementDelay!: string
}

export const toOptOutPositions = (
  { positions, total, holdHoursMax }: OptOutPositions,
  language: Language,
): OptOutPositionType[] =>
  positions.map(({ view: { position, figures, nth }, terms, holdHours }) => {
    const money = (amount: bigint) => formatAmount(amount, position.currency)
    return {
      id: position.id,
      status: figures.status,
      label: messagesFor(language).label({ ...position, nth }),
      maturityDate: position.maturityOn,
      amount: money(terms.principal),
      basis: terms.basis,
      originalRate: terms.originalRatePpm,
      effectiveRate: terms.effectiveRatePpm,
      accruedInterest: money(terms.accruedNet),
      interestAtMaturity: money(terms.atMaturityNet),
      withdrawableAmount: money(terms.interest - terms.tax),
      forfeitedInterest: money(terms.forfeitedNet),
      payout: money(terms.amount),
      currency: position.currency,
      totalPayout: money(total),
      settlementDelay: delayOfHours(holdHours),
      totalSettlementDelay: delayOfHours(holdHoursMax),
    }
  })

export const optOutRefusals = ['NOT_REGISTERED', 'ACCOUNT_BLOCKED', 'CLOCK_ADVANCING'] as const

type RefusalCode = (typeof optOutRefusals)[number]

const OptOutRefusal = refusalOf('OptOut', meaningsOf(optOutRefusals))

export const OptOutInput = inputOf('OptOutInput', 'The input for opting out.', { msisdn: msisdnField })

@ObjectType('OptOutPayload', {
  simpleResolvers: true,
  description: 'The answer to opting out. A repeated call answers the present state of the same opt-out.',
})
export class OptOutPayloadType {
  @Field(() => optOutStatusEnum, { description: 'Its state.' })
  status!: OptOutStatus

  @Field(() => OptOutRefusal, { nullable: true, description: 'Why it failed, else null.' })
  refusal!: RefusalData<RefusalCode> | null

  @Field(() => String, {
    nullable: true,
    description: 'The hours left of the longest hold, `48h`; null when none of it is held.',
  })
  settlementDelay!: string | null
}

export const toOptOutPayload = ({ status, hoursLeft }: OptOut): OptOutPayloadType => ({
  status,
  refusal: null,
  settlementDelay: hoursLeft === null ? null : delayOfHours(hoursLeft),
})

export const refusedOptOut = (code: RefusalCode, language: Language): OptOutPayloadType => ({
  status: 'FAILED',
  refusal: { code, message: messagesFor(language).optOutRefusal[code] },
  settlementDelay: null,
})

@ObjectType('Leaving', {
  simpleResolvers: true,
  description:
    'What keeps a CLOSING account from being closed. It closes when all its withdrawals are booked and the last of these has ended.',
})
export class ClosingType {
  @Field(() => optOutStatusEnum, { description: 'The present state of the opt-out.' })
  status!: OptOutStatus

  @Field(() => [PaymentOrderType], { description: 'Deposits in flight, which must end first.' })
  deposits!: PaymentOrderType[]

  @Field(() => [PayoutType], { description: 'Payouts that have not reached the customer.' })
  payouts!: PayoutType[]

  @Field(() => [PaymentOrderType], {
    description: 'Transfers of deposits that are paid back and have not reached the customer.',
  })
  refunds!: PaymentOrderType[]
}

export const toClosing = (closing: Closing, personal: PersonalData, call: Call): ClosingType => ({
  status: optOutOf(closing, call).status,
  deposits: closing.deposits.map((order) => toPaymentOrder(order, personal)),
  payouts: closing.payouts.map((payout) => toPayout(payout, call)),
  refunds: closing.refunds.map((order) => toPaymentOrder(order, personal)),
})
