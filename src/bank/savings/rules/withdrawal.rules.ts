import { firstDateFrom, lastDate, midnight, minDate, type LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import { minMinor, type Minor } from '../../../kernel/money.js'
import { figuresOn, type DepositTerms, type PositionTerms } from './position.rules.js'

export type WithdrawalBasis = 'EARLY_EXIT' | 'MATURITY'

/** ON_HOLD until its day, PROCESSING while its orders are in flight; FAILED is given back, or waits for a review. */
export type PayoutStatus = 'ON_HOLD' | 'PROCESSING' | 'PAID' | 'FAILED' | 'UNDER_REVIEW'

/** What withdrawing a position on a date pays, to the franc; the preview shows it and the withdrawal books it. */
export interface WithdrawalTerms {
  readonly basis: WithdrawalBasis
  readonly originalRatePpm: number
  readonly effectiveRatePpm: number
  readonly principal: Minor
  /** Earned at the position's own rate. */
  readonly accrued: Minor
  readonly accruedNet: Minor
  readonly atMaturityNet: Minor
  /** Allowed at the effective rate. */
  readonly interest: Minor
  readonly tax: Minor
  /** Net interest given up. */
  readonly forfeitedNet: Minor
  /** Principal and interest less tax. */
  readonly amount: Minor
}

/**
 * The terms of a withdrawal on `on` (docs/design/money-and-ledger.md#early-exit): matured, everything; before, the lower of the
 * two rates.
 */
export const withdrawalTermsOn = (
  position: PositionTerms,
  deposits: readonly DepositTerms[],
  on: LocalDate,
): WithdrawalTerms => {
  const figures = figuresOn(position, deposits, on)
  const { gross: interest, tax, net } = figures.allowed
  return {
    basis: figures.withdrawalBasis,
    originalRatePpm: position.ratePpm,
    effectiveRatePpm: figures.effectiveRatePpm,
    principal: figures.principal,
    accrued: figures.accrued.gross,
    accruedNet: figures.accrued.net,
    atMaturityNet: figures.atMaturity.net,
    interest,
    tax,
    forfeitedNet: figures.accrued.net - net,
    amount: figures.principal + net,
  }
}

export const msPerHour = 3_600_000

/**
 * Only an early exit is held, for a number of hours from its moment. Null: sent at once.
 *
 * @param unit a test clock has only dates: there the hold ends with the beginning of the first date that many hours
 * later, and no later than with the last date of a clock
 */
export const heldUntil = (
  basis: WithdrawalBasis,
  holdHours: number,
  withdrawnAt: Instant,
  unit: 'INSTANT' | 'DATE',
): Instant | null => {
  if (basis !== 'EARLY_EXIT' || holdHours === 0) return null
  const end = withdrawnAt + holdHours * msPerHour
  return unit === 'INSTANT' ? end : midnight(minDate(firstDateFrom(end), lastDate))
}

/** The hours of a hold: those of the product, or fewer where the clock ends before. */
export const hoursHeld = (holdHours: number, withdrawnAt: Instant, until: Instant | null): number =>
  until === null ? 0 : Math.min(holdHours, Math.ceil((until - withdrawnAt) / msPerHour))

/** The amounts of a payout's transfers, none above the provider's limit. They add up to it. */
export const splitAmount = (amount: Minor, payoutMax: Minor | undefined): Minor[] => {
  if (payoutMax === undefined) return [amount]
  const parts: Minor[] = []
  for (let rest = amount; rest > 0n; rest -= payoutMax) parts.push(minMinor(rest, payoutMax))
  return parts
}
