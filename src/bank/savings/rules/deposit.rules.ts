import { addMonths, daysBetween, lastDate, type LocalDate } from '../../../kernel/calendar.js'
import { dayCountBasis, netInterestOn, type DayCount } from '../../../kernel/interest.js'
import { maxMinor, typedAmount, type AmountFault, type Minor } from '../../../kernel/money.js'
import type { Ppm } from '../../../kernel/rate.js'
import { figuresOn, principalOf, statusOn, type DepositTerms, type PositionTerms } from './position.rules.js'

/** The fields of a product version that a quote depends on. */
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

/** A position of the customer in the product that is not closed, with its deposits. */
export interface ProductSavings {
  readonly position: PositionTerms & {
    readonly id: string
    readonly productVersionId: string
    readonly termMonths: number
  }
  readonly deposits: readonly DepositTerms[]
  /** The principal of an early withdrawal that has not reached the customer; 0 for any other position. */
  readonly outstandingEarly: Minor
}

/** What takes up room in a product, read at one instant. */
export interface RoomTaken {
  /** The oldest position first. */
  readonly savings: readonly ProductSavings[]
  readonly collectionsInFlight: Minor
}

export interface RoomFacts extends RoomTaken {
  readonly today: LocalDate
  readonly maxBalance: Minor
}

/** The room that savings take up: accruing principal, and the principal of early withdrawals that has not arrived. */
const takenIn = ({ savings, today }: RoomFacts): { readonly accruing: Minor; readonly withdrawn: Minor } => {
  const accruing = savings.filter(({ position }) => statusOn(position, today) === 'ACCRUING')
  return {
    accruing: accruing.reduce((sum, { deposits }) => sum + principalOf(deposits), 0n),
    withdrawn: savings.reduce((sum, { outstandingEarly }) => sum + outstandingEarly, 0n),
  }
}

/**
 * What may still be paid in: the maximum balance minus accruing principal, deposits in flight, and the principal of early
 * withdrawals that has not arrived. Matured money takes up no room, as it only waits to be withdrawn
 * (docs/design/deposits.md#room).
 */
export const roomIn = (facts: RoomFacts): Minor => {
  const { accruing, withdrawn } = takenIn(facts)
  return maxMinor(0n, facts.maxBalance - accruing - withdrawn - facts.collectionsInFlight)
}

/**
 * Why an amount is above the maximum. ROOM: a smaller amount would fit. WALLET: as ROOM, but the wallet's own limit is smaller than
 * the room. For the others not even the minimum deposit fits. FULL: the accruing savings alone leave too little room. LEAVING: they
 * leave enough, but early withdrawals that have not arrived take it. COLLECTING: the two
 * together leave enough, but payments in flight take it.
 */
export type AboveMaximum = 'ROOM' | 'FULL' | 'COLLECTING' | 'LEAVING' | 'WALLET'

const causeOf = (facts: RoomFacts, minimum: Minor, collectionMax: Minor | undefined): AboveMaximum => {
  const room = roomIn(facts)
  // Where the wallet allows less than the room, a customer who is told the room and types that amount would be refused again.
  if (room >= minimum) return collectionMax !== undefined && collectionMax < room ? 'WALLET' : 'ROOM'
  const { accruing, withdrawn } = takenIn(facts)
  const free = facts.maxBalance - accruing
  if (free < minimum) return 'FULL'
  const isTakenByWithdrawals =
    withdrawn > 0n && (free - withdrawn < minimum || facts.collectionsInFlight === 0n)
  return isTakenByWithdrawals ? 'LEAVING' : 'COLLECTING'
}

/** The best position for the customer: the accruing one of the product with the latest maturity; of several, the oldest. */
const positionToJoin = (product: QuotableProduct, savings: readonly ProductSavings[], today: LocalDate) =>
  savings
    .filter(({ position }) => statusOn(position, today) === 'ACCRUING')
    .filter(({ position }) => product.joinsOtherRate || position.ratePpm === product.ratePpm)
    .reduce<ProductSavings | undefined>(
      (best, next) => (best && best.position.maturityOn >= next.position.maturityOn ? best : next),
      undefined,
    )

/** The terms of a quote. The deposit is booked with exactly these, or its confirmation is refused. */
export interface DepositTermsQuoted {
  readonly basis: 'TOP_UP' | 'NEW'
  readonly amount: Minor
  readonly currency: string
  readonly productCode: string
  /** The product version of the joined position, or else the one on sale. */
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

export interface DepositLimits {
  readonly minimum: Minor
  readonly maxBalance: Minor
  readonly room: Minor
}

export type QuoteVerdict =
  | { readonly status: 'OK'; readonly limits: DepositLimits; readonly terms: DepositTermsQuoted }
  | { readonly status: 'INVALID_AMOUNT'; readonly limits: DepositLimits; readonly fault: AmountFault }
  | { readonly status: 'ABOVE_MAXIMUM'; readonly limits: DepositLimits; readonly cause: AboveMaximum }
  | { readonly status: 'BELOW_MINIMUM'; readonly limits: DepositLimits }
  | { readonly status: 'PRODUCT_NOT_AVAILABLE'; readonly limits: null }

/**
 * Decides a deposit summary (docs/wire-contract.md#create_deposit_summary). All interest is net of tax. Where not even the minimum
 * deposit fits, the answer is ABOVE_MAXIMUM also for a smaller amount: BELOW_MINIMUM would ask for a larger amount, which would be
 * refused as well. Where the wallet allows less than the minimum, nobody can pay into the product. A maturity beyond the last date of
 * a clock is never promised.
 *
 * @param collectionMax the most that the wallet lets a customer pay at once; undefined without such a limit
 */
export const quoteVerdict = (
  product: QuotableProduct,
  facts: RoomFacts,
  typedText: string,
  collectionMax: Minor | undefined,
): QuoteVerdict => {
  if (collectionMax !== undefined && collectionMax < product.minAmount)
    return { status: 'PRODUCT_NOT_AVAILABLE', limits: null }
  const limits = { minimum: product.minAmount, maxBalance: product.maxBalance, room: roomIn(facts) }
  const amount = typedAmount(typedText, product.currency)
  if (typeof amount === 'string') return { status: 'INVALID_AMOUNT', limits, fault: amount }
  if (amount > limits.room || limits.minimum > limits.room)
    return { status: 'ABOVE_MAXIMUM', limits, cause: causeOf(facts, limits.minimum, collectionMax) }
  if (amount < limits.minimum) return { status: 'BELOW_MINIMUM', limits }
  if (collectionMax !== undefined && amount > collectionMax)
    return { status: 'ABOVE_MAXIMUM', limits, cause: 'WALLET' }
  const joined = positionToJoin(product, facts.savings, facts.today)
  const terms = termsOf(product, joined, amount, facts.today)
  return terms.maturityOn > lastDate
    ? { status: 'PRODUCT_NOT_AVAILABLE', limits: null }
    : { status: 'OK', limits, terms }
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
  const figuresBefore = joined && figuresOn(joined.position, joined.deposits, today)
  return {
    basis: joined ? 'TOP_UP' : 'NEW',
    amount,
    currency: product.currency,
    productCode: product.code,
    productVersionId: joined?.position.productVersionId ?? product.id,
    termMonths: joined?.position.termMonths ?? product.termMonths,
    positionId: joined?.position.id ?? null,
    ratePpm,
    maturityOn,
    durationDays: daysBetween(today, maturityOn),
    estimatedEarnings,
    savingsBalanceNow: figuresBefore?.principal ?? 0n,
    savingsEarningsAtMaturity: (figuresBefore?.atMaturity.net ?? 0n) + estimatedEarnings,
  }
}

export type ConfirmVerdict = 'ACCEPTED' | 'PRODUCT_NOT_AVAILABLE' | 'ABOVE_MAXIMUM' | 'TERMS_CHANGED'

/**
 * Whether a quote can be confirmed. It is checked before any money moves (docs/design/deposits.md#at-confirm). A changed rate is no
 * reason to refuse: the deposit gets the quoted one.
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
