import {
  addDays,
  addMonths,
  firstDate,
  maxDate,
  minDate,
  parseLocalDate,
  type LocalDate,
} from '../../kernel/calendar.js'
import { Refusal } from '../../kernel/refusal.js'

/** Both ends are included. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

const intervalMonthsMax = 24

const lastMonths: ReadonlyMap<string, number> = new Map(
  [1, 3, 6, 12].flatMap((months): [string, number][] => [
    [months === 1 ? 'LAST_MONTH' : `LAST_${months}_MONTHS`, months],
    [String(months), months],
  ]),
)

/**
 * The given number of months up to a day, or as many as there are dates for: a test clock may be at the first date. 1 month up to
 * 31 Mar begins on 1 Mar: the day after the last of February.
 */
const monthsUpTo = (to: LocalDate, months: number): Period => ({
  from: maxDate(firstDate, addDays(addMonths(to, -months), 1)),
  to,
})

const monthOf = (text: string): Period | undefined => {
  const from = parseLocalDate(`${text}-01`)
  return from && { from, to: addDays(addMonths(from, 1), -1) }
}

const intervalOf = (text: string): Period | undefined => {
  const [from, to] = text.split('/').map(parseLocalDate)
  if (!from || !to || from > to) return undefined
  return from > addMonths(to, -intervalMonthsMax) ? { from, to } : undefined
}

/** The period that the customer named, which may end after today. */
const namedPeriod = (text: string, today: LocalDate, openedOn: LocalDate): Period | undefined => {
  const months = lastMonths.get(text)
  if (months !== undefined) return monthsUpTo(today, months)
  if (text === 'ALL') return { from: openedOn, to: today }
  if (/^\d{4}-\d{2}$/.test(text)) return monthOf(text)
  return /^[\d-]{10}\/[\d-]{10}$/.test(text) ? intervalOf(text) : undefined
}

/**
 * The days of a statement (docs/wire-contract.md#request_full_statement). They end on the customer's business date at the latest,
 * so that a month that has begun ends today. `ALL` begins on the day on which the account was opened.
 * Refuses: INVALID_PERIOD.
 */
export const checkedPeriod = (raw: string, today: LocalDate, openedOn: LocalDate): Period => {
  const period = namedPeriod(raw.trim(), today, openedOn)
  if (!period || period.from > today || period.from < firstDate) throw new Refusal('INVALID_PERIOD')
  return { from: period.from, to: minDate(period.to, today) }
}
