import type { ClassifiedRow } from './classify.rules.js'
import { dayOfRow, type Dossier } from './dossier.rules.js'
import { endOfDayBalances } from './balances.rules.js'
import { calendarOf, monthly, monthOf, type Calendar } from './months.rules.js'
import { parametersOf, type CardParameters } from './parameters.rules.js'
import {
  growth,
  mean,
  median,
  percentile,
  ratio,
  sum,
  sumBy,
  variation,
  wholeMinor,
} from './statistics.rules.js'
import type { RowKind } from './wordings.js'

/** What the fifteen characteristics look at (research/scoring 7.3). Null where nothing can be said: no points either way. */
export interface Features {
  readonly incomeRegularity: number
  readonly incomeVolatility: number
  readonly netCashRatio: number
  readonly daysOfCover: number | null
  readonly lowBalanceShare: number | null
  readonly overdraftShare: number
  readonly debtService: number
  readonly repaid: number | null
  readonly lenders: number
  readonly betting: number
  readonly activeDays: number
  readonly fullMonths: number
  readonly utilityMonths: number
  readonly netSaving: number
  readonly incomeTrend: number | null
}

/** Facts of a dossier that more than one section needs. Money in minor units. */
export interface Facts {
  readonly dossier: Dossier
  readonly calendar: Calendar
  readonly parameters: CardParameters
  readonly features: Features
  /** Qualifying inflow by used month. */
  readonly incomes: readonly number[]
  readonly observedIncome: number
  readonly incomeP25: number
  readonly incomeP75: number
  readonly totalIncome: number
  readonly inflow: number
  readonly outflow: number
  readonly averageBalance: number | null
  readonly lowBalanceDays: number
  readonly monthlyDebt: number
  readonly activeDayCount: number
}

const oldLoanDays = 45
const lenderDays = 90
const recentMonths = 3
const overdraftFeeShareMax = 0.1
const lowBalanceOutflowShare = 0.1

export const incomeOf = (row: ClassifiedRow): number => (row.isIncome ? row.row.paidIn : 0)
export const inflowOf = (row: ClassifiedRow): number => (isOverdraftLeg(row) ? 0 : row.row.paidIn)
export const outflowOf = (row: ClassifiedRow): number => (isOverdraftLeg(row) ? 0 : row.row.paidOut)
const isOverdraftLeg = ({ kind }: ClassifiedRow): boolean =>
  kind === 'overdraftDraw' || kind === 'overdraftRepayment'

/** An overdraft's columns are printed either way round; its wording says which it is. */
export const amountOf = ({ row }: ClassifiedRow): number => row.paidIn || row.paidOut

export const amountOfKind =
  (kind: RowKind) =>
  (row: ClassifiedRow): number =>
    row.kind === kind ? amountOf(row) : 0

export const total = (rows: readonly ClassifiedRow[], worth: (row: ClassifiedRow) => number): number =>
  rows.reduce((all, row) => all + worth(row), 0)

/** Loan repayments and overdraft fees a month, over the last three used months. */
const monthlyDebtOf = (dossier: Dossier, calendar: Calendar): number => {
  const months = calendar.used.slice(-recentMonths)
  const over = (kind: RowKind): number => sum(monthly(months, dossier.flows, amountOfKind(kind)))
  const drawn = over('overdraftDraw')
  const fees = Math.min(Math.max(0, over('overdraftRepayment') - drawn), overdraftFeeShareMax * drawn)
  return months.length === 0 ? 0 : wholeMinor((over('loanRepayment') + fees) / months.length)
}

const lastDay = ({ covered }: Dossier): number => covered.at(-1)?.last ?? 0

const ofLender = (row: ClassifiedRow): string => row.lender ?? ''

/** Of what lenders had lent more than 45 days ago, the share they have back. No lender answers for what another got. */
const repaidOf = (dossier: Dossier): number | null => {
  const dueBefore = lastDay(dossier) - oldLoanDays
  const lent = sumBy(
    dossier.flows.filter((row) => row.kind === 'loanDisbursement' && dayOfRow(row) < dueBefore),
    ofLender,
    amountOf,
  )
  const back = sumBy(
    dossier.flows.filter(({ kind }) => kind === 'loanRepayment'),
    ofLender,
    amountOf,
  )
  const due = sum([...lent.values()])
  if (due === 0) return null
  return sum([...lent].map(([lender, amount]) => Math.min(amount, back.get(lender) ?? 0))) / due
}

/** Who has lent in the last 90 days: to pay an old loan back is not to have one more lender. */
const lendersOf = (dossier: Dossier): number =>
  new Set(
    dossier.flows
      .filter((row) => row.kind === 'loanDisbursement' && dayOfRow(row) > lastDay(dossier) - lenderDays)
      .map(ofLender),
  ).size

const daysWith = (rows: readonly ClassifiedRow[], isIt: (row: ClassifiedRow) => boolean): Set<number> =>
  new Set(rows.filter(isIt).map(dayOfRow))

const trendOf = (incomes: readonly number[]): number | null =>
  incomes.length <= recentMonths
    ? null
    : growth(median(incomes.slice(-recentMonths)), median(incomes.slice(0, -recentMonths)))

const regularityOf = (incomes: readonly number[], usual: number): number =>
  usual === 0 ? 0 : incomes.filter((income) => income >= usual / 2).length / incomes.length

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

const balanceFacts = (dossier: Dossier, parameters: CardParameters) => {
  const balances = endOfDayBalances(dossier)
  const outflow = usualDailyOutflow(dossier)
  const low = Math.max(parameters.lowBalance, lowBalanceOutflowShare * outflow)
  const averageBalance = balances.length === 0 ? null : mean(balances)
  return {
    averageBalance,
    lowBalanceDays: balances.filter((balance) => balance < low).length,
    daysOfCover: averageBalance === null ? null : ratio(averageBalance, outflow),
    lowBalanceShare: (days: number) =>
      balances.length === 0 ? null : ratio(balances.filter((balance) => balance < low).length, days),
    negativeDays: balances.filter((balance) => balance < 0).length,
  }
}

/** All facts of a dossier. Pure: documents and rows in any order give the same. */
export const factsOf = (dossier: Dossier, parameters = parametersOf(dossier.currency)): Facts => {
  const { flows } = dossier
  const calendar = calendarOf(dossier)
  const incomes = monthly(calendar.used, flows, incomeOf)
  const observedIncome = wholeMinor(median(incomes))
  const totalIncome = total(flows, incomeOf)
  const inflow = total(flows, inflowOf)
  const outflow = total(flows, outflowOf)
  const balances = balanceFacts(dossier, parameters)
  const monthlyDebt = monthlyDebtOf(dossier, calendar)
  const activeDayCount = daysWith(dossier.counted, () => true).size
  const drawDays = daysWith(flows, ({ kind }) => kind === 'overdraftDraw').size
  const saved = total(flows, amountOfKind('savingsDeposit')) - total(flows, amountOfKind('savingsWithdrawal'))
  return {
    dossier,
    calendar,
    parameters,
    incomes,
    observedIncome,
    incomeP25: wholeMinor(percentile(incomes, 0.25)),
    incomeP75: wholeMinor(percentile(incomes, 0.75)),
    totalIncome,
    inflow,
    outflow,
    averageBalance: balances.averageBalance,
    lowBalanceDays: balances.lowBalanceDays,
    monthlyDebt,
    activeDayCount,
    features: {
      incomeRegularity: regularityOf(incomes, observedIncome),
      incomeVolatility: variation(incomes),
      netCashRatio: ratio(inflow - outflow, inflow),
      daysOfCover: balances.daysOfCover,
      lowBalanceShare: balances.lowBalanceShare(calendar.days),
      overdraftShare: ratio(Math.max(drawDays, balances.negativeDays), calendar.days),
      debtService: ratio(monthlyDebt, observedIncome),
      repaid: repaidOf(dossier),
      lenders: lendersOf(dossier),
      betting: ratio(total(flows, amountOfKind('bettingStake')), totalIncome),
      activeDays: ratio(activeDayCount, calendar.days),
      fullMonths: calendar.fullMonths,
      utilityMonths: utilityMonthsOf(dossier, calendar),
      // Who has no income has none to save of: what is put aside then was borrowed or there before.
      netSaving: totalIncome === 0 ? 0 : saved / totalIncome,
      incomeTrend: trendOf(incomes),
    },
  }
}
