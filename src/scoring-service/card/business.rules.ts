import type { ClassifiedRow } from './rows/classify.rules.js'
import { businessPoints, type BusinessFeatures } from './points/business-card.rules.js'
import { dayOfRow } from './rows/dossier.rules.js'
import { amountOf, incomeOf, livingCostOf, total } from './features/amounts.rules.js'
import type { Facts } from './features/features.rules.js'
import { monthly, monthOf } from './features/months.rules.js'
import { scoreOf } from './points/points.rules.js'
import { insufficientData } from './verdict/scale.rules.js'
import { mean, median, ratio, sum, sumBy, wholeHundredths } from './features/statistics.rules.js'

/** What the statements show of the person's trade. Money in hundredths. */
export interface Business {
  readonly features: BusinessFeatures
  readonly monthlyTakings: number
}

const businessShareMin = 0.3
const payersAMonthMin = 20
const topPayers = 5
const daysAWeek = 7

export const hasTill = ({ dossier }: Facts): boolean =>
  dossier.accounts.some(({ type }) => type === 'WALLET_TILL_STATEMENT') ||
  dossier.counted.filter(({ kind }) => kind === 'tillReceipt').length >= 5

export const hasBusinessWallet = ({ dossier }: Facts): boolean =>
  dossier.counted.some(({ kind }) => kind === 'pochiReceipt')

/** The income of a trade without a till: transfers from many people that make up at least 30 % of all income. */
const tradeByTransfers = (facts: Facts): readonly ClassifiedRow[] => {
  const received = facts.dossier.flows.filter(({ kind, isIncome }) => isIncome && kind === 'transferIn')
  const payers = new Map<string, Set<string>>()
  for (const row of received) {
    const month = payers.get(monthOf(row))
    if (month) month.add(row.counterparty)
    else payers.set(monthOf(row), new Set([row.counterparty]))
  }
  const usual = median(facts.calendar.used.map(({ month }) => payers.get(month)?.size ?? 0))
  const isTrade =
    usual >= payersAMonthMin && ratio(total(received, incomeOf), facts.totalIncome) >= businessShareMin
  return isTrade ? received : []
}

/** The income of a trade: what came in by till and business wallet or, without these, what many people send. */
export const takingsOf = (facts: Facts): readonly ClassifiedRow[] =>
  (hasTill(facts) || hasBusinessWallet(facts)
    ? facts.dossier.flows.filter(
        ({ kind, isIncome }) => isIncome && (kind === 'tillReceipt' || kind === 'pochiReceipt'),
      )
    : tradeByTransfers(facts)
  ).filter((row) => !facts.onward.has(row) && incomeOf(row) > 0)

/** Takings, cost of living and payers by week from the first covered day; an incomplete last week is left out. */
const weekly = (
  facts: Facts,
  takings: readonly ClassifiedRow[],
): { amounts: number[]; costs: number[]; payers: number[] } => {
  const first = facts.dossier.covered[0]?.first ?? 0
  const last = facts.dossier.covered.at(-1)?.last ?? 0
  const weeks = Math.max(1, Math.floor((last - first + 1) / daysAWeek))
  const amounts = Array.from({ length: weeks }, () => 0)
  const payers = Array.from({ length: weeks }, () => new Set<string>())
  for (const row of takings) {
    const week = Math.floor((dayOfRow(row) - first) / daysAWeek)
    if (week >= weeks) continue
    amounts[week] = (amounts[week] ?? 0) + incomeOf(row)
    payers[week]?.add(row.counterparty)
  }
  const costs = amounts.map(() => 0)
  for (const row of facts.dossier.flows) {
    const week = Math.floor((dayOfRow(row) - first) / daysAWeek)
    if (week < weeks) costs[week] = (costs[week] ?? 0) + livingCostOf(row)
  }
  return { amounts, costs, payers: payers.map(({ size }) => size) }
}

/** The sum of the squared shares of the five largest payers: 1 when one person pays everything. */
const concentrationOf = (takings: readonly ClassifiedRow[]): number => {
  const all = total(takings, incomeOf)
  const amounts = [...sumBy(takings, ({ counterparty }) => counterparty, incomeOf).values()]
  return sum(
    amounts
      .sort((a, b) => b - a)
      .slice(0, topPayers)
      .map((amount) => ratio(amount, all) ** 2),
  )
}

/**
 * How many days takings stay before they are taken out as cash or sent to a bank, first in first out; null when
 * nothing is taken out.
 */
const lagOf = (facts: Facts, takings: ReadonlySet<ClassifiedRow>): number | null => {
  const waiting: { day: number; left: number }[] = []
  let oldest = 0
  let weighted = 0
  let matched = 0
  for (const row of facts.dossier.flows) {
    const day = dayOfRow(row)
    if (takings.has(row)) waiting.push({ day, left: row.row.paidIn })
    if (row.kind !== 'agentWithdrawal' && row.kind !== 'bankTransfer') continue
    let out = row.row.paidOut
    for (let next = waiting[oldest]; out > 0 && next; next = waiting[oldest]) {
      const part = Math.min(out, next.left)
      weighted += part * (day - next.day)
      matched += part
      out -= part
      next.left -= part
      if (next.left === 0) oldest++
    }
  }
  return matched === 0 ? null : weighted / matched
}

/** Supplies above 90 % of the takings indicate a loss. Few supplies indicate nothing: the trade may be in services. */
const supplyGap = (share: number): number => Math.max(0, share - 0.9)

const recentMonths = 3

/**
 * The root mean square, over all weeks, of (usual cost - takings - what earlier weeks left) / usual cost, or 0 if that is
 * less. The usual cost is the median cost of living of the weeks up to and including the week.
 */
const shortfallOf = (amounts: readonly number[], costs: readonly number[]): number => {
  let kept = 0
  const short = amounts.map((amount, week) => {
    const needed = median(costs.slice(0, week + 1))
    const lack = ratio(Math.max(0, needed - amount - kept), needed)
    kept = Math.max(0, kept + amount - (costs[week] ?? 0))
    return lack ** 2
  })
  return Math.sqrt(mean(short))
}

const recentOf = (takings: readonly number[], livingCosts: readonly number[]): number | null =>
  takings.length <= recentMonths
    ? null
    : ratio(sum(takings.slice(-recentMonths)), recentMonths * median(livingCosts.slice(0, -recentMonths)))

/** The business of the person, from its takings; null without takings. */
export const businessOf = (facts: Facts): Business | null => {
  const { flows } = facts.dossier
  const takings = takingsOf(facts)
  if (takings.length === 0) return null
  const all = total(takings, incomeOf)
  const byMonth = monthly(facts.calendar.used, takings, incomeOf)
  const weeks = weekly(facts, takings)
  const supplies = total(flows, (row) =>
    row.spending === 'shopping' || row.spending === 'groceries' || row.spending === 'bills'
      ? amountOf(row)
      : 0,
  )
  const refunds = total(facts.dossier.counted, (row) => (row.kind === 'reversal' ? row.row.paidOut : 0))
  return {
    monthlyTakings: wholeHundredths(median(byMonth)),
    features: {
      tradingDays: ratio(new Set(takings.map(dayOfRow)).size, facts.calendar.coveredDays),
      takingsShortfall: shortfallOf(weeks.amounts, weeks.costs),
      payersAWeek: median(weeks.payers),
      concentration: concentrationOf(takings),
      supplyGap: supplyGap(ratio(supplies, all)),
      refunds: ratio(refunds, all),
      recentTakings: recentOf(byMonth, facts.livingCosts),
      takingsLag: lagOf(facts, new Set(takings)),
      overdraftShare: facts.features.overdraftShare,
      debtService: facts.features.debtService,
      fullMonths: facts.features.fullMonths,
    },
  }
}

/** -1 if the person has no business, or if too little is known. */
export const businessScoreOf = (facts: Facts, business: Business | null): number =>
  business === null ? insufficientData : scoreOf(businessPoints(business.features), facts)
