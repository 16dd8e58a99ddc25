import { addDays, addMonths, daysBetween, type LocalDate } from '../../../kernel/calendar.js'
import { Refusal } from '../../../kernel/refusal.js'
import { monthOf, type Dates, type Period } from './periods.rules.js'

/** A range of dates in which either end may be missing; by default it is the last twelve months. */
export interface OptionalDates {
  readonly from?: LocalDate | null | undefined
  readonly before?: LocalDate | null | undefined
}

const daysByDayMax = 400
const daysMax = 1830

/** Refuses: INVALID_ARGUMENT. */
export const datesOf = (requested: OptionalDates | null | undefined, today: LocalDate, by: Period): Dates => {
  const before = requested?.before ?? addDays(today, 1)
  const from = requested?.from ?? addMonths(monthOf(addDays(before, -1)), -11)
  const days = daysBetween(from, before)
  const allowed = by === 'DAY' ? daysByDayMax : daysMax
  if (days < 1) throw new Refusal('INVALID_ARGUMENT', `dates: "${from}" is not before "${before}"`)
  if (days > allowed)
    throw new Refusal(
      'INVALID_ARGUMENT',
      `dates: ${days} days, but figures by ${by.toLowerCase()} cover at most ${allowed}`,
    )
  return { from, before }
}
