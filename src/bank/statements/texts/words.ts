import type { Standings } from '../../messages/standings.js'
import type { CivilMoment, LocalDate } from '../../../kernel/calendar.js'
import type { PositionStatus } from '../../savings/rules/position.rules.js'
import type { MovementKind } from '../contents/movements.rules.js'
import type { OwedStanding } from '../contents/under-way-on.rules.js'

export interface PeriodFacts {
  readonly from: LocalDate
  readonly to: LocalDate
}

interface SavingsName {
  readonly termMonths: number
  readonly maturityOn: LocalDate
  readonly nth: number
}

interface MailTexts {
  readonly subject: (facts: PeriodFacts & { readonly bank: string }) => string
  readonly body: (facts: PeriodFacts & { readonly bank: string }) => string
}

/** All texts of a statement and of its mail. They are not sent to phones, so any letter of Latin-1 may be used. */
export interface StatementTexts {
  readonly decimalMark: ',' | '.'
  readonly title: string
  /** The title of a copy, which is printed for a customer at a counter. */
  readonly copy: (title: string) => string
  readonly period: (facts: PeriodFacts) => string
  readonly rate: (percent: string) => string
  readonly facts: {
    readonly customer: string
    readonly number: string
    readonly email: string
    readonly account: string
    readonly openedOn: string
    readonly statement: string
    readonly period: string
    readonly issuedOn: string
    readonly reference: string
    readonly currency: string
  }
  readonly summary: {
    readonly opening: string
    readonly paidIn: string
    readonly paidOut: string
    readonly interest: string
    readonly closing: string
  }
  readonly chart: string
  readonly movements: {
    readonly title: string
    readonly date: string
    readonly operation: string
    readonly debit: string
    readonly credit: string
    readonly balance: string
    readonly opening: string
    readonly closing: string
    readonly totals: string
    /** At the end of a page and at the beginning of the next. */
    readonly carriedForward: string
    readonly broughtForward: string
    readonly valued: (on: LocalDate) => string
    readonly none: string
    readonly kinds: Readonly<Record<MovementKind, string>>
    readonly maturity: (savings: string, interest: string) => string
    readonly givenBack: (savings: string, amount: string) => string
    /** As `givenBack`, for a withdrawal that staff cancelled. */
    readonly cancelled: (savings: string, amount: string) => string
  }
  /** Money that is on its way at the end of the period. */
  readonly underWay: {
    readonly title: (on: LocalDate) => string
    readonly standing: string
    readonly amount: string
    readonly kinds: Readonly<Record<keyof Standings, string>>
    readonly deposit: Readonly<Record<Standings['DEPOSIT'], string>>
    readonly owed: Readonly<Record<Exclude<OwedStanding, 'HELD'>, string>>
    /** Must stay true if the payout is blocked or cancelled later: it promises no date of payment. */
    readonly held: (until: CivilMoment) => string
    /** The total of everything except deposits. */
    readonly total: string
  }
  /** One savings, as the screens name it. */
  readonly product: (name: SavingsName) => string
  readonly savings: {
    readonly title: (on: LocalDate) => string
    readonly product: string
    readonly rate: string
    readonly since: (start: LocalDate) => string
    readonly status: string
    readonly principal: string
    readonly gross: string
    readonly tax: string
    readonly net: string
    readonly total: string
    readonly none: string
    readonly statuses: Readonly<Record<PositionStatus, string>>
    /** The state of a savings that was withdrawn early, at a lower rate. */
    readonly early: (status: string, rate: string) => string
  }
  readonly notes: readonly string[]
  readonly lastDayOpen: string
  readonly contact: (bank: string) => string
  readonly page: (page: number, pages: number) => string
  /** The mail at the end of an account. */
  readonly closing: MailTexts & { readonly title: string }
  readonly mail: MailTexts & {
    /** The name of the attachment, without `.pdf`. */
    readonly file: string
  }
}
