import { minDate, type LocalDate } from '../../../kernel/calendar.js'
import { interestOn, taxOn } from '../../../kernel/interest.js'
import type { Minor } from '../../../kernel/money.js'
import type { Ppm } from '../../../kernel/rate.js'

/** The fields of a position that the rules need. */
export interface PositionTerms {
  readonly status: 'OPEN' | 'PAYING_OUT' | 'CLOSED'
  readonly ratePpm: Ppm
  readonly earlyRatePpm: Ppm
  readonly basisDays: number
  readonly taxPpm: Ppm
  readonly maturityOn: LocalDate
}

export interface DepositTerms {
  readonly principal: Minor
  readonly valueOn: LocalDate
}

export type PositionStatus = 'ACCRUING' | 'MATURED' | 'PAYING_OUT' | 'CLOSED'

/** ACCRUING or MATURED follows from the date alone, without a job. */
export const statusOn = (
  position: Pick<PositionTerms, 'status' | 'maturityOn'>,
  on: LocalDate,
): PositionStatus => {
  if (position.status !== 'OPEN') return position.status
  return position.maturityOn <= on ? 'MATURED' : 'ACCRUING'
}

export const principalOf = (deposits: readonly DepositTerms[]): Minor =>
  deposits.reduce((sum, { principal }) => sum + principal, 0n)

/** The interest of a position: the sum of that of its deposits, each rounded by itself, so that gross, tax and net add up. */
const interestAt = (
  { basisDays, taxPpm, maturityOn }: PositionTerms,
  ratePpm: Ppm,
  deposits: readonly DepositTerms[],
  on: LocalDate,
): Interest => {
  let gross = 0n
  let tax = 0n
  for (const { principal, valueOn } of deposits) {
    const interest = interestOn({ principal, ratePpm, basisDays, valueOn, maturityOn }, on)
    gross += interest
    tax += taxOn(interest, taxPpm)
  }
  return { gross, tax, net: gross - tax }
}

/** Gross less tax is net. */
export interface Interest {
  readonly gross: Minor
  readonly tax: Minor
  readonly net: Minor
}

export interface PositionFigures {
  readonly status: PositionStatus
  readonly principal: Minor
  /** Interest earned by the business date, and by maturity. */
  readonly accrued: Interest
  readonly atMaturity: Interest
  readonly withdrawalBasis: 'EARLY_EXIT' | 'MATURITY'
  /** The rate that withdrawing today would pay, and the interest at it. */
  readonly effectiveRatePpm: Ppm
  readonly withdrawable: Interest
}

/** Everything that a screen shows of a position on a date. */
export const figuresOn = (
  position: PositionTerms,
  deposits: readonly DepositTerms[],
  on: LocalDate,
): PositionFigures => {
  const isMatured = position.maturityOn <= on
  const effectiveRatePpm = isMatured ? position.ratePpm : Math.min(position.ratePpm, position.earlyRatePpm)
  return {
    status: statusOn(position, on),
    principal: principalOf(deposits),
    accrued: interestAt(position, position.ratePpm, deposits, minDate(on, position.maturityOn)),
    atMaturity: interestAt(position, position.ratePpm, deposits, position.maturityOn),
    withdrawalBasis: isMatured ? 'MATURITY' : 'EARLY_EXIT',
    effectiveRatePpm,
    withdrawable: interestAt(position, effectiveRatePpm, deposits, on),
  }
}
