import {
  addDays,
  addMonths,
  firstDate,
  lastDate,
  parseLocalDate,
  type LocalDate,
} from '../../kernel/calendar.js'
import { Refusal } from '../../kernel/refusal.js'

/** A month of business dates. */
export interface Month {
  /** `2026-03`. */
  readonly name: string
  readonly from: LocalDate
  readonly last: LocalDate
  /** The first day of the next month. */
  readonly before: LocalDate
}

export const monthOf = (date: LocalDate): Month => {
  const name = date.slice(0, 7)
  const from = `${name}-01` as LocalDate
  const before = addMonths(from, 1)
  return { name, from, last: addDays(before, -1), before }
}

export const monthBefore = ({ from }: Month): Month => monthOf(addDays(from, -1))

/** Refuses: INVALID_ARGUMENT. */
export const monthNamed = (name: string): Month => {
  const first = parseLocalDate(`${name}-01`)
  if (first === undefined || first < firstDate || first > lastDate)
    throw new Refusal('INVALID_ARGUMENT', `"${name}" is no month YYYY-MM`)
  return monthOf(first)
}
