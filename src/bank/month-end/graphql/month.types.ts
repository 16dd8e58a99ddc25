import { Field, ID, Int, ObjectType } from 'type-graphql'
import { ledgerAccountEnum } from '../../ledger/ledger.types.js'
import { paymentKindEnum } from '../../payments/graphql/payment.types.js'
import type { PaymentKind } from '../../payments/port.js'
import type { LedgerAccount } from '../../ledger/chart.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import { formatAmount } from '../../../kernel/money.js'
import { InstantScalar, LocalDateScalar, MoneyScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { ClosedMonth } from '../closed-month.entity.js'
import type { Hindrance, HindranceKind, MonthAccount, MonthFees } from '../month-end.read.js'
import type { Month } from '../month.rules.js'

const hindranceEnum = describedEnum<HindranceKind>('MonthHindranceKind', 'What prevents closing a month.', {
  BEFORE_THE_BOOKS: 'The month is before the first booking.',
  EARLIER_MONTH_OPEN: 'The month before is not closed.',
  DAYS_OPEN: 'Some of its days are not closed.',
  SET_ASIDE: 'Positions are set aside by nights up to its end.',
  NOT_COMPARED: 'Payments of some of its days are not compared with the provider.',
  BREAKS_OPEN:
    'Review cases about payments up to its end are open; those of the kind `PAYOUT_FAILED` do not count.',
  LINES_UNKNOWN: "Lines of the provider's settlement files match none of our orders, and are not explained.",
  NOT_BALANCED: 'Its trial balance does not balance.',
  UNMAPPED: "The bank's own chart has no number for an account.",
})

@ObjectType('MonthHindrance', {
  simpleResolvers: true,
  description: 'Something that prevents closing a month.',
})
export class MonthHindranceType implements Hindrance {
  @Field(() => hindranceEnum, { description: 'The kind of the obstacle.' })
  kind!: HindranceKind

  @Field(() => Int, { description: 'How many days, positions, cases, lines, currencies or accounts.' })
  count!: number

  @Field(() => String, { description: 'The obstacle in words.' })
  detail!: string
}

@ObjectType('MonthAccount', {
  simpleResolvers: true,
  description: 'The balances of an account at the beginning and the end of a month.',
})
export class MonthAccountType {
  @Field(() => ledgerAccountEnum, { description: 'The account.' })
  account!: LedgerAccount

  @Field(() => String, {
    nullable: true,
    description: "Its number in the bank's own chart; null without one.",
  })
  number!: string | null

  @Field(() => String, { nullable: true, description: "Its name in the bank's own chart; null without one." })
  name!: string | null

  @Field(() => String, { description: 'ISO 4217 code.' })
  currency!: string

  @Field(() => MoneyScalar, {
    description: 'At the end of the previous month: a debit is positive, a credit negative.',
  })
  opening!: string

  @Field(() => MoneyScalar, { description: 'At the end of the month.' })
  closing!: string
}

export const toMonthAccount = ({
  account,
  bank,
  currency,
  opening,
  closing,
}: MonthAccount): MonthAccountType => ({
  account,
  number: bank?.number ?? null,
  name: bank?.name ?? null,
  currency,
  opening: formatAmount(opening, currency),
  closing: formatAmount(closing, currency),
})

@ObjectType('MonthFees', {
  simpleResolvers: true,
  description: 'What the wallet provider charged for payments of a month, by its settlement files.',
})
export class MonthFeesType {
  @Field(() => paymentKindEnum, { description: 'The direction of the payments.' })
  kind!: PaymentKind

  @Field(() => Int, { description: 'How many payments.' })
  payments!: number

  @Field(() => MoneyScalar, { description: 'Their sum.' })
  amount!: string

  @Field(() => MoneyScalar, { description: 'What was charged for them.' })
  fee!: string

  @Field(() => String, { description: 'ISO 4217 code.' })
  currency!: string
}

export const toMonthFees = ({ kind, payments, amount, fee, currency }: MonthFees): MonthFeesType => ({
  kind,
  payments,
  amount: formatAmount(amount, currency),
  fee: formatAmount(fee, currency),
  currency,
})

@ObjectType('Month', { simpleResolvers: true, description: 'A month of the books of the real world.' })
export class MonthType {
  @Field(() => ID, { description: 'The month, `2026-03`.' })
  month!: string

  @Field(() => LocalDateScalar, { description: 'Its first day.' })
  from!: LocalDate

  @Field(() => LocalDateScalar, { description: 'The first day of the next month.' })
  before!: LocalDate

  @Field(() => Boolean, {
    description: 'Whether two people have closed it: nothing more is booked in it then.',
  })
  isClosed!: boolean

  @Field(() => String, { nullable: true, description: 'Who proposed to close it; null while it is open.' })
  proposedBy!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Who approved the closing, another person; null while the month is open.',
  })
  closedBy!: string | null

  @Field(() => InstantScalar, { nullable: true, description: 'When it was closed; null while it is open.' })
  closedAt!: Instant | null

  /** Read by the resolvers of the fields `hindrances` and `accounts`. */
  closed!: ClosedMonth | undefined
}

export const toMonth = ({ name, from, before }: Month, closed: ClosedMonth | undefined): MonthType => ({
  month: name,
  from,
  before,
  isClosed: closed !== undefined,
  proposedBy: closed?.proposedBy ?? null,
  closedBy: closed?.closedBy ?? null,
  closedAt: closed?.closedAt ?? null,
  closed,
})
