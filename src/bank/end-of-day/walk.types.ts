import { Field, ID, ObjectType } from 'type-graphql'
import { InstantScalar, LocalDateScalar, MoneyScalar, MsisdnScalar } from '../../platform/graphql/scalars.js'
import { describedEnum } from '../../platform/graphql/words.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import { formatAmount } from '../../kernel/money.js'
import type { ClockedCustomer } from './clocks.read.js'
import type { DayFacts } from './day-facts.js'
import { AccrualType, MoneyOutType, MaturingType } from './figures.types.js'
import type { DayException, DayStep, WalkDay } from './walk.entity.js'

@ObjectType('ClockedCustomer', {
  simpleResolvers: true,
  description: 'A test customer and the state of their clock.',
})
export class ClockedCustomerType {
  @Field(() => MsisdnScalar, { description: 'Their mobile number.' })
  msisdn!: string

  @Field(() => ID, { description: 'Their clock, `CLK-...`.' })
  clockId!: string

  @Field(() => LocalDateScalar, { description: 'Their business date.' })
  now!: LocalDate

  @Field(() => LocalDateScalar, { nullable: true, description: 'The target date of the walk in progress.' })
  advancingTo!: LocalDate | null

  @Field(() => InstantScalar, { nullable: true, description: "The last heartbeat of the walk's worker." })
  advanceHeartbeatAt!: Instant | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'True when the walk in progress has no living worker.',
  })
  advanceStalled!: boolean | null
}

export const toClockedCustomer = (
  { msisdn, clock, stalled }: ClockedCustomer,
  show: (msisdn: string) => string,
): ClockedCustomerType => ({
  msisdn: show(msisdn),
  clockId: clock.id,
  now: clock.nowOn,
  advancingTo: clock.advancingTo,
  advanceHeartbeatAt: clock.heartbeatAt,
  advanceStalled: stalled,
})

@ObjectType('MaturedOnDay', {
  simpleResolvers: true,
  description: 'Positions of a product that matured on a day.',
})
export class MaturedOnDayType extends MaturingType {
  @Field(() => MoneyScalar, { description: 'The tax on their interest.' })
  tax!: string
}

@ObjectType('MoneyOutOnDay', {
  simpleResolvers: true,
  description: 'Money of a product that left for its customers on a day.',
})
export class MoneyOutOnDayType extends MoneyOutType {
  @Field(() => MoneyScalar, { description: 'What the customers get: principal and interest less tax.' })
  amount!: string
}

@ObjectType('WalkDay', {
  simpleResolvers: true,
  description: 'One completed day of a clock: its figures, and remarks on what was left out.',
})
export class WalkDayType {
  @Field(() => ID, { description: 'The book: `system`, or a test clock.' })
  book!: string

  @Field(() => LocalDateScalar, { description: 'The day.' })
  day!: LocalDate

  @Field(() => [AccrualType], {
    description: 'The interest of the day, per product; products without any have no row.',
  })
  accruals!: AccrualType[]

  @Field(() => [MaturedOnDayType], { description: 'What matured on it, per product.' })
  maturities!: MaturedOnDayType[]

  @Field(() => [MoneyOutOnDayType], { description: 'Payouts sent because their hold ended, per product.' })
  releases!: MoneyOutOnDayType[]

  @Field(() => [MoneyOutOnDayType], {
    description: 'Payouts of what matured in products that pay out by themselves, per product.',
  })
  automaticPayouts!: MoneyOutOnDayType[]

  @Field(() => String, { description: 'SHA-256 of the business facts: the same for the same history.' })
  digest!: string

  @Field(() => [String], { description: 'Orders that did not answer, records that were set aside.' })
  remarks!: string[]

  @Field(() => InstantScalar, { description: 'When it was completed, in real time.' })
  completedAt!: Instant
}

const inCurrency = <Row extends { currency: string }, Key extends keyof Row>(
  row: Row,
  ...keys: Key[]
): Row => ({
  ...row,
  ...Object.fromEntries(keys.map((key) => [key, formatAmount(BigInt(String(row[key])), row.currency)])),
})

/** For days that an older version logged, without figures about money paid out. */
const noMoneyOut = { releases: [], automaticPayouts: [] }

export const toWalkDay = (row: WalkDay): WalkDayType => {
  const facts = { ...noMoneyOut, ...(JSON.parse(row.facts) as DayFacts) }
  return {
    book: row.book,
    day: row.day,
    accruals: facts.accruals.map((accrual) => inCurrency(accrual, 'amount')),
    maturities: facts.maturities.map((maturity) => inCurrency(maturity, 'principal', 'interest', 'tax')),
    releases: facts.releases.map((moneyOut) => inCurrency(moneyOut, 'amount')),
    automaticPayouts: facts.automaticPayouts.map((moneyOut) => inCurrency(moneyOut, 'amount')),
    digest: row.digest,
    remarks: row.remarks === null ? [] : (JSON.parse(row.remarks) as string[]),
    completedAt: row.completedAt,
  }
}

export const dayStepEnum = describedEnum<DayStep>(
  'DayStep',
  'The step of a day that failed for a position.',
  {
    MATURITY: 'Its maturity could not be recorded.',
    AUTO_PAYOUT: 'Its automatic payout failed.',
    ACCRUAL: 'Its interest cannot be computed.',
  },
)

@ObjectType('DayException', {
  simpleResolvers: true,
  description:
    'A position that the night could not process: set aside, and retried every night until its record is corrected.',
})
export class DayExceptionType {
  @Field(() => ID, {
    description: 'Its id, which can be read even where the error also prevents reading `position`.',
  })
  positionId!: string

  @Field(() => dayStepEnum, { description: 'The step that failed.' })
  step!: DayStep

  @Field(() => LocalDateScalar, { description: 'The day that it was first set aside on.' })
  setAsideOn!: LocalDate

  @Field(() => String, { description: 'What is wrong with it.' })
  problem!: string

  /** Read by the resolver of the field `customer`. */
  customerId!: string
}

export const toDayException = ({
  positionId,
  customerId,
  step,
  setAsideOn,
  problem,
}: DayException): DayExceptionType => ({
  positionId,
  customerId,
  step,
  setAsideOn,
  problem,
})
