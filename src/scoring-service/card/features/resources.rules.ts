import type { ClassifiedRow } from '../rows/classify.rules.js'
import { passedOn } from '../rows/netting.rules.js'
import { amountOf, incomeOf } from './amounts.rules.js'
import { monthly, type Calendar } from './months.rules.js'
import type { OwnMoney } from './own-money.rules.js'
import { mean, median, ratio, sum, winsorisedMean, wholeHundredths } from './statistics.rules.js'

const recentMonths = 3
const regularShare = 0.5
const seasonMonths = 12
/** Only this share of what a year brought on average is counted on, since a season can fail. */
export const seasonShare = 0.8
const passedShareMin = 0.2

/**
 * Compares the resources of each month, its income and the own money at its beginning, with the usual cost of living: the
 * median of the months up to and including it. More resources never make a figure worse, a later rise in cost does not
 * make an earlier month short, and money kept from one season pays for the months after it.
 *
 * - `regularity`: the share of months whose resources reach half of the usual cost
 * - `shortfall`: the root mean square, over the months, of (usual cost - resources) / usual cost, or 0 if that is less
 * - `recent`: the income of the last three months and the own money before them / three times the usual cost of the
 *   months before; null if there are no months before
 */
export const resourceFacts = (
  calendar: Calendar,
  incomes: readonly number[],
  livingCosts: readonly number[],
  own: OwnMoney,
) => {
  const usual = (until: number): number => median(livingCosts.slice(0, until))
  const months = calendar.used.map(({ month }, index) => ({
    resources: (incomes[index] ?? 0) + Math.max(0, own.atStartOf(month)),
    needed: usual(index + 1),
  }))
  const short = months.map(({ resources, needed }) => ratio(Math.max(0, needed - resources), needed))
  const reached = months.filter(
    ({ resources, needed }) => resources > 0 && resources >= regularShare * needed,
  )
  const from = incomes.length - recentMonths
  const before = calendar.used[from]
  return {
    regularity: ratio(reached.length, months.length),
    shortfall: Math.sqrt(mean(short.map((share) => share ** 2))),
    recent:
      from < 1 || before === undefined
        ? null
        : ratio(sum(incomes.slice(from)) + own.atStartOf(before.month), recentMonths * usual(from)),
  }
}

/** The median of the months or, if there are at least twelve, 80 % of their winsorised mean if that is more. */
export const dependableOf = (incomes: readonly number[]): number =>
  Math.max(
    wholeHundredths(median(incomes)),
    wholeHundredths(incomes.length < seasonMonths ? 0 : seasonShare * winsorisedMean(incomes)),
  )

/**
 * Finds income that is passed on whole (`passedOn`). First the dependable income is computed without all of it; an amount
 * below a fifth of that then counts as staying after all, since people live on such amounts.
 *
 * - `staying`: the dependable income without the income that is passed on; instalments are computed from it
 * - `onward`: the rows of such income and of the payments that pass it on, which the score leaves out. Income that is
 *   passed on as cash is not left out, since many people live on cash. Empty if there is no other income.
 */
export const incomePassedOn = (flows: readonly ClassifiedRow[], calendar: Calendar) => {
  const without = (rows: ReadonlySet<ClassifiedRow>): number =>
    dependableOf(monthly(calendar.used, flows, (row) => (rows.has(row) ? 0 : incomeOf(row))))
  const pairs = passedOn(flows, () => true)
  const least = without(new Set(pairs.keys()))
  const large = [...pairs].filter(([row]) => amountOf(row) >= passedShareMin * least)
  const onward = new Set(least === 0 ? [] : large.filter(([, to]) => to.kind !== 'agentWithdrawal').flat())
  return {
    staying: without(new Set(large.map(([row]) => row))),
    onward,
  }
}
