import { firstDateFrom, lastDate, midnight, minDate, type LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import { minMinor, type Minor } from '../../../kernel/money.js'
import { figuresOn, type DepositTerms, type PositionTerms } from './position.rules.js'

export type WithdrawalBasis = 'EARLY_EXIT' | 'MATURITY'

/** ON_HOLD until its hold ends, PROCESSING while its orders are in flight; a FAILED payout was given back or waits for review. */
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
  /** The interest at the effective rate, which is paid. */
  readonly interest: Minor
  readonly tax: Minor
  /** Forfeited interest, net. */
  readonly forfeitedNet: Minor
  /** Principal and interest less tax. */
  readonly amount: Minor
}

/**
 * The terms of a withdrawal on `on` (docs/design/money-and-ledger.md#early-exit). At maturity all interest is paid; before, the
 * interest at the lower one of the position's rate and the early-exit rate.
 */
export const withdrawalTermsOn = (
  position: PositionTerms,
  deposits: readonly DepositTerms[],
  on: LocalDate,
): WithdrawalTerms => {
  const figures = figuresOn(position, deposits, on)
  const { gross: interest, tax, net } = figures.withdrawable
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
 * The end of the hold. Only an early exit has one, a number of hours from the withdrawal; null: the money is sent at once.
 *
 * @param unit DATE for a test clock, which has no time of day: the hold ends at the beginning of the first date after those hours,
 * or at the last date that a clock can have
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

/** The amounts of a payout's transfers: they add up to the payout, and none is above the provider's limit. */
export const splitAmount = (amount: Minor, payoutMax: Minor | undefined): Minor[] => {
  if (payoutMax === undefined) return [amount]
  const parts: Minor[] = []
  for (let rest = amount; rest > 0n; rest -= payoutMax) parts.push(minMinor(rest, payoutMax))
  return parts
}
