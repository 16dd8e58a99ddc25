import type { ClassifiedRow } from '../rows/classify.rules.js'
import { dateOf, dayOf, type Dossier } from '../rows/dossier.rules.js'
import { parametersOf, type CardParameters } from '../rows/parameters.rules.js'
import {
  amountOfKind,
  daysWith,
  gainOf,
  incomeOf,
  inflowOf,
  livingCostOf,
  outflowOf,
  savedOfKind,
  total,
} from './amounts.rules.js'
import { endOfDayBalances, type DayBalance } from './balances.rules.js'
import { lastDay, lendersOf, monthlyDebtOf, repaidOf } from './debt.rules.js'
import { lendingOf, owedFactor, type Lending } from './lending.rules.js'
import { dependableOf, resourceFacts, incomePassedOn } from './resources.rules.js'
import { calendarOf, monthly, monthOf, type Calendar } from './months.rules.js'
import { balanceFacts, coverFacts, ownMoneyOf } from './own-money.rules.js'
import { median, percentile, ratio, sum, wholeHundredths } from './statistics.rules.js'

/**
 * The values that the characteristics of the card use, under the names of the wire; `characteristics`
 * (characteristics.rules.ts) has the formula of each. `repaid`, `betting` and `recentIncome` are ratios, not amounts. A
 * value that the statements do not show is null and gives no points.
 */
export interface Features {
  readonly incomeRegularity: number
  readonly incomeShortfall: number
  readonly netCashRatio: number
  readonly daysOfCover: number | null
  readonly lowBalanceShare: number | null
  readonly overdraftShare: number
  readonly debtService: number
  readonly repaid: number | null
  readonly lenders: number
  readonly betting: number
  readonly fullMonths: number
  readonly netSaving: number
  readonly recentIncome: number | null
}

/** Facts of a dossier that several sections need. Money in hundredths. */
export interface Facts {
  readonly dossier: Dossier
  readonly calendar: Calendar
  readonly parameters: CardParameters
  readonly features: Features
  readonly lending: Lending
  /** Income by used month. */
  readonly incomes: readonly number[]
  /** The cost of living by used month: money that flows out and is neither saving nor repayment. */
  readonly livingCosts: readonly number[]
  /** The median income of the used months; PARS shows it as `observed_monthly_income`. */
  readonly observedIncome: number
  /**
   * Income that can be counted on: the median month or, if at least twelve months are used, 80 % of the winsorised
   * mean if that is more.
   */
  readonly dependableIncome: number
  /** Dependable income without amounts that were passed on whole soon after: only this income counts for an instalment. */
  readonly stayingIncome: number
  /** The incoming and outgoing rows of money that is only passed on; the score leaves them out. */
  readonly onward: ReadonlySet<ClassifiedRow>
  readonly incomeP25: number
  readonly incomeP75: number
  readonly totalIncome: number
  readonly inflow: number
  readonly outflow: number
  readonly averageBalance: number | null
  /**
   * Days whose printed balance is below `parameters.lowBalance`, or below a tenth of what is usually spent on a day if that
   * is more. `Features.lowBalanceShare` is a share of days, with own money in place of the printed balance, and the mean
   * cost of living of a day in place of what is usually spent on one.
   */
  readonly lowBalanceDays: number
  /** The debt service of a month (`monthlyDebtOf`), without what is still owed. */
  readonly monthlyDebt: number
  /** The debt service of a month, with what is still owed times `owedFactor`: it has to be paid too. */
  readonly debtBurden: number
  readonly activeDayCount: number
  /** The share of used months with a utility payment: shown, never scored. */
  readonly utilityMonthsShare: number
  /** Days between the first and the last covered day that no statement of the main account covers. */
  readonly gapDays: number
  /** Used months without rows. */
  readonly emptyMonths: number
  /** Days from the last covered day to the day of the request; 0 where no day is given. */
  readonly ageDays: number
}

const utilityMonthsShareOf = (dossier: Dossier, calendar: Calendar): number => {
  const paid = new Set(dossier.flows.filter(({ spending }) => spending === 'utilities').map(monthOf))
  return ratio(calendar.used.filter(({ month }) => paid.has(month)).length, calendar.used.length)
}

const gapsOf = ({ mainCovered }: Dossier): number =>
  sum(mainCovered.slice(1).map(({ first }, index) => first - (mainCovered[index]?.last ?? first) - 1))

const msPerDay = 86_400_000
const ageOf = (dossier: Dossier, asOf: Date | null): number =>
  asOf === null ? 0 : Math.max(0, dayOf(dateOf(asOf.getTime() / msPerDay)) - lastDay(dossier))

/** Sums and monthly amounts without money that is only passed on. */
const keptOf = ({ flows }: Dossier, { used }: Calendar, onward: ReadonlySet<ClassifiedRow>) => {
  const kept = (worth: (row: ClassifiedRow) => number) => (row: ClassifiedRow) =>
    onward.has(row) ? 0 : worth(row)
  return {
    incomes: monthly(used, flows, kept(incomeOf)),
    livingCosts: monthly(used, flows, kept(livingCostOf)),
    income: total(flows, kept(incomeOf)),
    gain: total(flows, kept(gainOf)),
    living: total(flows, kept(livingCostOf)),
  }
}

type FeatureInputs = Pick<
  Facts,
  'dossier' | 'calendar' | 'parameters' | 'lending' | 'totalIncome' | 'debtBurden'
> & {
  readonly kept: ReturnType<typeof keptOf>
  readonly printed: readonly DayBalance[]
  readonly negativeDays: number
}

const featuresOf = (inputs: FeatureInputs): Features => {
  const { dossier, calendar, parameters, lending, totalIncome, debtBurden, kept, printed, negativeDays } =
    inputs
  const { flows } = dossier
  const { gain, living } = kept
  const own = ownMoneyOf(dossier, printed, lending)
  const cover = coverFacts(own, living, calendar.coveredDays, parameters)
  const resources = resourceFacts(calendar, kept.incomes, kept.livingCosts, own)
  const drawDays = daysWith(flows, ({ kind }) => kind === 'overdraftDraw').size
  const saved = total(flows, savedOfKind('savingsDeposit')) - total(flows, savedOfKind('savingsWithdrawal'))
  return {
    incomeRegularity: resources.regularity,
    incomeShortfall: resources.shortfall,
    netCashRatio: ratio(gain - living - lending.price, gain),
    daysOfCover: cover.daysOfCover,
    lowBalanceShare: cover.lowBalanceShare,
    overdraftShare: ratio(Math.max(drawDays, negativeDays), calendar.coveredDays),
    debtService: ratio(debtBurden, dependableOf(kept.incomes)),
    repaid: repaidOf(lending),
    lenders: lendersOf(dossier),
    betting: ratio(total(flows, amountOfKind('bettingStake')), kept.income),
    fullMonths: calendar.fullMonths,
    // Without income nothing can be saved from it: what is put into savings was borrowed or saved before.
    netSaving: totalIncome === 0 ? 0 : ratio(saved - lending.owed, living),
    recentIncome: resources.recent,
  }
}

/** All facts of a dossier as of a day. Pure: the order of documents and rows changes nothing. */
export const factsOf = (
  dossier: Dossier,
  asOf: Date | null = null,
  parameters = parametersOf(dossier.currency),
): Facts => {
  const { flows, counted } = dossier
  const calendar = calendarOf(dossier)
  const lending = lendingOf(dossier)
  const incomes = monthly(calendar.used, flows, incomeOf)
  const dependableIncome = dependableOf(incomes)
  const { staying, onward } = incomePassedOn(flows, calendar)
  const totalIncome = total(flows, incomeOf)
  const monthsWithRows = new Set(counted.map(monthOf))
  const printed = endOfDayBalances(dossier)
  const { averageBalance, lowBalanceDays, negativeDays } = balanceFacts(dossier, printed, parameters)
  const debtBurden = monthlyDebtOf(dossier, calendar, owedFactor * lending.owed)
  const known = { dossier, calendar, parameters, lending, totalIncome, debtBurden }
  const kept = keptOf(dossier, calendar, onward)
  return {
    ...known,
    incomes,
    livingCosts: monthly(calendar.used, flows, livingCostOf),
    observedIncome: wholeHundredths(median(incomes)),
    dependableIncome,
    onward,
    stayingIncome: Math.min(dependableIncome, staying),
    incomeP25: wholeHundredths(percentile(incomes, 0.25)),
    incomeP75: wholeHundredths(percentile(incomes, 0.75)),
    inflow: total(flows, inflowOf),
    outflow: total(flows, outflowOf),
    averageBalance,
    lowBalanceDays,
    monthlyDebt: monthlyDebtOf(dossier, calendar, 0),
    activeDayCount: daysWith(counted, () => true).size,
    utilityMonthsShare: utilityMonthsShareOf(dossier, calendar),
    gapDays: gapsOf(dossier),
    emptyMonths: calendar.used.filter(({ month }) => !monthsWithRows.has(month)).length,
    ageDays: ageOf(dossier, asOf),
    features: featuresOf({ ...known, kept, printed, negativeDays }),
  }
}
