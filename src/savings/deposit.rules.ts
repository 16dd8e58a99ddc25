import { addMonths, daysBetween, type LocalDate } from '../shared/calendar.js'
import { dayCountBasis, netInterestOn, type DayCount } from '../shared/interest.js'
import { maxMinor, minMinor, parseAmount, type Minor } from '../shared/money.js'
import type { Ppm } from '../shared/rate.js'
import { figuresOn, principalOf, statusOn, type DepositTerms, type PositionTerms } from './position.rules.js'

/** A product version as far as a quote depends on it. */
export interface QuotableProduct {
  readonly id: string
  readonly code: string
  readonly termMonths: number
  readonly ratePpm: Ppm
  readonly earlyRatePpm: Ppm
  readonly dayCount: DayCount
  readonly taxPpm: Ppm
  readonly currency: string
  readonly minAmount: Minor
  readonly maxBalance: Minor
  readonly joinsOtherRate: boolean
}

/** The customer's savings in the product: open positions, oldest first, with their deposits. */
export interface ProductSavings {
  readonly position: PositionTerms & { readonly id: string; readonly productVersionId: string }
  readonly deposits: readonly DepositTerms[]
}

/** What takes up room in a product, as it all stood at one instant. */
export interface RoomTaken {
  readonly savings: readonly ProductSavings[]
  readonly collectionsInFlight: Minor
}

export interface RoomFacts extends RoomTaken {
  readonly today: LocalDate
  readonly maxBalance: Minor
  /** The most that the wallet lets a customer pay at once; undefined without such a limit. */
  readonly collectionMax: Minor | undefined
}

/**
 * What may still be paid in: the largest balance less the principal that accrues or leaves early, less deposits in
 * flight. Matured savings take up no room, they wait to be withdrawn (DESIGN 6).
 */
export const roomIn = (facts: RoomFacts): Minor => {
  const taken = facts.savings
    .filter(({ position }) => position.status !== 'CLOSED' && position.maturityOn > facts.today)
    .reduce((sum, { deposits }) => sum + principalOf(deposits), 0n)
  const room = maxMinor(0n, facts.maxBalance - taken - facts.collectionsInFlight)
  return facts.collectionMax === undefined ? room : minMinor(room, facts.collectionMax)
}

/** The accruing position of the product with the latest maturity, then the oldest: the best place for the customer. */
const positionToJoin = (product: QuotableProduct, savings: readonly ProductSavings[], today: LocalDate) =>
  savings
    .filter(({ position }) => statusOn(position, today) === 'ACCRUING')
    .filter(({ position }) => product.joinsOtherRate || position.ratePpm === product.ratePpm)
    .reduce<ProductSavings | undefined>(
      (best, next) => (best && best.position.maturityOn >= next.position.maturityOn ? best : next),
      undefined,
    )

/** What a quote promises: booked to the franc, or the confirm is refused (DESIGN 1). */
export interface DepositTermsQuoted {
  readonly basis: 'TOP_UP' | 'NEW'
  readonly amount: Minor
  readonly currency: string
  readonly productCode: string
  /** Whose terms are booked: the joined position's version, else the one on offer. */
  readonly productVersionId: string
  readonly termMonths: number
  /** The position to join; null opens one. */
  readonly positionId: string | null
  readonly ratePpm: Ppm
  readonly maturityOn: LocalDate
  readonly durationDays: number
  readonly estimatedEarnings: Minor
  readonly savingsBalanceNow: Minor
  readonly savingsEarningsAtMaturity: Minor
}

export interface Limits {
  readonly minimum: Minor
  readonly maxBalance: Minor
  readonly room: Minor
}

export type QuoteVerdict =
  | { readonly status: 'OK'; readonly limits: Limits; readonly terms: DepositTermsQuoted }
  | { readonly status: 'INVALID_AMOUNT' | 'BELOW_MINIMUM' | 'ABOVE_MAXIMUM'; readonly limits: Limits }

/**
 * Decides a deposit summary (contract 4.1 rule 3). All interest is net of tax. Where not even the minimum fits, the savings
 * is full for every amount: to ask for more would send the customer into the next refusal.
 */
export const quoteVerdict = (product: QuotableProduct, facts: RoomFacts, typed: string): QuoteVerdict => {
  const limits = { minimum: product.minAmount, maxBalance: product.maxBalance, room: roomIn(facts) }
  const amount = parseAmount(typed, product.currency)
  if (amount === undefined) return { status: 'INVALID_AMOUNT', limits }
  if (amount > limits.room || limits.minimum > limits.room) return { status: 'ABOVE_MAXIMUM', limits }
  if (amount < limits.minimum) return { status: 'BELOW_MINIMUM', limits }
  const joined = positionToJoin(product, facts.savings, facts.today)
  return { status: 'OK', limits, terms: termsOf(product, joined, amount, facts.today) }
}

const termsOf = (
  product: QuotableProduct,
  joined: ProductSavings | undefined,
  amount: Minor,
  today: LocalDate,
): DepositTermsQuoted => {
  const ratePpm = joined?.position.ratePpm ?? product.ratePpm
  const taxPpm = joined?.position.taxPpm ?? product.taxPpm
  const basisDays = joined?.position.basisDays ?? dayCountBasis[product.dayCount]
  const maturityOn = joined?.position.maturityOn ?? addMonths(today, product.termMonths)
  const estimatedEarnings = netInterestOn(
    { principal: amount, ratePpm, basisDays, valueOn: today, maturityOn },
    taxPpm,
    maturityOn,
  )
  const before = joined && figuresOn(joined.position, joined.deposits, today)
  return {
    basis: joined ? 'TOP_UP' : 'NEW',
    amount,
    currency: product.currency,
    productCode: product.code,
    productVersionId: joined?.position.productVersionId ?? product.id,
    termMonths: product.termMonths,
    positionId: joined?.position.id ?? null,
    ratePpm,
    maturityOn,
    durationDays: daysBetween(today, maturityOn),
    estimatedEarnings,
    savingsBalanceNow: before?.principal ?? 0n,
    savingsEarningsAtMaturity: (before?.atMaturity.net ?? 0n) + estimatedEarnings,
  }
}

export type ConfirmVerdict = 'ACCEPTED' | 'PRODUCT_NOT_AVAILABLE' | 'ABOVE_MAXIMUM' | 'TERMS_CHANGED'

/**
 * Whether a quote may still be honoured before any money moves: refusing is free now (DESIGN 6, at confirm). A changed
 * rate does not matter, the quoted one is honoured.
 */
export const confirmVerdict = (
  terms: Pick<DepositTermsQuoted, 'amount' | 'positionId'>,
  product: QuotableProduct | undefined,
  facts: RoomFacts,
): ConfirmVerdict => {
  if (!product) return 'PRODUCT_NOT_AVAILABLE'
  const joined = facts.savings.find(({ position }) => position.id === terms.positionId)
  if (terms.positionId !== null && !(joined && statusOn(joined.position, facts.today) === 'ACCRUING')) {
    return 'TERMS_CHANGED'
  }
  return terms.amount > roomIn(facts) ? 'ABOVE_MAXIMUM' : 'ACCEPTED'
}
