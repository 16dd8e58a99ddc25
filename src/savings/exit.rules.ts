import { addDays, type LocalDate } from '../shared/calendar.js'
import { minMinor, type Minor } from '../shared/money.js'
import { figuresOn, type DepositTerms, type PositionTerms } from './position.rules.js'

export type WithdrawalBasis = 'EARLY_EXIT' | 'MATURITY'

/** ON_HOLD until its day, PROCESSING while its orders are out; FAILED gives back, or waits for staff. */
export type PayoutStatus = 'ON_HOLD' | 'PROCESSING' | 'PAID' | 'FAILED' | 'UNDER_REVIEW'

/** What leaving a position on a date pays, to the franc; the preview shows it and the exit books it. */
export interface ExitTerms {
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

/** The terms of leaving on `on` (DESIGN 4, early exit): matured, everything; before, the lower of the two rates. */
export const exitTermsOn = (
  position: PositionTerms,
  deposits: readonly DepositTerms[],
  on: LocalDate,
): ExitTerms => {
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

const hoursPerDay = 24

/** Only an early exit is held: by whole days of its clock (DESIGN 7). Null: sent at once. */
export const holdUntil = (
  basis: WithdrawalBasis,
  holdHours: number,
  exitedOn: LocalDate,
): LocalDate | null =>
  basis === 'EARLY_EXIT' && holdHours > 0 ? addDays(exitedOn, Math.ceil(holdHours / hoursPerDay)) : null

/** The transfers of a payout, none above what the provider sends at once. They add up to it. */
export const splitAmount = (amount: Minor, payoutMax: Minor | undefined): Minor[] => {
  if (payoutMax === undefined) return [amount]
  const parts: Minor[] = []
  for (let rest = amount; rest > 0n; rest -= payoutMax) parts.push(minMinor(rest, payoutMax))
  return parts
}
