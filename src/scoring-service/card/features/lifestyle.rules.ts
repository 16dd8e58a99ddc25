import type { ClassifiedRow } from '../rows/classify.rules.js'
import type { Facts } from './features.rules.js'
import { monthOf } from './months.rules.js'
import { spendingByCategory, spendingOf } from './spending.rules.js'
import { countBy, median, ranked, ratio, sum, sumBy, twoDecimals, units } from './statistics.rules.js'

const topMax = 5
const recentMonths = 3
/** `…Months` are shares of the used months, and `overdraftDays` of the covered days; only `supportMonthsMin` is a number of months. */
const thresholds = {
  savingMonths: 0.5,
  overdraftDays: 0.2,
  lenders: 2,
  bettingMonths: 0.5,
  utilityMonths: 0.8,
  daysOfCover: 7,
  trend: 1.1,
  supportMonths: 0.5,
  supportMonthsMin: 2,
}

const monthsShare = ({ dossier, calendar }: Facts, matches: (row: ClassifiedRow) => boolean): number => {
  const months = new Set(dossier.flows.filter(matches).map(monthOf))
  return ratio(calendar.used.filter(({ month }) => months.has(month)).length, calendar.used.length)
}

/** Whether the usual income of the last three months is at least 10 % above that of the months before. */
const hasGrown = ({ incomes }: Facts): boolean => {
  const before = median(incomes.slice(0, -recentMonths))
  return before > 0 && median(incomes.slice(-recentMonths)) / before >= thresholds.trend
}

/** Whether one person is sent money in at least two months, and in half as many as are used: shown, never scored. */
const supportsSomebody = ({ dossier, calendar }: Facts): boolean => {
  const months = new Map<string, Set<string>>()
  for (const row of dossier.flows) {
    if (row.kind !== 'sendMoney' || row.counterparty === '') continue
    const known = months.get(row.counterparty)
    if (known) known.add(monthOf(row))
    else months.set(row.counterparty, new Set([monthOf(row)]))
  }
  const least = Math.max(thresholds.supportMonthsMin, thresholds.supportMonths * calendar.used.length)
  return [...months.values()].some(({ size }) => size >= least)
}

export interface Behaviour {
  readonly title: string
  readonly status: boolean
}

/** The fixed list of behaviours, each with a yes or a no. */
export const behaviourOf = (facts: Facts): readonly Behaviour[] => {
  const { features } = facts
  return [
    {
      title: 'Saves regularly',
      status: monthsShare(facts, ({ kind }) => kind === 'savingsDeposit') >= thresholds.savingMonths,
    },
    { title: 'Uses overdraft often', status: features.overdraftShare > thresholds.overdraftDays },
    { title: 'Borrows from several lenders', status: features.lenders >= thresholds.lenders },
    {
      title: 'Bets regularly',
      status: monthsShare(facts, ({ kind }) => kind === 'bettingStake') >= thresholds.bettingMonths,
    },
    // No due dates are printed, so `on time` means: a utility is paid in at least 80 % of the used months.
    { title: 'Pays utilities on time', status: facts.utilityMonthsShare >= thresholds.utilityMonths },
    { title: 'Keeps a buffer', status: (features.daysOfCover ?? 0) >= thresholds.daysOfCover },
    { title: 'Income growing', status: hasGrown(facts) },
    { title: 'Sends support to family', status: supportsSomebody(facts) },
  ]
}

/** The five largest spending categories with their shares of everything that was spent, from 0 to 1. */
export const mainSpending = ({ dossier }: Facts) => {
  const spent = spendingByCategory(dossier.flows)
  const all = sum(spent.map(([, amount]) => amount))
  return spent.slice(0, topMax).map(([category, amount]) => ({
    category,
    amount: units(amount),
    share: twoDecimals(ratio(amount, all)),
  }))
}

const utilities = ({ dossier, calendar }: Facts) => {
  const paid = dossier.flows.filter(({ spending, row }) => spending === 'utilities' && row.paidOut > 0)
  const nameOf = ({ brand }: ClassifiedRow): string => brand ?? 'Utilities'
  const counts = countBy(paid, nameOf)
  return ranked(sumBy(paid, nameOf, spendingOf)).map(([name, amount]) => ({
    name,
    amount: units(amount),
    /** Payments a month. */
    frequency: twoDecimals(ratio(counts.get(name) ?? 0, calendar.monthsWithRows)),
  }))
}

const supermarkets = ({ dossier }: Facts) =>
  ranked(
    sumBy(
      dossier.flows.filter(({ sector, row }) => sector === 'supermarket' && row.paidOut > 0),
      ({ brand, counterparty }) => brand ?? counterparty,
      spendingOf,
    ),
  )
    .slice(0, topMax)
    .map(([label, amount]) => ({ label, value: units(amount) }))

/** `lifestyle` (docs/scoring-contract.md#pars): shown, never scored. */
export const lifestyleSection = (facts: Facts) => ({
  top_spending_categories: spendingByCategory(facts.dossier.flows)
    .slice(0, topMax)
    .map(([category, amount]) => ({ category, value: units(amount) })),
  utilities_payments: utilities(facts),
  top_supermarkets_visited: supermarkets(facts),
  customer_behaviour: behaviourOf(facts),
})
