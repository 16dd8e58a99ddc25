import { assert } from './assert.js'
import { daysBetween, minDate, type LocalDate } from './calendar.js'
import type { Minor } from './money.js'
import type { Ppm } from './rate.js'
import { divideHalfUp } from './rounding.js'

/** Days of the year that the rate refers to: ACT_365F or ACT_360. */
export type DayCount = 'ACT_365F' | 'ACT_360'

export const dayCountBasis: Readonly<Record<DayCount, number>> = { ACT_365F: 365, ACT_360: 360 }

/** 99.99 %: the maximum in a products file. */
export const ratePpmMax = 999_900

/** Everything that interest depends on. */
export interface InterestTerms {
  readonly principal: Minor
  readonly ratePpm: Ppm
  readonly basisDays: number
  readonly valueOn: LocalDate
  readonly maturityOn: LocalDate
}

const ppmPerWhole = 1_000_000n
const bases: readonly number[] = Object.values(dayCountBasis)

/**
 * Simple interest of one deposit earned by `on`, gross: the value date counts, `on` and the maturity date do not
 * (docs/design/money-and-ledger.md#interest). The deposit is the unit of rounding, so that sums add up. Throws on terms
 * that no product can have: a corrupt record pays nothing until it is corrected.
 */
export const interestOn = (terms: InterestTerms, on: LocalDate): Minor => {
  assert(terms.ratePpm >= 0 && terms.ratePpm <= ratePpmMax, `a rate of ${terms.ratePpm} ppm`)
  assert(bases.includes(terms.basisDays), `a year of ${terms.basisDays} days`)
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
