import { addDays, addMonths, daysBetween, minDate, type LocalDate } from '../../../kernel/calendar.js'

export type Period = 'DAY' | 'WEEK' | 'MONTH'

/** Dates, half open. */
export interface Dates {
  readonly from: LocalDate
  readonly before: LocalDate
}

const someMonday = '1999-12-27' as LocalDate

/** The Monday of the week. */
export const weekOf = (day: LocalDate): LocalDate => {
  const days = daysBetween(someMonday, day)
  return addDays(day, -(((days % 7) + 7) % 7))
}

/** The first of the month. */
export const monthOf = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01` as LocalDate

export const periodOf: Readonly<Record<Period, (day: LocalDate) => LocalDate>> = {
  DAY: (day) => day,
  WEEK: weekOf,
  MONTH: monthOf,
}

/** The days of a week that are in this month. */
export const weekWithinMonth = (weekOn: LocalDate, monthOn: LocalDate): Dates => ({
  from: weekOn < monthOn ? monthOn : weekOn,
  before: minDate(addDays(weekOn, 7), addMonths(monthOn, 1)),
})

export const wholeMonth = (monthOn: LocalDate): Dates => ({ from: monthOn, before: addMonths(monthOn, 1) })

/** The end of the last month that is over at the end of a day. */
export const monthEndOf = (day: LocalDate): LocalDate => addDays(monthOf(addDays(day, 1)), -1)

export const contains = (outer: Dates, inner: Dates): boolean =>
  outer.from <= inner.from && inner.before <= outer.before

/** The number of months from one month to another. */
export const monthsBetween = (from: LocalDate, to: LocalDate): number => {
  const months = (date: LocalDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return months(to) - months(from)
}
