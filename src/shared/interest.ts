import { daysBetween, minDate, type LocalDate } from './calendar.js'
import type { Minor } from './money.js'
import type { Ppm } from './rate.js'
import { divideHalfUp } from './rounding.js'

/** Days of the year that the rate refers to: ACT_365F or ACT_360. */
export type DayCount = 'ACT_365F' | 'ACT_360'

export const dayCountBasis: Readonly<Record<DayCount, number>> = { ACT_365F: 365, ACT_360: 360 }

/** What interest depends on, and nothing else. */
export interface InterestTerms {
  readonly principal: Minor
  readonly ratePpm: Ppm
  readonly basisDays: number
  readonly valueOn: LocalDate
  readonly maturityOn: LocalDate
}

const ppmPerWhole = 1_000_000n

/**
 * Simple interest of one deposit earned by `on`, gross: the value date counts, `on` and the maturity date do not
 * (DESIGN 4). The deposit is the unit of rounding, so that sums add up.
 */
export const interestOn = (terms: InterestTerms, on: LocalDate): Minor => {
  const days = daysBetween(terms.valueOn, minDate(on, terms.maturityOn))
  if (days <= 0) return 0n
  return divideHalfUp(
    BigInt(terms.ratePpm) * terms.principal * BigInt(days),
    ppmPerWhole * BigInt(terms.basisDays),
  )
}

/** Withholding tax on one deposit's interest, half up. */
export const taxOn = (interest: Minor, taxPpm: Ppm): Minor =>
  divideHalfUp(interest * BigInt(taxPpm), ppmPerWhole)

/** What the wire shows: interest after tax. */
export const netInterestOn = (terms: InterestTerms, taxPpm: Ppm, on: LocalDate): Minor => {
  const gross = interestOn(terms, on)
  return gross - taxOn(gross, taxPpm)
}
