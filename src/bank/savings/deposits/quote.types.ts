import { Field, ID, Int, InterfaceType, ObjectType } from 'type-graphql'
import {
  InstantScalar,
  LocalDateScalar,
  MoneyScalar,
  MsisdnScalar,
  RateScalar,
} from '../../../platform/graphql/scalars.js'
import { NodeType } from '../../../platform/graphql/node.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { PersonalData } from '../../../platform/identity/personal-data.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import { formatAmount } from '../../../kernel/money.js'
import type { Ppm } from '../../../kernel/rate.js'
import type { DepositTermsQuoted } from '../rules/deposit.rules.js'
import type { RequestLogEntry } from '../records/request-log.entity.js'
import type { Quote } from '../records/request-log.repository.js'

type DepositBasis = DepositTermsQuoted['basis']

export const depositBasisEnum = describedEnum<DepositBasis>(
  'DepositBasis',
  'Where the money of a deposit goes.',
  {
    TOP_UP: 'Into savings that the customer has in the product, for their remaining term.',
    NEW: 'Into savings of its own, for a full term.',
  },
)

/** What a customer was shown, as texts and numbers of the wire. All interest is net of tax. */
export const quotedFigures = (terms: DepositTermsQuoted) => {
  const money = (amount: bigint) => formatAmount(amount, terms.currency)
  const balanceAfter = terms.savingsBalanceNow + terms.amount
  return {
    basis: terms.basis,
    amount: money(terms.amount),
    rate: terms.ratePpm,
    estimatedEarnings: money(terms.estimatedEarnings),
    totalAtMaturity: money(terms.amount + terms.estimatedEarnings),
    durationDays: terms.durationDays,
    maturityDate: terms.maturityOn,
    positionId: terms.positionId,
    savingsBalanceNow: money(terms.savingsBalanceNow),
    savingsBalanceAfter: money(balanceAfter),
    savingsEarningsAtMaturity: money(terms.savingsEarningsAtMaturity),
    savingsTotalAtMaturity: money(balanceAfter + terms.savingsEarningsAtMaturity),
  }
}

@InterfaceType('Quote', {
  implements: NodeType,
  description:
    'What a customer was shown and may confirm, to the franc: a recorded deposit summary or withdrawal preview.',
  resolveType: (quote: object) => ('totalPayout' in quote ? 'WithdrawalQuote' : 'DepositQuote'),
})
export abstract class QuoteType {
  @Field(() => ID, {
    description: 'The reference to confirm it with: `DEP-...` of a deposit, `WDR-...` of a withdrawal.',
  })
  id!: string

  @Field(() => MsisdnScalar, { description: 'The number of its customer; masked for analysts.' })
  msisdn!: string

  @Field(() => MoneyScalar, { description: 'The principal that is paid in, or taken out.' })
  amount!: string

  @Field(() => String, { description: 'ISO 4217 code of all amounts.' })
  currency!: string

  @Field(() => ID, { description: 'The product.' })
  productCode!: string

  @Field(() => LocalDateScalar, { description: 'The only business date on which it can be confirmed.' })
  businessDate!: LocalDate

  @Field(() => InstantScalar, { description: 'When it was shown.' })
  createdAt!: Instant

  @Field(() => InstantScalar, { description: 'When it can no longer be confirmed.' })
  expiresAt!: Instant

  @Field(() => String, { nullable: true, description: "The gateway's session in which it was shown." })
  sessionId!: string | null

  @Field(() => String, { nullable: true, description: "The gateway's journey in which it was shown." })
  journeyId!: string | null

  /** Read by the resolvers of the fields `customer`, `position` and `product`. */
  customerId!: string
  positionId!: string | null
  productVersionId!: string
}

@ObjectType('DepositQuote', {
  implements: [QuoteType, NodeType],
  simpleResolvers: true,
  description: 'A recorded deposit summary.',
})
export class DepositQuoteType extends QuoteType {
  @Field(() => depositBasisEnum, { description: 'Whether it opens a position or is a top-up.' })
  basis!: DepositBasis

  @Field(() => RateScalar, { description: 'The rate that it earns.' })
  rate!: Ppm

  @Field(() => MoneyScalar, { description: 'What this deposit earns by maturity, net of tax.' })
  estimatedEarnings!: string

  @Field(() => MoneyScalar, { description: 'The deposit and its earnings.' })
  totalAtMaturity!: string

  @Field(() => Int, { description: 'Days from the business date to maturity.' })
  durationDays!: number

  @Field(() => LocalDateScalar, { description: 'The first day that no longer earns.' })
  maturityDate!: LocalDate

  @Field(() => MoneyScalar, { description: 'Principal of the savings before the deposit.' })
  savingsBalanceNow!: string

  @Field(() => MoneyScalar, { description: 'Principal of the savings after the deposit.' })
  savingsBalanceAfter!: string

  @Field(() => MoneyScalar, { description: 'What the whole savings earns by maturity, net of tax.' })
  savingsEarningsAtMaturity!: string

  @Field(() => MoneyScalar, { description: 'Principal and earnings of the whole savings.' })
  savingsTotalAtMaturity!: string
}

/**
 * The fields that all quotes have. Reference, customer, date and expiry are never null here: only a summary that can be
 * confirmed is a quote.
 */
export const entryKeys = (entry: RequestLogEntry, personal: PersonalData) => ({
  id: entry.reference!,
  msisdn: personal.msisdn(entry.msisdn),
  businessDate: entry.businessOn!,
  createdAt: entry.createdAt,
  expiresAt: entry.expiresAt!,
  sessionId: entry.sessionId === null ? null : personal.id(entry.sessionId),
  journeyId: entry.journeyId === null ? null : personal.id(entry.journeyId),
  customerId: entry.customerId!,
})

export const toQuote = ({ entry, terms }: Quote, personal: PersonalData): DepositQuoteType => ({
  ...entryKeys(entry, personal),
  ...quotedFigures(terms),
  currency: terms.currency,
  productCode: terms.productCode,
  productVersionId: terms.productVersionId,
})
