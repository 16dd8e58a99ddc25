import { addDays, type LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'
import {
  contains,
  monthOf,
  weekOf,
  weekWithinMonth,
  wholeMonth,
  type Dates,
  type Period,
} from './periods.rules.js'

/** What is added up: a count and amounts. */
export interface Figures {
  readonly n: number
  readonly amount: Minor
  readonly amount2: Minor
  readonly amount3: Minor
}

export const noFigures: Figures = { n: 0, amount: 0n, amount2: 0n, amount3: 0n }

export const plus = (a: Figures, b: Figures): Figures => ({
  n: a.n + b.n,
  amount: a.amount + b.amount,
  amount2: a.amount2 + b.amount2,
  amount3: a.amount3 + b.amount3,
})

export type Keys = readonly [string, string, string]

/** A group of so few customers on a day that it is not shown by itself. */
export interface SmallGroup extends Figures {
  readonly day: LocalDate
  readonly keys: Keys
  readonly who: readonly string[]
}

/** What may be shown of a group in a period; partial where something of it is withheld. */
export interface Released extends Figures {
  readonly period: LocalDate
  readonly keys: Keys
  /** At least so many are in it: as many as in the largest of what it is a sum of. */
  readonly customers: number
  /**
   * Those who are in each of what it is a sum of, each in steps: whoever does something often on a day is one, and a sum of days
   * says no more than each of them.
   */
  readonly heads: number
  readonly isPartial: boolean
}

/** The fewest customers of whom something is shown. */
export const customersMin = 5

type Atom = Figures & Pick<Released, 'customers' | 'heads'>

const customersIn = (groups: readonly SmallGroup[]): number => new Set(groups.flatMap(({ who }) => who)).size

const isEnough = (groups: readonly SmallGroup[]): boolean => customersIn(groups) >= customersMin

const half = (customersMin - 1) / 2

/** The nearest step of so many, as SQL has it: steps that are always the lower one would be far too few over a month of small days. */
export const stepSql = (customers: string): string =>
  `(${customers} + ${half} - (${customers} + ${half}) % ${customersMin})`

const stepOf = (customers: number): number => customers + half - ((customers + half) % customersMin)

const sumOf = (groups: readonly SmallGroup[]): Atom => {
  const customers = customersIn(groups)
  return { ...groups.reduce(plus, noFigures), customers, heads: stepOf(customers) }
}

/** What is shown of small groups of the same keys in a month, as atoms, and what is withheld. */
interface Atoms {
  readonly weeks: ReadonlyMap<LocalDate, Atom>
  readonly rest: Atom | undefined
  readonly withheld: readonly SmallGroup[]
}

/**
 * Groups of a day that are too small become one for the days of a week within the month, and what is still too small one for
 * the rest of the month. These do not depend on what is asked: whatever is shown is a sum of them, so that no difference of two
 * answers is about fewer.
 */
const atomsOf = (groups: readonly SmallGroup[]): Atoms => {
  const weeks = new Map<LocalDate, Atom>()
  const left: SmallGroup[] = []
  for (const [week, ofWeek] of Map.groupBy(groups, ({ day }) => weekOf(day))) {
    if (isEnough(ofWeek)) weeks.set(week, sumOf(ofWeek))
    else left.push(...ofWeek)
  }
  return isEnough(left)
    ? { weeks, rest: sumOf(left), withheld: left }
    : { weeks, rest: undefined, withheld: left }
}

/** The whole months that some dates touch, so that groups are the same whatever of them is asked. */
export const monthsAround = ({ from, before }: Dates): Dates => ({
  from: monthOf(from),
  before: wholeMonth(monthOf(addDays(before, -1))).before,
})

/**
 * What of groups that are too small by themselves may be shown of some dates, by a period.
 *
 * @param groups of all months around the dates
 * @param completeTo the last day that nothing is added to any more
 */
export const released = (
  groups: readonly SmallGroup[],
  dates: Dates,
  by: Period,
  completeTo: LocalDate,
): Released[] => {
  const shown: Released[] = []
  const isOver = (part: Dates) => contains(dates, part) && part.before <= addDays(completeTo, 1)
  const byKeys = Map.groupBy(groups, ({ keys, day }) => [monthOf(day), ...keys].join('\n'))
  for (const same of byKeys.values()) {
    const { day, keys } = same[0]!
    const monthOn = monthOf(day)
    const { weeks, rest, withheld } = atomsOf(same)
    const isMonthShown = by === 'MONTH' && rest !== undefined && isOver(wholeMonth(monthOn))
    if (isMonthShown) shown.push({ period: monthOn, keys, ...rest, isPartial: false })
    for (const [week, figures] of weeks) {
      const isWeekShown = by !== 'DAY' && isOver(weekWithinMonth(week, monthOn))
      if (isWeekShown)
        shown.push({ period: by === 'MONTH' ? monthOn : week, keys, ...figures, isPartial: false })
      else
        hide(
          shown,
          keys,
          same.filter((group) => weekOf(group.day) === week),
          { ...dates, by },
        )
    }
    if (!isMonthShown) hide(shown, keys, withheld, { ...dates, by })
  }
  return shown
}

const hide = (
  shown: Released[],
  keys: Keys,
  groups: readonly SmallGroup[],
  { from, before, by }: Dates & { readonly by: Period },
): void => {
  const periods = groups
    .filter(({ day }) => day >= from && day < before)
    .map(({ day }) => (by === 'MONTH' ? monthOf(day) : by === 'WEEK' ? weekOf(day) : day))
  for (const period of new Set(periods))
    shown.push({ period, keys, ...noFigures, customers: 0, heads: 0, isPartial: true })
}

/** So many in steps of the fewest that are shown: the difference of two of these is never about fewer. */
export const roundedCount = (n: number): number => Math.floor(n / customersMin) * customersMin

/**
 * An amount of so many customers in figures that one of them does not move: one below a hundred, two below a thousand, else
 * three.
 */
export const roundedAmount = (amount: Minor, customers: number): Minor => {
  const places = customers < 100 ? 1 : customers < 1_000 ? 2 : 3
  const digits = String(amount < 0n ? -amount : amount).length
  const unit = 10n ** BigInt(Math.max(0, digits - places))
  const half = amount < 0n ? -unit / 2n : unit / 2n
  return ((amount + half) / unit) * unit
}

/**
 * What may be shown beside another sum over the same people: their difference is of nobody then. It counts people and not what
 * they did: five savings of one who is withheld in one sum would be a step of the other.
 */
export const rounded = (row: Released): Released => ({
  ...row,
  n: row.heads,
  amount: roundedAmount(row.amount, row.customers),
  amount2: roundedAmount(row.amount2, row.customers),
  amount3: roundedAmount(row.amount3, row.customers),
})

/**
 * An atom whose count and first amount are both of people, each in the nearest step: rounded when they have been added up, enough
 * ranges of days would tell what each of the days is.
 */
export const inSteps = (atom: Released): Released => ({
  ...atom,
  n: stepOf(atom.n),
  amount: BigInt(stepOf(Number(atom.amount))),
})
