import { daysBetween, parseLocalDate, type LocalDate } from '../../../kernel/calendar.js'
import type { BureauAccount, BureauReport } from '../../model/bureau.js'

/** What we conclude from a report, as opposed to what the bureau said. Money in minor units of the report's currency. */
export interface BureauReading {
  readonly recordAgeDays: number
  readonly openAccounts: number
  readonly closedAccounts: number
  readonly openNonPerforming: number
  readonly closedPerforming: number
  /** The most days in arrears of an open account today. */
  readonly worstArrearsDays: number
  readonly enquiries90Days: number
  readonly bouncedCheques12Months: number
  /** Null when no date of opening is reported. */
  readonly creditAgeDays: number | null
  /** The share of the lent amounts that is still owed, over open accounts; null if nothing was lent. */
  readonly utilisation: number | null
  readonly totalBalance: number
  readonly totalOverdue: number
  readonly monthlyInstalments: number
  readonly hasFraud: boolean
  readonly writtenOffAccounts: number
  /** Whether an open account is more than 90 days late, even if reported as performing, or an account was written off. */
  readonly longDefault: boolean
}

/** An account that is more days in arrears than this is in long default. */
const longArrearsDays = 90

const sum = (accounts: readonly BureauAccount[], valueOf: (account: BureauAccount) => number): number =>
  accounts.reduce((total, account) => total + valueOf(account), 0)

/** Whether an account was reported as written off, or as closed and not performing with something still owed. */
const isWrittenOff = ({ status, performing, currentBalance, overdueBalance }: BureauAccount): boolean =>
  status === 'WRITTEN_OFF' ||
  (status === 'CLOSED' && !performing && Math.max(currentBalance, overdueBalance) > 0)

/** The age of a date in days. A date may be tomorrow's because of time zones: it counts as today's. */
const ageDays = (since: string, today: LocalDate): number | null => {
  const date = parseLocalDate(since.slice(0, 10))
  return date === undefined ? null : Math.max(0, daysBetween(date, today))
}

const utilisationOf = (open: readonly BureauAccount[]): number | null => {
  const lent = sum(open, ({ originalAmount }) => originalAmount)
  const owed = sum(open, ({ currentBalance }) => Math.max(0, currentBalance))
  return lent > 0 ? Math.round((owed / lent) * 10_000) / 10_000 : null
}

/** Our reading of a report as of an instant; it depends on nothing else. */
export const bureauReadingOf = (report: BureauReport, asOf: Date): BureauReading => {
  const today = asOf.toISOString().slice(0, 10) as LocalDate
  const { accounts } = report
  const open = accounts.filter(({ status }) => status === 'OPEN')
  const closed = accounts.filter(({ status }) => status === 'CLOSED')
  const writtenOff = accounts.filter(isWrittenOff).length
  const nonPerforming = open.filter(({ performing }) => !performing)
  const oldest = [report.oldestAccountOn, ...accounts.map(({ openedOn }) => openedOn)]
    .filter((date) => date !== null)
    .sort()[0]
  return {
    recordAgeDays: ageDays(report.reportedAt, today) ?? 0,
    openAccounts: open.length,
    closedAccounts: closed.length,
    openNonPerforming: nonPerforming.length,
    closedPerforming: closed.filter(({ performing }) => performing).length,
    worstArrearsDays: Math.max(0, ...open.map(({ daysInArrears }) => daysInArrears)),
    enquiries90Days: report.enquiries90Days,
    bouncedCheques12Months: report.bouncedCheques12Months,
    creditAgeDays: oldest === undefined ? null : ageDays(oldest, today),
    utilisation: utilisationOf(open),
    totalBalance: sum(open, ({ currentBalance }) => currentBalance),
    totalOverdue: sum(open, ({ overdueBalance }) => overdueBalance),
    monthlyInstalments: sum(open, ({ instalment }) => instalment ?? 0),
    hasFraud: report.hasFraud,
    writtenOffAccounts: writtenOff,
    longDefault: writtenOff > 0 || open.some(({ daysInArrears }) => daysInArrears > longArrearsDays),
  }
}
