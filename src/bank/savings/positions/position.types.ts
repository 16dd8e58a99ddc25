import { Field, ID, Int, ObjectType } from 'type-graphql'
import { shownId } from '../../../kernel/ids.js'
import { NodeType } from '../../../platform/graphql/node.js'
import { InstantScalar, LocalDateScalar, MoneyScalar, RateScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import { messagesFor } from '../../messages/messages.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import { formatAmount } from '../../../kernel/money.js'
import type { Ppm } from '../../../kernel/rate.js'
import { figuresOn, type PositionFigures, type PositionStatus } from '../rules/position.rules.js'
import type { WithdrawalBasis } from '../rules/withdrawal.rules.js'
import { PayoutType, toPayout, withdrawalBasisEnum } from '../payouts/payout.types.js'
import type { Deposit } from '../records/savings.entity.js'
import type { PositionView } from '../records/savings.read.js'

export const positionStatusEnum = describedEnum<PositionStatus>(
  'PositionStatus',
  "The state of a position on its owner's business date.",
  {
    ACCRUING: 'Still earning: the maturity date is in the future.',
    MATURED: 'The maturity date has come; it waits to be withdrawn.',
    PAYING_OUT: 'Withdrawn; its money is on its way to the customer.',
    CLOSED: 'Paid out, or ended because its last deposit was voided.',
  },
)

@ObjectType('Interest', { simpleResolvers: true, description: 'An amount of interest, and the tax on it.' })
export class InterestType {
  @Field(() => MoneyScalar, { description: 'What the customer gets: gross less tax.' })
  net!: string

  @Field(() => MoneyScalar, { description: 'What was earned, before tax.' })
  gross!: string

  @Field(() => MoneyScalar, { description: 'Withholding tax.' })
  tax!: string
}

@ObjectType('Deposit', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'One settled payment into a position: the unit of interest.',
})
export class DepositType {
  @Field(() => ID, {
    description: '`PMT-...`: it ends with the reference of its payment order.',
  })
  id!: string

  @Field(() => MoneyScalar, { description: 'What was paid in.' })
  principal!: string

  @Field(() => LocalDateScalar, {
    description: 'The first day that earns: the business date of its confirm.',
  })
  valueDate!: LocalDate

  @Field(() => InterestType, { description: 'Earned by the business date of the figures.' })
  accrued!: InterestType

  @Field(() => InterestType, { description: 'Earned by maturity, if it is not withdrawn before.' })
  atMaturity!: InterestType

  @Field(() => String, { description: 'ISO 4217 code of all its amounts.' })
  currency!: string

  @Field(() => InstantScalar, { description: 'When it settled.' })
  createdAt!: Instant

  /** Read by the resolvers of the fields `customer` and `position`. */
  customerId!: string
  view!: PositionView
}

@ObjectType('Position', {
  implements: NodeType,
  simpleResolvers: true,
  description: 'One savings of one customer in one product, with one rate and one maturity date.',
})
export class PositionType {
  @Field(() => ID, { description: 'Opaque reference, `POS-...`; the wire calls it `locked_account_id`.' })
  id!: string

  @Field(() => positionStatusEnum, { description: 'Its state; derived from the business date.' })
  status!: PositionStatus

  @Field(() => String, { description: 'One line for a phone, in the language of the request.' })
  label!: string

  @Field(() => LocalDateScalar, {
    description: 'The business date of all its figures; the day of its withdrawal, once it is withdrawn.',
  })
  asOf!: LocalDate

  @Field(() => LocalDateScalar, { description: 'The date that its term began.' })
  startDate!: LocalDate

  @Field(() => LocalDateScalar, { description: 'The first day that no longer earns.' })
  maturityDate!: LocalDate

  @Field(() => Int, { description: 'The length of its term in months.' })
  termMonths!: number

  @Field(() => ID, { description: 'The product that it is in.' })
  productCode!: string

  @Field(() => String, { description: 'ISO 4217 code of all its amounts.' })
  currency!: string

  @Field(() => MoneyScalar, { description: 'All that was paid in.' })
  principal!: string

  @Field(() => MoneyScalar, {
    description: 'The principal that can still be withdrawn: 0 once it is withdrawn.',
  })
  currentBalance!: string

  @Field(() => RateScalar, { nullable: true, description: 'The rate that it is locked at.' })
  rate!: Ppm | null

  @Field(() => RateScalar, {
    description: 'The rate of an early exit, where it is lower than the locked rate.',
  })
  earlyRate!: Ppm

  @Field(() => InterestType, { description: 'Interest earned so far, with its tax.' })
  accrued!: InterestType

  @Field(() => InterestType, { description: 'Interest earned by maturity, with its tax.' })
  atMaturity!: InterestType

  @Field(() => MoneyScalar, {
    nullable: true,
    description: 'Interest that a withdrawal today pays, net of tax; null once it is withdrawn.',
  })
  withdrawableAmount!: string | null

  @Field(() => withdrawalBasisEnum, {
    nullable: true,
    description: 'Whether a withdrawal today is an early exit; null once it is withdrawn.',
  })
  withdrawalBasis!: WithdrawalBasis | null

  @Field(() => RateScalar, {
    nullable: true,
    description: 'The rate that a withdrawal today pays; null once it is withdrawn.',
  })
  effectiveRate!: Ppm | null

  @Field(() => PayoutType, { nullable: true, description: 'Its payout; null before its withdrawal.' })
  payout!: PayoutType | null

  @Field(() => InstantScalar, { description: 'When its first deposit settled.' })
  createdAt!: Instant

  /** Read by the resolvers of the fields `customer`, `product` and `worthOn`. */
  view!: PositionView
}

const toInterest = (interest: PositionFigures['accrued'], currency: string): InterestType => ({
  net: formatAmount(interest.net, currency),
  gross: formatAmount(interest.gross, currency),
  tax: formatAmount(interest.tax, currency),
})

/** Computes the figures of a deposit by the same rules as those of its position, so that they add up. */
export const toDeposit = (deposit: Deposit, view: PositionView): DepositType => {
  const { position, on } = view
  const { currency } = position
  const { accrued, atMaturity } = figuresOn(position, [deposit], on)
  return {
    id: shownId('Deposit', deposit.id),
    principal: formatAmount(deposit.principal, currency),
    valueDate: deposit.valueOn,
    accrued: toInterest(accrued, currency),
    atMaturity: toInterest(atMaturity, currency),
    currency,
    createdAt: deposit.createdAt,
    customerId: deposit.customerId,
    view,
  }
}

export const toPosition = (view: PositionView, call: Call): PositionType => {
  const { position, figures, on } = view
  const { currency } = position
  const isOpen = position.status === 'OPEN'
  const accrued = toInterest(figures.accrued, currency)
  const atMaturity = toInterest(figures.atMaturity, currency)
  return {
    id: position.id,
    status: figures.status,
    label: messagesFor(call.language).label({ ...position, nth: view.nth }),
    asOf: on,
    startDate: position.startOn,
    maturityDate: position.maturityOn,
    termMonths: position.termMonths,
    productCode: position.productCode,
    currency,
    principal: formatAmount(figures.principal, currency),
    currentBalance: formatAmount(isOpen ? figures.principal : 0n, currency),
    rate: position.ratePpm,
    earlyRate: position.earlyRatePpm,
    accrued,
    atMaturity,
    withdrawableAmount: isOpen ? formatAmount(figures.withdrawable.net, currency) : null,
    withdrawalBasis: isOpen ? figures.withdrawalBasis : null,
    effectiveRate: isOpen ? figures.effectiveRatePpm : null,
    payout: view.payout && toPayout(view.payout, call),
    createdAt: position.createdAt,
    view,
  }
}

@ObjectType('PositionWorth', {
  simpleResolvers: true,
  description: 'What a position is worth on a date: a projection that changes nothing.',
})
export class PositionWorthType {
  @Field(() => positionStatusEnum, { description: 'Its state on that date.' })
  status!: PositionStatus

  @Field(() => MoneyScalar, { description: 'Its principal.' })
  principal!: string

  @Field(() => InterestType, { description: 'Interest earned by then.' })
  accrued!: InterestType

  @Field(() => MoneyScalar, {
    description: 'What a withdrawal on that date pays: principal and net interest.',
  })
  payout!: string
}

export const toPositionWorth = ({ position, deposits }: PositionView, on: LocalDate): PositionWorthType => {
  const figures = figuresOn(position, deposits, on)
  return {
    status: figures.status,
    principal: formatAmount(figures.principal, position.currency),
    accrued: toInterest(figures.accrued, position.currency),
    payout: formatAmount(figures.principal + figures.withdrawable.net, position.currency),
  }
}
