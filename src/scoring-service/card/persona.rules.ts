import { hasBusinessWallet, hasTill } from './business.rules.js'
import type { ClassifiedRow } from './rows/classify.rules.js'
import { dayOfRow } from './rows/dossier.rules.js'
import { amountOf, incomeOf, total } from './features/amounts.rules.js'
import type { Facts } from './features/features.rules.js'
import { monthOf, type Month } from './features/months.rules.js'
import { ranked, ratio, sumBy, variation } from './features/statistics.rules.js'
import type { RowKind } from './rows/wordings.js'

export type EarningProfile = 'formal' | 'informal' | 'mixed'

export interface Persona {
  readonly hasSalary: boolean
  readonly hasTill: boolean
  readonly hasBusinessWallet: boolean
  readonly hasBankAccount: boolean
  readonly isDriver: boolean
  readonly mainBank: string | null
  readonly earningProfile: EarningProfile
}

const salaryMonthsLooked = 4
const salaryMonthsNeeded = 3
const salaryGapDays = { min: 26, max: 35 }
const salaryVariationMax = 0.15
const formalFrom = 0.6
const informalBelow = 0.1
const fuelMonthsShare = 0.5
const fuelPaymentsAMonth = 4

/** Kinds of rows that may be paid by an employer although the wording does not say so. */
const maybeSalary: ReadonlySet<RowKind> = new Set<RowKind>([
  'businessPayment',
  'transferIn',
  'bankTransfer',
  'otherIn',
])

/** The largest payment of each month. */
const largestByMonth = (rows: readonly ClassifiedRow[]): Map<string, ClassifiedRow> => {
  const largest = new Map<string, ClassifiedRow>()
  for (const row of rows) {
    const known = largest.get(monthOf(row))
    if (!known || row.row.paidIn > known.row.paidIn) largest.set(monthOf(row), row)
  }
  return largest
}

/**
 * Whether payments come every month, 26 to 35 days apart. A gap that spans a missing month is divided by the number of
 * months.
 */
const isMonthly = (rows: readonly ClassifiedRow[], months: readonly string[]): boolean =>
  rows.every((row, index) => {
    const before = rows[index - 1]
    if (!before) return true
    const steps = months.indexOf(monthOf(row)) - months.indexOf(monthOf(before))
    const gap = (dayOfRow(row) - dayOfRow(before)) / Math.max(1, steps)
    return gap >= salaryGapDays.min && gap <= salaryGapDays.max
  })

const paysSalary = (rows: readonly ClassifiedRow[], months: readonly Month[]): boolean => {
  const looked = months.slice(-salaryMonthsLooked).map(({ month }) => month)
  const largest = largestByMonth(rows)
  const recent = looked.flatMap((month) => largest.get(month) ?? [])
  return (
    recent.length >= salaryMonthsNeeded &&
    isMonthly(recent, looked) &&
    variation(recent.map(({ row }) => row.paidIn)) <= salaryVariationMax
  )
}

/** Rows that are a salary by their wording, or because one payer pays nearly the same month by month. */
export const salaryRows = ({ dossier, calendar }: Facts): ReadonlySet<ClassifiedRow> => {
  const income = dossier.flows.filter(({ isIncome }) => isIncome)
  const salaries = new Set(income.filter(({ kind }) => kind === 'salary'))
  const byPayer = new Map<string, ClassifiedRow[]>()
  for (const row of income) {
    if (!maybeSalary.has(row.kind) || row.counterparty === '') continue
    const known = byPayer.get(row.counterparty)
    if (known) known.push(row)
    else byPayer.set(row.counterparty, [row])
  }
  for (const rows of byPayer.values()) {
    if (!paysSalary(rows, calendar.used)) continue
    for (const row of largestByMonth(rows).values()) salaries.add(row)
  }
  return salaries
}

const bankAmounts = ({ dossier }: Facts): Map<string, number> => {
  const namedBankTransfers = dossier.counted.filter(
    ({ kind, brand }) => kind === 'bankTransfer' && brand !== null,
  )
  const amounts = sumBy(namedBankTransfers, ({ brand }) => brand ?? '', amountOf)
  for (const { type, issuer, rows } of dossier.accounts) {
    if (type !== 'BANK_STATEMENT') continue
    const moved = total(
      rows.filter(({ completed }) => completed),
      amountOf,
    )
    amounts.set(issuer, (amounts.get(issuer) ?? 0) + moved)
  }
  return amounts
}

/**
 * Whether the person buys fuel in at least half of the used months, on average four times a month or more, or is paid
 * by a ride-hailing company.
 */
const isDriver = ({ dossier, calendar }: Facts): boolean => {
  const fuel = dossier.flows.filter(({ sector, row }) => sector === 'fuel' && row.paidOut > 0)
  const months = new Set(fuel.map(monthOf))
  const used = calendar.used.length
  const isBuyer =
    used > 0 &&
    calendar.used.filter(({ month }) => months.has(month)).length / used >= fuelMonthsShare &&
    fuel.length / used >= fuelPaymentsAMonth
  return isBuyer || dossier.flows.some(({ sector, isIncome }) => isIncome && sector === 'rideHailing')
}

const profileOf = (salaryShare: number): EarningProfile => {
  if (salaryShare >= formalFrom) return 'formal'
  return salaryShare < informalBelow ? 'informal' : 'mixed'
}

/**
 * What a lender learns of the person from the account. Shown and never scored
 * (docs/design/scoring-service.md#what-describes-and-is-not-scored).
 */
export const personaOf = (facts: Facts, salaries: ReadonlySet<ClassifiedRow>): Persona => {
  const { dossier, totalIncome } = facts
  return {
    hasSalary: salaries.size > 0,
    hasTill: hasTill(facts),
    hasBusinessWallet: hasBusinessWallet(facts),
    hasBankAccount:
      dossier.accounts.some(({ type }) => type === 'BANK_STATEMENT') ||
      dossier.counted.some(({ kind }) => kind === 'bankTransfer'),
    isDriver: isDriver(facts),
    mainBank: ranked(bankAmounts(facts))[0]?.[0] ?? null,
    earningProfile: profileOf(ratio(total([...salaries], incomeOf), totalIncome)),
  }
}
