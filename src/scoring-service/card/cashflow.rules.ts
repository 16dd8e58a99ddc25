import { takingsOf } from './business.rules.js'
import type { ClassifiedRow } from './rows/classify.rules.js'
import { incomeOf, inflowOf, outflowOf, total } from './features/amounts.rules.js'
import type { Facts } from './features/features.rules.js'
import { monthly, monthOf, monthSums } from './features/months.rules.js'
import { median, ratio, twoDecimals, units } from './features/statistics.rules.js'
import type { RowKind } from './rows/wordings.js'

const transfers: ReadonlySet<RowKind> = new Set<RowKind>(['transferIn', 'international', 'bankTransfer'])
const regularMonthsShare = 0.75

/** The share of income from regular payers: those who pay in at least 75 % of the used months. */
const regularShare = ({ dossier, calendar, totalIncome }: Facts): number => {
  const income = dossier.flows.filter(({ isIncome }) => isIncome)
  const months = new Map<string, Set<string>>()
  for (const row of income) {
    const known = months.get(row.counterparty)
    if (known) known.add(monthOf(row))
    else months.set(row.counterparty, new Set([monthOf(row)]))
  }
  const isRegular = ({ counterparty }: ClassifiedRow): boolean =>
    counterparty !== '' &&
    calendar.used.filter(({ month }) => months.get(counterparty)?.has(month)).length >=
      regularMonthsShare * calendar.used.length
  return ratio(total(income.filter(isRegular), incomeOf), totalIncome)
}

const incomeBlock = (facts: Facts, salaries: ReadonlySet<ClassifiedRow>) => {
  const takings = new Set(takingsOf(facts))
  const isBusiness = (row: ClassifiedRow): boolean => takings.has(row) || row.kind === 'businessPayment'
  const sourceOf = (row: ClassifiedRow): string => {
    if (salaries.has(row)) return 'salary'
    if (isBusiness(row)) return 'business'
    return transfers.has(row.kind) ? 'transfers' : 'other'
  }
  const usual = (source: string): number =>
    units(
      median(
        monthly(facts.calendar.used, facts.dossier.flows, (row) =>
          sourceOf(row) === source ? incomeOf(row) : 0,
        ),
      ),
    )
  const payers = new Set(
    facts.dossier.flows.filter((row) => incomeOf(row) > 0).map(({ counterparty }) => counterparty),
  )
  return {
    salary: usual('salary'),
    business: usual('business'),
    transfers: usual('transfers'),
    other: usual('other'),
    income_sources: payers.size,
    regular_payer_share: twoDecimals(regularShare(facts)),
  }
}

/** Both shares as `NN.NN%`; they add up to 100.00 % unless no money moved. */
const ratios = (inflow: number, outflow: number): readonly [string, string] => {
  if (inflow + outflow === 0) return ['0.00%', '0.00%']
  const hundredths = Math.round((inflow / (inflow + outflow)) * 10_000)
  const text = (value: number): string => `${(value / 100).toFixed(2)}%`
  return [text(hundredths), text(10_000 - hundredths)]
}

const evolution = ({ dossier, calendar }: Facts) => {
  const income = monthSums(dossier.flows, incomeOf)
  const inflow = monthSums(dossier.flows, inflowOf)
  const outflow = monthSums(dossier.flows, outflowOf)
  const months = calendar.all.filter(({ covered }) => covered > 0)
  return {
    income: months.map(({ month }) => ({ month, income: units(income.get(month) ?? 0) })),
    cashflow: months.map(({ month }) => ({
      month,
      inflow: units(inflow.get(month) ?? 0),
      outflow: units(outflow.get(month) ?? 0),
    })),
  }
}

/** `cashflow` (docs/scoring-contract.md#pars). */
export const cashflowSection = (facts: Facts, salaries: ReadonlySet<ClassifiedRow>) => {
  const [inRatio, outRatio] = ratios(facts.inflow, facts.outflow)
  const months = evolution(facts)
  return {
    cash_inflow_ratio: inRatio,
    cash_outflow_ratio: outRatio,
    observed_income_block: incomeBlock(facts, salaries),
    estimated_monthly_income: {
      low: units(facts.incomeP25),
      mid: units(facts.observedIncome),
      high: units(facts.incomeP75),
      method: facts.calendar.method,
      months_used: facts.calendar.used.length,
    },
    average_daily_income: units(facts.totalIncome / Math.max(1, facts.calendar.coveredDays)),
    average_daily_balance: units(facts.averageBalance ?? 0),
    days_with_low_balance: facts.lowBalanceDays,
    debt_to_income_ratio:
      facts.observedIncome === 0 ? null : twoDecimals(ratio(facts.monthlyDebt, facts.observedIncome)),
    snapshot_date: facts.dossier.counted.at(-1)?.date ?? '',
    monthly_income_evolution: months.income,
    evolution_of_cashflow: months.cashflow,
  }
}
