import { Field, ID, Int, ObjectType } from 'type-graphql'
import { msisdnField, typedField } from '../../../platform/graphql/arguments.js'
import { inputOf } from '../../../platform/graphql/filters.js'
import { refusalOf, type RefusalData } from '../../../platform/graphql/mutation.js'
import { LocalDateScalar, MoneyScalar, RateScalar } from '../../../platform/graphql/scalars.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import { formatAmount } from '../../../kernel/money.js'
import type { Ppm } from '../../../kernel/rate.js'
import type { DepositTermsQuoted } from '../rules/deposit.rules.js'
import type { QuoteAnswer, QuoteStatus } from './quote-answer.js'
import { depositBasisEnum, quotedFigures } from './quote.types.js'

const refusals: Readonly<Record<Exclude<QuoteStatus, 'OK'>, string>> = {
  NOT_REGISTERED: 'The number has no account.',
  ACCOUNT_CLOSING: 'The account is being closed.',
  ACCOUNT_BLOCKED: 'The account is blocked: the customer must contact us.',
  CLOCK_ADVANCING: 'The test clock of this customer is walking.',
  PRODUCT_NOT_AVAILABLE: 'There is no such product on sale.',
  INVALID_AMOUNT: 'What was typed is no amount; the text says why.',
  BELOW_MINIMUM: 'Less than the smallest deposit.',
  ABOVE_MAXIMUM: 'More than there is room for, or than the wallet lets a customer pay at once.',
}

const quoteStatusEnum = describedEnum<QuoteStatus>('QuoteStatus', 'The result of a deposit summary.', {
  OK: 'The deposit is possible; the reference confirms it.',
  ...refusals,
})

const QuoteRefusal = refusalOf('QuoteDeposit', refusals)

export const QuoteDepositInput = inputOf('QuoteDepositInput', 'The input for quoting a deposit.', {
  msisdn: msisdnField,
  amount: typedField('The amount as the customer typed it.'),
  productCode: typedField('The product as it is listed.'),
})

@ObjectType('QuoteDepositPayload', {
  simpleResolvers: true,
  description: 'A deposit summary. Figures and reference are there when it is OK, else null.',
})
export class DepositQuotePayloadType {
  @Field(() => quoteStatusEnum, { description: 'The result of the summary.' })
  status!: QuoteStatus

  @Field(() => depositBasisEnum, {
    nullable: true,
    description: 'Whether it opens a position or is a top-up.',
  })
  basis!: DepositTermsQuoted['basis'] | null

  @Field(() => MoneyScalar, { nullable: true, description: 'The amount of the deposit.' })
  amount!: string | null

  @Field(() => RateScalar, { nullable: true, description: 'The rate that it earns.' })
  rate!: Ppm | null

  @Field(() => MoneyScalar, {
    nullable: true,
    description: 'What this deposit earns by maturity, net of tax.',
  })
  estimatedEarnings!: string | null

  @Field(() => MoneyScalar, { nullable: true, description: 'The deposit and its earnings.' })
  totalAtMaturity!: string | null

  @Field(() => Int, { nullable: true, description: 'Days from the business date to maturity.' })
  durationDays!: number | null

  @Field(() => LocalDateScalar, { nullable: true, description: 'The first day that no longer earns.' })
  maturityDate!: LocalDate | null

  @Field(() => ID, { nullable: true, description: 'The position joined; null when one is to be opened.' })
  positionId!: string | null

  @Field(() => MoneyScalar, { nullable: true, description: 'Principal of the savings before the deposit.' })
  savingsBalanceNow!: string | null

  @Field(() => MoneyScalar, { nullable: true, description: 'Principal of the savings after the deposit.' })
  savingsBalanceAfter!: string | null

  @Field(() => MoneyScalar, {
    nullable: true,
    description: 'What the whole savings earns by maturity, net of tax.',
  })
  savingsEarningsAtMaturity!: string | null

  @Field(() => MoneyScalar, { nullable: true, description: 'Principal and earnings of the whole savings.' })
  savingsTotalAtMaturity!: string | null

  @Field(() => MoneyScalar, {
    nullable: true,
    description: 'The smallest deposit; set when OK, BELOW_MINIMUM or ABOVE_MAXIMUM.',
  })
  minimumAmount!: string | null

  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      'The most that a customer may hold in the product; set when OK, BELOW_MINIMUM or ABOVE_MAXIMUM.',
  })
  maxBalance!: string | null

  @Field(() => MoneyScalar, {
    nullable: true,
    description:
      'What may still be paid in, before this deposit; set when OK, BELOW_MINIMUM or ABOVE_MAXIMUM.',
  })
  roomLeft!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The text for the customer in the language of the request, at most 160 characters.',
  })
  message!: string | null

  @Field(() => String, { description: 'ISO 4217 code of all amounts; set on a refusal too.' })
  currency!: string

  @Field(() => ID, { nullable: true, description: 'The product; null when it is not on sale.' })
  productCode!: string | null

  @Field(() => ID, { nullable: true, description: 'The reference to confirm it with, `DEP-...`.' })
  reference!: string | null

  @Field(() => QuoteRefusal, { nullable: true, description: 'Why the deposit is not possible, else null.' })
  refusal!: RefusalData | null
}

type Figures = { [Key in keyof ReturnType<typeof quotedFigures>]: null }

const noFigures: Figures = {
  basis: null,
  amount: null,
  rate: null,
  estimatedEarnings: null,
  totalAtMaturity: null,
  durationDays: null,
  maturityDate: null,
  positionId: null,
  savingsBalanceNow: null,
  savingsBalanceAfter: null,
  savingsEarningsAtMaturity: null,
  savingsTotalAtMaturity: null,
}

const withLimits: ReadonlySet<QuoteStatus> = new Set(['OK', 'BELOW_MINIMUM', 'ABOVE_MAXIMUM'])

const limitsOf = ({ status, limits, currency }: QuoteAnswer) =>
  limits && withLimits.has(status)
    ? {
        minimumAmount: formatAmount(limits.minimum, currency),
        maxBalance: formatAmount(limits.maxBalance, currency),
        roomLeft: formatAmount(limits.room, currency),
      }
    : { minimumAmount: null, maxBalance: null, roomLeft: null }

export const toDepositQuote = (answer: QuoteAnswer): DepositQuotePayloadType => ({
  status: answer.status,
  ...(answer.terms ? quotedFigures(answer.terms) : noFigures),
  ...limitsOf(answer),
  message: answer.text,
  currency: answer.currency,
  productCode: answer.productCode,
  reference: answer.reference,
  refusal: answer.status === 'OK' ? null : { code: answer.status, message: answer.text },
})
