import { addDays, type LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'
import {
  contains,
  monthOf,
  periodOf,
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

/** A group of a day with fewer than `customersMin` customers, which must not be shown by itself. */
export interface SmallGroup extends Figures {
  readonly day: LocalDate
  readonly keys: Keys
  /** The ids of the customers, or of the scored people. */
  readonly who: readonly string[]
}

/** The figures of a group in a period that may be shown; partial where small groups in it are withheld. */
export interface Released extends Figures {
  readonly period: LocalDate
  readonly keys: Keys
  /** A lower bound of the number of its customers: the number in the largest of the groups that were added up. */
  readonly customers: number
  /**
   * The number of customers of each group that was added up, rounded to a step, and then summed. A customer counts
   * once per group, and the sum reveals no more than the rounded groups do.
   */
  readonly customersRounded: number
  readonly isPartial: boolean
}

/** The k of k-anonymity: no figure is shown about fewer customers than this. */
export const customersMin = 5

/** The sum of small groups that were merged until it may be shown. */
type Atom = Figures & Pick<Released, 'customers' | 'customersRounded'>

const customersIn = (groups: readonly SmallGroup[]): number => new Set(groups.flatMap(({ who }) => who)).size

const isEnough = (groups: readonly SmallGroup[]): boolean => {
  const seen = new Set<string>()
  for (const { who } of groups)
    for (const customer of who) if (seen.add(customer).size >= customersMin) return true
  return false
}

const halfStep = (customersMin - 1) / 2

/** SQL of a number rounded to the nearest step. Rounding down would make the sum of a month of small days far too low. */
export const stepSql = (customers: string): string =>
  `(${customers} + ${halfStep} - (${customers} + ${halfStep}) % ${customersMin})`

const stepOf = (customers: number): number => customers + halfStep - ((customers + halfStep) % customersMin)

const sumOf = (groups: readonly SmallGroup[]): Atom => {
  const customers = customersIn(groups)
  return { ...groups.reduce(plus, noFigures), customers, customersRounded: stepOf(customers) }
}

/** The small groups of a month with the same keys, merged into atoms: the smallest figures that are shown. */
interface Atoms {
  /** The groups of each week that is an atom of its own, by its Monday. */
  readonly weeks: ReadonlyMap<LocalDate, readonly SmallGroup[]>
  /** The atom of all other weeks; undefined while it has too few customers. */
  readonly rest: Atom | undefined
  /** The groups of all other weeks: withheld, except as `rest`, which is shown for a whole month only. */
  readonly withheld: readonly SmallGroup[]
}

/**
 * Merges the small groups of days into one atom per week within the month, and the weeks that are still too small into one atom
 * for the rest of the month. The atoms do not depend on the request, and every answer is a sum of whole atoms: subtracting two
 * answers never isolates fewer than `customersMin` customers.
 */
const atomsOf = (groups: readonly SmallGroup[]): Atoms => {
  const weeks = new Map<LocalDate, readonly SmallGroup[]>()
  const tooSmall: SmallGroup[] = []
  for (const [week, ofWeek] of Map.groupBy(groups, ({ day }) => weekOf(day))) {
    if (isEnough(ofWeek)) weeks.set(week, ofWeek)
    else tooSmall.push(...ofWeek)
  }
  return isEnough(tooSmall)
    ? { weeks, rest: sumOf(tooSmall), withheld: tooSmall }
    : { weeks, rest: undefined, withheld: tooSmall }
}

/** The whole months that contain these dates, so that groups are the same whichever dates are requested. */
export const monthsAround = ({ from, before }: Dates): Dates => ({
  from: monthOf(from),
  before: wholeMonth(monthOf(addDays(before, -1))).before,
})

/**
 * The small groups as they may be shown: the atoms that lie in a requested period, and empty partial rows for withheld groups.
 *
 * @param groups of all months that contain the dates
 * @param completeTo the last day that no longer changes
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
    for (const [week, ofWeek] of weeks) {
      const isWeekShown = by !== 'DAY' && isOver(weekWithinMonth(week, monthOn))
      if (isWeekShown)
        shown.push({ period: by === 'MONTH' ? monthOn : week, keys, ...sumOf(ofWeek), isPartial: false })
      else addWithheld(shown, keys, ofWeek, { ...dates, by })
    }
    if (!isMonthShown) addWithheld(shown, keys, withheld, { ...dates, by })
  }
  return shown
}

const addWithheld = (
  shown: Released[],
  keys: Keys,
  groups: readonly SmallGroup[],
  { from, before, by }: Dates & { readonly by: Period },
): void => {
  const periods = new Set<LocalDate>()
  for (const { day } of groups) if (day >= from && day < before) periods.add(periodOf[by](day))
  for (const period of periods)
    shown.push({ period, keys, ...noFigures, customers: 0, customersRounded: 0, isPartial: true })
}

/** A count rounded down to a multiple of `customersMin`: two counts are equal or differ by at least that many. */
export const roundedCount = (n: number): number => Math.floor(n / customersMin) * customersMin

/**
 * An amount with one significant digit for fewer than 10,000 customers, two for fewer than 100,000, else three. One step, which is
 * 1 in the last of these digits, is then at least 10 %, 1 % or 0.1 % of the amount. Four customers who each have ten times the
 * mean have 40 / `customers` of the amount: with 400 customers or more that is at most one step. With fewer than 400 customers
 * they may have more than one step, so that even one digit may reveal them. This is accepted, since an amount without a digit
 * would say nothing.
 * At least the last digit of the minor units is rounded: otherwise an amount of one digit, such as the interest of a day, would
 * be exact.
 */
export const roundedAmount = (amount: Minor, customers: number): Minor => {
  const places = customers < 10_000 ? 1 : customers < 100_000 ? 2 : 3
  const digits = String(amount < 0n ? -amount : amount).length
  const unit = 10n ** BigInt(Math.max(1, digits - places))
  const half = amount < 0n ? -unit / 2n : unit / 2n
  return ((amount + half) / unit) * unit
}

/**
 * A row of a rounded family. The same money also appears in an exact family (complementary suppression): without rounding,
 * their difference would reveal what is withheld. The row counts people and not events, since five savings of one person would
 * change a count by a whole step.
 */
export const rounded = ({
  period,
  keys,
  amount,
  amount2,
  amount3,
  customers,
  customersRounded,
  isPartial,
}: Released): Released => ({
  period,
  keys,
  n: customersRounded,
  amount: roundedAmount(amount, customers),
  amount2: roundedAmount(amount2, customers),
  amount3: roundedAmount(amount3, customers),
  customers,
  customersRounded,
  isPartial,
})

/**
 * A group of a day or an atom of the family CUSTOMERS, whose `n` and `amount` both count customers: each is rounded to the nearest
 * step before it is added up. Rounding only the sum would allow computing single days from enough overlapping ranges.
 */
export const roundedToSteps = (atom: Released): Released => ({
  ...atom,
  n: stepOf(atom.n),
  amount: BigInt(stepOf(Number(atom.amount))),
})
