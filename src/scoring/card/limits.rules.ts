import type { Business } from './business.rules.js'
import type { Facts } from './features.rules.js'
import { monthly } from './months.rules.js'
import { riskBandOf, type RiskBand } from './scale.rules.js'
import { completenessOf, type CompletenessFlag } from './completeness.rules.js'
import { spendingOf } from './spending.rules.js'
import { median } from './statistics.rules.js'
import { essentialCategories, type SpendingCategory } from './wordings.js'

/** What the person can carry and what is recommended, in minor units (research/scoring 7.4). */
export interface Limits {
  /** A monthly instalment. */
  readonly affordability: number
  readonly shortTermLimit: number
  /** The limit less what is still owed to the lenders of the statements. */
  readonly netLimit: number
  /** Null without a business score. */
  readonly businessAffordability: number | null
  readonly businessLimit: number | null
}

export const bandMultiplier: Readonly<Record<RiskBand, number>> = { A: 1, B: 0.6, C: 0 }

/** What a gap in the statements takes from the instalment. */
const prudence: Readonly<Record<CompletenessFlag, number>> = { Green: 1, Yellow: 0.8, Red: 0.5 }

const tenorMonths = 1
const incomeShareMax = 1 / 3
const freeShareMax = 1 / 2
const cashShareEssential = 1 / 2
const takingsShareMonthly = 0.1
const takingsShareLimit = 0.3

const essentials: ReadonlySet<SpendingCategory | null> = new Set(essentialCategories)

const floorTo = (step: number, amount: number): number => Math.max(0, Math.floor(amount / step) * step)

/** Median monthly spending on what is needed, and half of the cash taken out, whose use nobody sees. */
export const essentialSpending = ({ dossier, calendar }: Facts): number =>
  median(
    monthly(calendar.used, dossier.flows, (row) => {
      if (essentials.has(row.spending)) return spendingOf(row)
      return row.kind === 'agentWithdrawal' ? cashShareEssential * spendingOf(row) : 0
    }),
  )

/** The instalment a month that the person can carry beside `monthlyDebt`, rounded down. */
export const affordabilityOf = (facts: Facts, monthlyDebt = facts.monthlyDebt): number => {
  const prudentIncome = (facts.incomeP25 + facts.observedIncome) / 2
  const free = Math.max(0, prudentIncome - essentialSpending(facts) - monthlyDebt)
  const most = Math.min(incomeShareMax * facts.observedIncome - monthlyDebt, freeShareMax * free)
  return floorTo(facts.parameters.instalmentStep, most * prudence[completenessOf(facts).flag])
}

/** The limit of a band: nothing for C, and none without a band; never over a month's income. */
export const limitOf = (facts: Facts, affordability: number, band: RiskBand | null): number => {
  if (band === null) return 0
  const limit = affordability * tenorMonths * bandMultiplier[band]
  return floorTo(facts.parameters.limitStep, Math.min(limit, facts.observedIncome))
}

/** What lenders of the statements have not had back, overdraft included. */
export const outstandingOf = ({ dossier }: Facts): number => {
  const owed = new Map<string, number>()
  for (const { kind, lender, row } of dossier.flows) {
    const amount = row.paidIn || row.paidOut
    const add = (name: string, change: number): void => void owed.set(name, (owed.get(name) ?? 0) + change)
    if (kind === 'loanDisbursement') add(lender ?? '', amount)
    if (kind === 'loanRepayment') add(lender ?? '', -amount)
    if (kind === 'overdraftDraw') add('overdraft', amount)
    if (kind === 'overdraftRepayment') add('overdraft', -amount)
  }
  return [...owed.values()].reduce((total, amount) => total + Math.max(0, amount), 0)
}

const businessShare = (facts: Facts, business: Business, score: number, share: number): number => {
  const band = riskBandOf(score)
  if (band === null) return 0
  return floorTo(facts.parameters.limitStep, share * business.monthlyTakings * bandMultiplier[band])
}

/** `isLendable`: nothing but the scores decides. Otherwise nothing is lent, whatever the person could carry. */
export const limitsOf = (
  facts: Facts,
  shortTermScore: number,
  business: Business | null,
  businessScore: number,
  isLendable = true,
): Limits => {
  const affordability = isLendable ? affordabilityOf(facts) : 0
  const shortTermLimit = isLendable ? limitOf(facts, affordability, riskBandOf(shortTermScore)) : 0
  const ofBusiness = (share: number): number | null =>
    business === null || businessScore < 0
      ? null
      : isLendable
        ? businessShare(facts, business, businessScore, share)
        : 0
  return {
    affordability,
    shortTermLimit,
    netLimit: Math.max(0, shortTermLimit - outstandingOf(facts)),
    businessAffordability: ofBusiness(takingsShareMonthly),
    businessLimit: ofBusiness(takingsShareLimit),
  }
}
