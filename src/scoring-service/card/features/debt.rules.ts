import { dayOfRow, type Dossier } from '../rows/dossier.rules.js'
import type { RowKind } from '../rows/wordings.js'
import { amountOfKind } from './amounts.rules.js'
import type { Lending } from './lending.rules.js'
import { monthSums, type Calendar } from './months.rules.js'
import { sum, wholeHundredths } from './statistics.rules.js'

const lenderDays = 90
const debtMonths = 3
const overdraftFeeShareMax = 0.1

/**
 * The debt service of a month: (the loan repayments and overdraft fees of the last used months, at most three, + `owed`) /
 * the number of these months. The sums of a partly covered month are not extrapolated.
 */
export const monthlyDebtOf = (dossier: Dossier, calendar: Calendar, owed: number): number => {
  const months = calendar.used.slice(-debtMonths).map(({ month }) => month)
  const sumOf = (kind: RowKind): number => {
    const sums = monthSums(dossier.flows, amountOfKind(kind))
    return sum(months.map((month) => sums.get(month) ?? 0))
  }
  const drawn = sumOf('overdraftDraw')
  const fees = Math.min(Math.max(0, sumOf('overdraftRepayment') - drawn), overdraftFeeShareMax * drawn)
  return months.length === 0 ? 0 : wholeHundredths((sumOf('loanRepayment') + fees + owed) / months.length)
}

export const lastDay = ({ covered }: Dossier): number => covered.at(-1)?.last ?? 0

/** repaid / (repaid + what is still owed of loans older than 45 days); null if both are 0. */
export const repaidOf = ({ repaid, overdue }: Lending): number | null =>
  repaid + overdue === 0 ? null : repaid / (repaid + overdue)

/** The number of lenders that lent in the last 90 days. The repayment of an older loan does not count. */
export const lendersOf = (dossier: Dossier): number =>
  new Set(
    dossier.flows
      .filter((row) => row.kind === 'loanDisbursement' && dayOfRow(row) > lastDay(dossier) - lenderDays)
      .map(({ lender }) => lender ?? ''),
  ).size
