import type { Business } from './business.rules.js'
import type { Facts } from './features/features.rules.js'
import { seasonShare } from './features/resources.rules.js'
import { riskBandOf, type RiskBand } from '../../scoring-contract/bands.rules.js'
import { owedFactor } from './features/lending.rules.js'
import { completenessOf, type CompletenessFlag } from './completeness.rules.js'
import { mean, median, percentile, winsorisedMean } from './features/statistics.rules.js'

/** What the person can repay and what may be lent, in hundredths (docs/scorecard.md#limits). */
export interface LendingLimits {
  /** A monthly instalment. */
  readonly affordability: number
  /** What the band allows, before subtracting what is still owed to the lenders of the statements. */
  readonly grossLimit: number
  /** The recommended limit: the gross limit less what is owed. */
  readonly shortTermLimit: number
  /** Null without a business score. */
  readonly businessAffordability: number | null
  readonly businessLimit: number | null
}

export const bandMultiplier: Readonly<Record<RiskBand, number>> = { A: 1, B: 0.6, C: 0 }

/** How calendar months without rows reduce the instalment. */
const completenessFactor: Readonly<Record<CompletenessFlag, number>> = { Green: 1, Yellow: 0.8, Red: 0.5 }

const tenorMonths = 1
const incomeShareMax = 1 / 3
const seasonMonths = 12
const instalmentTakingsShare = 0.1
const limitTakingsShare = 0.3

const floorTo = (step: number, amount: number): number => Math.max(0, Math.floor(amount / step) * step)

/**
 * A cautious figure for what a month leaves after the cost of living and before debt: halfway between the lower quartile
 * and the median of what the months left. From twelve months on, 80 % of (winsorised mean of the incomes - mean cost of
 * living) if that is more.
 */
const prudentSurplus = ({ incomes, livingCosts }: Facts): number => {
  const left = incomes.map((income, index) => income - (livingCosts[index] ?? 0))
  const usual = (percentile(left, 0.25) + median(left)) / 2
  if (left.length < seasonMonths) return usual
  return Math.max(usual, seasonShare * (winsorisedMean(incomes) - mean(livingCosts)))
}

/** The price of debt of a month. Amounts lent are not in it: a loan that is repaid by the next one costs only its price. */
const priceOfDebt = ({ incomes, lending }: Facts): number => lending.price / Math.max(1, incomes.length)

/** What a month left on average: income less the cost of living and the price of debt. No limit is above it. */
export const realSurplus = (facts: Facts): number =>
  mean(facts.incomes) - mean(facts.livingCosts) - priceOfDebt(facts)

/**
 * What a month leaves for an instalment: the prudent surplus less the price of debt or, if that is smaller, the real
 * surplus, from which the price of debt is already subtracted.
 */
const instalmentSurplus = (facts: Facts): number =>
  Math.min(prudentSurplus(facts) - priceOfDebt(facts), realSurplus(facts))

/** The part of `monthlyDebt` that only the bureau's report shows: what exceeds the debt service of the statements. */
const otherDebtOf = (facts: Facts, monthlyDebt: number): number => Math.max(0, monthlyDebt - facts.debtBurden)

/**
 * The monthly instalment that the person can pay beside `monthlyDebt`, rounded down. What a month leaves is divided by
 * `owedFactor`, so that a loan of this amount over one month (`tenorMonths`) can be repaid with its price.
 */
const affordabilityOf = (facts: Facts, monthlyDebt = facts.debtBurden): number => {
  const most = Math.min(
    incomeShareMax * facts.stayingIncome - monthlyDebt,
    (instalmentSurplus(facts) - otherDebtOf(facts, monthlyDebt)) / owedFactor,
  )
  return floorTo(facts.parameters.instalmentStep, most * completenessFactor[completenessOf(facts).flag])
}

/** The limit of a band, less `owed`; 0 for band C and without a band. */
const limitOf = (
  facts: Facts,
  affordability: number,
  band: RiskBand | null,
  owed = facts.lending.owed,
): number => {
  if (band === null) return 0
  return floorTo(facts.parameters.limitStep, affordability * tenorMonths * bandMultiplier[band] - owed)
}

const stayingShare = ({ stayingIncome, dependableIncome }: Facts): number =>
  dependableIncome === 0 ? 1 : stayingIncome / dependableIncome

interface BusinessSide {
  readonly business: Business | null
  /** -1 if there is no business, or too little is known. */
  readonly businessScore: number
}

const businessAmount = (
  facts: Facts,
  { business, businessScore }: BusinessSide & { readonly business: Business },
  share: number,
  monthlyDebt: number,
): number => {
  const band = riskBandOf(businessScore)
  if (band === null) return 0
  const most = Math.min(
    share * business.monthlyTakings * stayingShare(facts),
    Math.max(0, realSurplus(facts) - otherDebtOf(facts, monthlyDebt)) / owedFactor,
  )
  return floorTo(facts.parameters.limitStep, most * bandMultiplier[band] - facts.lending.owed)
}

/**
 * Nothing is lent without a band, whatever the person could repay, and nothing to the business of somebody who is
 * declined. `monthlyDebt` is the debt service of a month that all sources together show.
 */
export const limitsOf = (
  facts: Facts,
  band: RiskBand | null,
  side: BusinessSide,
  monthlyDebt = facts.debtBurden,
): LendingLimits => {
  const affordability = band === null ? 0 : affordabilityOf(facts, monthlyDebt)
  const isLendable = band !== null && bandMultiplier[band] > 0
  const { business, businessScore } = side
  const ofBusiness = (share: number): number | null =>
    business === null || businessScore < 0
      ? null
      : isLendable
        ? businessAmount(facts, { business, businessScore }, share, monthlyDebt)
        : 0
  return {
    affordability,
    grossLimit: limitOf(facts, affordability, band, 0),
    shortTermLimit: limitOf(facts, affordability, band),
    businessAffordability: ofBusiness(instalmentTakingsShare),
    businessLimit: ofBusiness(limitTakingsShare),
  }
}
