import type { Instant } from './clock.js'

/** A civil date, `YYYY-MM-DD`. Text order is date order, so dates compare with `<`. */
export type LocalDate = string & { readonly __brand: 'LocalDate' }

/** The first and the last date that a clock or a business date can have. */
export const firstDate = '2000-01-01' as LocalDate
export const lastDate = '2099-12-31' as LocalDate

const msPerDay = 86_400_000

/** Undefined unless the text is a real day in ISO form: `2026-02-30` is not. */
export const parseLocalDate = (raw: string): LocalDate | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(raw)) return undefined
  const ms = Date.parse(`${raw}T00:00:00Z`)
  return Number.isNaN(ms) || fromEpochDay(ms / msPerDay) !== raw ? undefined : (raw as LocalDate)
}

const epochDay = (date: LocalDate): number => Date.parse(`${date}T00:00:00Z`) / msPerDay

/** When a date begins in UTC. A test clock has dates without a time of day: this is its present moment. */
export const midnight = (date: LocalDate): Instant => epochDay(date) * msPerDay

const fromEpochDay = (day: number): LocalDate => {
  const date = new Date(day * msPerDay)
  return date.toISOString().slice(0, 10) as LocalDate
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => epochDay(to) - epochDay(from)

export const addDays = (date: LocalDate, days: number): LocalDate => fromEpochDay(epochDay(date) + days)

/** `date` + n months, the day clamped to the month's end: 31 Jan + 1 is 28 or 29 Feb, + 2 is 31 Mar. */
export const addMonths = (date: LocalDate, months: number): LocalDate => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  // Day 0 of the month after is the last of this one.
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return fromEpochDay(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)) / msPerDay)
}

/** The first date that begins no earlier than a moment, in UTC. */
export const firstDateFrom = (moment: Instant): LocalDate => fromEpochDay(Math.ceil(moment / msPerDay))

export const minDate = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? a : b)
export const maxDate = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)

/**
 * Time zone offsets are multiples of a quarter of an hour, so that the date changes only at a full quarter in every
 * zone.
 */
const quarterMs = 900_000

/**
 * The civil date of an instant in a zone. The date of the quarter of an hour that was asked for last is cached, since
 * every request needs the present one and zone arithmetic is slow.
 */
export const civilDate = (zone: string): ((instant: Instant) => LocalDate) => {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  let known = { quarter: NaN, date: firstDate }
  return (instant) => {
    const quarter = Math.floor(instant / quarterMs)
    if (quarter !== known.quarter) {
      const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
      known = { quarter, date: `${parts['year']}-${parts['month']}-${parts['day']}` as LocalDate }
    }
    return known.date
  }
}

/** The moment at which a date begins in a zone, found by bisection within a day around its beginning in UTC. */
export const beginningOf = (date: LocalDate, zone: string): Instant => {
  const dateOf = civilDate(zone)
  let [before, from] = [midnight(date) - msPerDay, midnight(date) + msPerDay]
  while (from - before > quarterMs) {
    const middle = Math.floor((before + from) / 2 / quarterMs) * quarterMs
    if (dateOf(middle) < date) before = middle
    else from = middle
  }
  return from
}

/** A local date and time of day, `14:05`. */
export interface CivilMoment {
  readonly on: LocalDate
  readonly at: string
}

const timesOfDay = new Map<string, Intl.DateTimeFormat>()

/** The format of a zone, made once, since making one is slow. */
const timeOfDayIn = (zone: string): Intl.DateTimeFormat => {
  const known = timesOfDay.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  timesOfDay.set(zone, format)
  return format
}

/** The local date and time of an instant in a zone, rounded up to a full minute. */
export const civilMoment = (instant: Instant, zone: string): CivilMoment => {
  // The Swedish locale gives `2026-11-24 14:05`.
  const shown = timeOfDayIn(zone).format(Math.ceil(instant / 60_000) * 60_000)
  return { on: shown.slice(0, 10) as LocalDate, at: shown.slice(11) }
}
