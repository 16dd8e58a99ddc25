import type { ClassifiedRow } from '../rows/classify.rules.js'
import { dateOf, dayOf, dayOfRow, type Dossier } from '../rows/dossier.rules.js'
import { isOnlyCalledSavings, passedOn } from '../rows/netting.rules.js'
import { endOfDayBalances, type DayBalance } from './balances.rules.js'
import { lendingOf, owedWithPrice, type Lending } from './lending.rules.js'
import { calendarOf, monthly, monthOf, monthSums, type Calendar } from './months.rules.js'
import { parametersOf, type CardParameters } from '../rows/parameters.rules.js'
import {
  mean,
  median,
  percentile,
  ratio,
  sum,
  sumBy,
  winsorisedMean,
  wholeMinor,
} from './statistics.rules.js'
import type { RowKind } from '../rows/wordings.js'

/** What the characteristics of the card look at. Null where nothing can be said: no points either way. */
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

/** Facts of a dossier that more than one section needs. Money in minor units. */
export interface Facts {
  readonly dossier: Dossier
  readonly calendar: Calendar
  readonly parameters: CardParameters
  readonly features: Features
  readonly lending: Lending
  /** Qualifying inflow by used month. */
  readonly incomes: readonly number[]
  /** All that flows out and is neither saving nor repayment, by used month. */
  readonly livings: readonly number[]
  readonly observedIncome: number
  /** What can be counted on: the usual month, or the mean of twelve and more where income has its seasons. */
  readonly dependableIncome: number
  /** The same without what went on in one piece of the same size: only this carries an instalment. */
  readonly stayingIncome: number
  /** Both sides of what the score leaves out because it only goes through. */
  readonly onward: ReadonlySet<ClassifiedRow>
  readonly incomeP25: number
  readonly incomeP75: number
  readonly totalIncome: number
  readonly inflow: number
  readonly outflow: number
  readonly averageBalance: number | null
  readonly lowBalanceDays: number
  /** What is paid for debt a month, as the statements show it. */
  readonly monthlyDebt: number
  /** The same with what is still owed, which has to be paid too. */
  readonly debtBurden: number
  readonly activeDayCount: number
  /** Months used with a utility payment, as a share: described, never scored. */
  readonly utilityMonths: number
  /** Days between the first and the last that no statement of the main account covers, and months used without rows. */
  readonly gapDays: number
  readonly emptyMonths: number
  /** Days from the last covered day to the day of the request; 0 where no day is given. */
  readonly ageDays: number
}

const lenderDays = 90
const recentMonths = 3
const overdraftFeeShareMax = 0.1
const lowBalanceOutflowShare = 0.1
const regularShare = 0.5
const seasonMonths = 12
/** A fifth off for the season that fails. */
export const seasonShare = 0.8
const passedShareMin = 0.2

const ownMoney: ReadonlySet<RowKind> = new Set<RowKind>([
  'overdraftDraw',
  'overdraftRepayment',
  'loanDisbursement',
  'loanRepayment',
  'savingsDeposit',
  'savingsWithdrawal',
])

export const incomeOf = (row: ClassifiedRow): number => (row.isIncome ? row.row.paidIn - row.netted : 0)
export const inflowOf = (row: ClassifiedRow): number => (isOverdraftLeg(row) ? 0 : row.row.paidIn)
export const outflowOf = (row: ClassifiedRow): number => (isOverdraftLeg(row) ? 0 : row.row.paidOut)
const isOverdraftLeg = ({ kind }: ClassifiedRow): boolean =>
  kind === 'overdraftDraw' || kind === 'overdraftRepayment'

/** What comes in and is neither borrowed nor saved before. */
const gainOf = (row: ClassifiedRow): number =>
  ownMoney.has(row.kind) || row.row.paidIn === 0 ? 0 : row.row.paidIn - row.netted

/** The cost of living: all that flows out and is not shown to be saving or repayment. */
export const livingOf = (row: ClassifiedRow): number =>
  (ownMoney.has(row.kind) && !isOnlyCalledSavings(row)) || row.row.paidOut === 0
    ? 0
    : row.row.paidOut - row.netted

/** An overdraft's columns are printed either way round; its wording says which it is. */
export const amountOf = ({ row }: ClassifiedRow): number => row.paidIn || row.paidOut

export const amountOfKind =
  (kind: RowKind) =>
  (row: ClassifiedRow): number =>
    row.kind === kind ? amountOf(row) : 0

/** What is put aside, or comes back from there. */
const savedOfKind =
  (kind: 'savingsDeposit' | 'savingsWithdrawal') =>
  (row: ClassifiedRow): number =>
    row.kind === kind && !isOnlyCalledSavings(row) ? amountOf(row) - row.netted : 0

export const total = (rows: readonly ClassifiedRow[], worth: (row: ClassifiedRow) => number): number =>
  rows.reduce((all, row) => all + worth(row), 0)

/** Of the last three used months, as the rows are: a repayment is not extrapolated. */
const monthlyDebtOf = (dossier: Dossier, calendar: Calendar, owed: number): number => {
  const months = calendar.used.slice(-recentMonths).map(({ month }) => month)
  const over = (kind: RowKind): number => {
    const sums = monthSums(dossier.flows, amountOfKind(kind))
    return sum(months.map((month) => sums.get(month) ?? 0))
  }
  const drawn = over('overdraftDraw')
  const fees = Math.min(Math.max(0, over('overdraftRepayment') - drawn), overdraftFeeShareMax * drawn)
  return months.length === 0 ? 0 : wholeMinor((over('loanRepayment') + fees + owed) / months.length)
}

const lastDay = ({ covered }: Dossier): number => covered.at(-1)?.last ?? 0

/** Of what was repaid at any time and what is owed of loans older than 45 days, the share that was repaid. */
const repaidOf = ({ repaid, overdue }: Lending): number | null =>
  repaid + overdue === 0 ? null : repaid / (repaid + overdue)

/** Who has lent in the last 90 days: to pay an old loan back is not to have one more lender. */
const lendersOf = (dossier: Dossier): number =>
  new Set(
    dossier.flows
      .filter((row) => row.kind === 'loanDisbursement' && dayOfRow(row) > lastDay(dossier) - lenderDays)
      .map(({ lender }) => lender ?? ''),
  ).size

const daysWith = (rows: readonly ClassifiedRow[], isIt: (row: ClassifiedRow) => boolean): Set<number> =>
  new Set(rows.filter(isIt).map(dayOfRow))

/** Median over the days on which something was spent. */
const usualDailyOutflow = (dossier: Dossier): number =>
  median([
    ...sumBy(
      dossier.flows.filter((row) => outflowOf(row) > 0),
      ({ date }) => date,
      outflowOf,
    ).values(),
  ])

const utilityMonthsOf = (dossier: Dossier, calendar: Calendar): number => {
  const paid = new Set(dossier.flows.filter(({ spending }) => spending === 'utilities').map(monthOf))
  return ratio(calendar.used.filter(({ month }) => paid.has(month)).length, calendar.used.length)
}

/** The last value of `byDay` on each of `days`, which are in order; 0 before the first. */
const carried = (byDay: ReadonlyMap<number, number>, days: readonly DayBalance[]): number[] => {
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
  let now = 0
  for (const row of dossier.flows) {
    const change = savedOfKind('savingsDeposit')(row) - savedOfKind('savingsWithdrawal')(row)
    if (change === 0) continue
    now += change
    saved.set(dayOfRow(row), Math.max(0, now))
  }
  return saved
}

interface OwnMoney {
  /** The printed balances less what is owed, with its price. */
  readonly balances: readonly DayBalance[]
  /** At the beginning of a month, what there is of one's own, what was put aside included; 0 where no balance is printed. */
  readonly before: (month: string) => number
}

const ownMoneyOf = (dossier: Dossier, printed: readonly DayBalance[], lending: Lending): OwnMoney => {
  const owed = carried(lending.byDay, printed)
  const saved = carried(savedByDay(dossier), printed)
  const own = (index: number): number => (printed[index]?.balance ?? 0) - owedWithPrice * (owed[index] ?? 0)
  return {
    balances: printed.map(({ day }, index) => ({ day, balance: own(index) })),
    before: (month) => {
      const first = dayOf(`${month}-01`)
      const at = Math.max(
        0,
        printed.findLastIndex(({ day }) => day < first),
      )
      return printed.length === 0 ? 0 : own(at) + (saved[at] ?? 0)
    },
  }
}

const balanceFacts = (dossier: Dossier, printed: readonly DayBalance[], parameters: CardParameters) => {
  const balances = printed.slice(1).map(({ balance }) => balance)
  const low = Math.max(parameters.lowBalance, lowBalanceOutflowShare * usualDailyOutflow(dossier))
  return {
    averageBalance: balances.length === 0 ? null : mean(balances),
    lowBalanceDays: balances.filter((balance) => balance < low).length,
    negativeDays: balances.filter((balance) => balance < 0).length,
  }
}

/** By own money alone: what is borrowed covers nothing. Against the mean day, which no number of small payments moves. */
const coverFacts = (own: OwnMoney, living: number, days: number, parameters: CardParameters) => {
  const balances = own.balances.slice(1).map(({ balance }) => balance)
  const daily = ratio(living, days)
  const low = Math.max(parameters.lowBalance, lowBalanceOutflowShare * daily)
  return {
    daysOfCover: balances.length === 0 ? null : ratio(mean(balances), daily),
    lowBalanceShare:
      balances.length === 0 ? null : ratio(balances.filter((balance) => balance < low).length, days),
  }
}

/**
 * What each month had against what the person's living usually cost until then: a richer month is never worse, a rise makes no
 * earlier month poor, and what was earned in a season and kept pays for the months after it.
 */
const meansFacts = (
  calendar: Calendar,
  incomes: readonly number[],
  livings: readonly number[],
  own: OwnMoney,
) => {
  const usual = (until: number): number => median(livings.slice(0, until))
  const months = calendar.used.map(({ month }, index) => ({
    means: (incomes[index] ?? 0) + Math.max(0, own.before(month)),
    needed: usual(index + 1),
  }))
  const short = months.map(({ means, needed }) => Math.min(1, ratio(Math.max(0, needed - means), needed)))
  const reached = months.filter(({ means, needed }) => means > 0 && means >= regularShare * needed)
  const from = incomes.length - recentMonths
  const before = calendar.used[from]
  return {
    regularity: ratio(reached.length, months.length),
    shortfall: Math.sqrt(mean(short.map((share) => share ** 2))),
    recent:
      from < 1 || before === undefined
        ? null
        : ratio(sum(incomes.slice(from)) + own.before(before.month), recentMonths * usual(from)),
  }
}

/** The median of the months or, where the seasons of a year are seen, what they come to with a fifth off. */
const dependableOf = (incomes: readonly number[]): number =>
  Math.max(
    wholeMinor(median(incomes)),
    wholeMinor(incomes.length < seasonMonths ? 0 : seasonShare * winsorisedMean(incomes)),
  )

/**
 * Income that goes on in one piece, but for sums below a fifth of the income that is left without: those are how people live. None of it
 * can be lent of. What is taken out in cash is how many are paid, and where nothing else is earned the rest is all there is: there
 * the score takes it as it stands.
 */
const passingOf = (flows: readonly ClassifiedRow[], calendar: Calendar) => {
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

const gapsOf = ({ depth }: Dossier): number =>
  sum(depth.slice(1).map(({ first }, index) => first - (depth[index]?.last ?? first) - 1))

const msPerDay = 86_400_000

/** All facts of a dossier as of a day. Pure: documents and rows in any order give the same. */
export const factsOf = (
  dossier: Dossier,
  asOf: Date | null = null,
  parameters = parametersOf(dossier.currency),
): Facts => {
  const { flows } = dossier
  const calendar = calendarOf(dossier)
  const lending = lendingOf(dossier)
  const incomes = monthly(calendar.used, flows, incomeOf)
  const livings = monthly(calendar.used, flows, livingOf)
  const observedIncome = wholeMinor(median(incomes))
  const dependableIncome = dependableOf(incomes)
  const { staying, onward } = passingOf(flows, calendar)
  const kept = (worth: (row: ClassifiedRow) => number) => (row: ClassifiedRow) =>
    onward.has(row) ? 0 : worth(row)
  const ownIncomes = monthly(calendar.used, flows, kept(incomeOf))
  const ownLivings = monthly(calendar.used, flows, kept(livingOf))
  const totalIncome = total(flows, incomeOf)
  const gain = total(flows, kept(gainOf))
  const living = total(flows, kept(livingOf))
  const monthsWithRows = new Set(dossier.counted.map(monthOf))
  const printed = endOfDayBalances(dossier)
  const balances = balanceFacts(dossier, printed, parameters)
  const own = ownMoneyOf(dossier, printed, lending)
  const cover = coverFacts(own, living, calendar.days, parameters)
  const means = meansFacts(calendar, ownIncomes, ownLivings, own)
  const debtBurden = monthlyDebtOf(dossier, calendar, owedWithPrice * lending.owed)
  const drawDays = daysWith(flows, ({ kind }) => kind === 'overdraftDraw').size
  const saved = total(flows, savedOfKind('savingsDeposit')) - total(flows, savedOfKind('savingsWithdrawal'))
  return {
    dossier,
    calendar,
    parameters,
    lending,
    incomes,
    livings,
    observedIncome,
    dependableIncome,
    onward,
    stayingIncome: Math.min(dependableIncome, staying),
    incomeP25: wholeMinor(percentile(incomes, 0.25)),
    incomeP75: wholeMinor(percentile(incomes, 0.75)),
    totalIncome,
    inflow: total(flows, inflowOf),
    outflow: total(flows, outflowOf),
    averageBalance: balances.averageBalance,
    lowBalanceDays: balances.lowBalanceDays,
    monthlyDebt: monthlyDebtOf(dossier, calendar, 0),
    debtBurden,
    activeDayCount: daysWith(dossier.counted, () => true).size,
    utilityMonths: utilityMonthsOf(dossier, calendar),
    gapDays: gapsOf(dossier),
    emptyMonths: calendar.used.filter(({ month }) => !monthsWithRows.has(month)).length,
    ageDays: asOf === null ? 0 : Math.max(0, dayOf(dateOf(asOf.getTime() / msPerDay)) - lastDay(dossier)),
    features: {
      incomeRegularity: means.regularity,
      incomeShortfall: means.shortfall,
      netCashRatio: ratio(gain - living - lending.price, gain),
      daysOfCover: cover.daysOfCover,
      lowBalanceShare: cover.lowBalanceShare,
      overdraftShare: ratio(Math.max(drawDays, balances.negativeDays), calendar.days),
      debtService: ratio(debtBurden, dependableOf(ownIncomes)),
      repaid: repaidOf(lending),
      lenders: lendersOf(dossier),
      betting: ratio(total(flows, amountOfKind('bettingStake')), total(flows, kept(incomeOf))),
      fullMonths: calendar.fullMonths,
      // Who has no income has none to save of: what is put aside then was borrowed or there before.
      netSaving: totalIncome === 0 ? 0 : ratio(saved - lending.owed, living),
      recentIncome: means.recent,
    },
  }
}
