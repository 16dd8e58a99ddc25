import { dayOf, dayOfRow, type Dossier } from '../rows/dossier.rules.js'
import type { CardParameters } from '../rows/parameters.rules.js'
import { outflowOf, savedOfKind } from './amounts.rules.js'
import type { DayBalance } from './balances.rules.js'
import { owedFactor, type Lending } from './lending.rules.js'
import { mean, median, ratio, sumBy } from './statistics.rules.js'

const lowBalanceOutflowShare = 0.1

/** The latest value of `byDay` on each of `days`, which are in order; 0 before the first value. */
const latestOn = (byDay: ReadonlyMap<number, number>, days: readonly DayBalance[]): number[] => {
  const changes = [...byDay].sort(([a], [b]) => a - b)
  let next = 0
  let value = 0
  return days.map(({ day }) => {
    for (let change = changes[next]; change && change[0] <= day; change = changes[++next]) value = change[1]
    return value
  })
}

const savedByDay = (dossier: Dossier): ReadonlyMap<number, number> => {
  const saved = new Map<number, number>()
  let savings = 0
  for (const row of dossier.flows) {
    const change = savedOfKind('savingsDeposit')(row) - savedOfKind('savingsWithdrawal')(row)
    if (change === 0) continue
    savings += change
    saved.set(dayOfRow(row), Math.max(0, savings))
  }
  return saved
}

export interface OwnMoney {
  /** The printed balances less what is owed times `owedFactor`. */
  readonly balances: readonly DayBalance[]
  /** The person's own money at the beginning of a month, savings included; 0 where no balance is printed. */
  readonly atStartOf: (month: string) => number
}

export const ownMoneyOf = (dossier: Dossier, printed: readonly DayBalance[], lending: Lending): OwnMoney => {
  const owed = latestOn(lending.owedByDay, printed)
  const saved = latestOn(savedByDay(dossier), printed)
  const own = (index: number): number => (printed[index]?.balance ?? 0) - owedFactor * (owed[index] ?? 0)
  return {
    balances: printed.map(({ day }, index) => ({ day, balance: own(index) })),
    atStartOf: (month) => {
      const first = dayOf(`${month}-01`)
      const at = Math.max(
        0,
        printed.findLastIndex(({ day }) => day < first),
      )
      return printed.length === 0 ? 0 : own(at) + (saved[at] ?? 0)
    },
  }
}

/** The median of what was spent on a day, over the days on which something was spent. */
const usualDailyOutflow = (dossier: Dossier): number =>
  median([
    ...sumBy(
      dossier.flows.filter((row) => outflowOf(row) > 0),
      ({ date }) => date,
      outflowOf,
    ).values(),
  ])

export const balanceFacts = (
  dossier: Dossier,
  printed: readonly DayBalance[],
  parameters: CardParameters,
) => {
  const balances = printed.slice(1).map(({ balance }) => balance)
  const low = Math.max(parameters.lowBalance, lowBalanceOutflowShare * usualDailyOutflow(dossier))
  return {
    averageBalance: balances.length === 0 ? null : mean(balances),
    lowBalanceDays: balances.filter((balance) => balance < low).length,
    negativeDays: balances.filter((balance) => balance < 0).length,
  }
}

/**
 * Computed from the person's own money, so that a loan covers no spending. Days of cover are this money divided by the
 * mean cost of living of a day, which does not change when a payment is split.
 */
export const coverFacts = (own: OwnMoney, living: number, days: number, parameters: CardParameters) => {
  const balances = own.balances.slice(1).map(({ balance }) => balance)
  const daily = ratio(living, days)
  const low = Math.max(parameters.lowBalance, lowBalanceOutflowShare * daily)
  return {
    daysOfCover: balances.length === 0 ? null : ratio(mean(balances), daily),
    lowBalanceShare:
      balances.length === 0 ? null : ratio(balances.filter((balance) => balance < low).length, days),
  }
}
