import type { ClassifiedRow } from '../rows/classify.rules.js'
import { dateOf, dayOf, type DayRange, type Dossier } from '../rows/dossier.rules.js'
import { median } from './statistics.rules.js'

export interface Month {
  /** `YYYY-MM`. */
  readonly month: string
  /** How many days the month has. */
  readonly length: number
  /** How many of them a statement covers. A full month of `Calendar.used` counts as covered on all days. */
  readonly covered: number
}

/** How the months of a dossier are used (docs/scorecard.md#what-is-counted). */
export interface Calendar {
  /** All calendar months from the first to the last day, including those that no statement covers. */
  readonly all: readonly Month[]
  /** How many full months there are: the statements of the main account cover all days of them but at most three. */
  readonly fullMonths: number
  /**
   * The full months of which every day is covered and, of the other full months, those whose income is at least the median
   * income of the first kind. If there are fewer than two full months: all months with a covered day, each extrapolated to
   * all its days.
   */
  readonly used: readonly Month[]
  readonly method: 'full_months' | 'pro_rated'
  /** Days that a statement covers. */
  readonly coveredDays: number
  /** Months that have rows. */
  readonly monthsWithRows: number
}

const fullMonthsNeeded = 2
/**
 * Up to this many days may be missing in a full month: a statement that ends on the 29th, or begins with its first
 * row, must not lose that month.
 */
const missingDaysMax = 3

const nextMonth = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

const overlap = (first: number, last: number, ranges: readonly DayRange[]): number =>
  ranges.reduce(
    (days, range) => days + Math.max(0, Math.min(last, range.last) - Math.max(first, range.first) + 1),
    0,
  )

export const monthOf = ({ month }: ClassifiedRow): string => month

/**
 * Adds the full months with missing days (`nearly`) to those without (`whole`); their sums are not extrapolated. A
 * month of `nearly` with less than the median income of `whole` is left out, since its payday may be among the missing
 * days.
 */
const withNearlyWhole = (
  whole: readonly Month[],
  nearly: readonly Month[],
  dossier: Dossier,
): readonly Month[] => {
  const income = monthSums(dossier.flows, ({ isIncome, row, netted }) => (isIncome ? row.paidIn - netted : 0))
  const usual = median(whole.map(({ month }) => income.get(month) ?? 0))
  return [...whole, ...nearly.filter(({ month }) => (income.get(month) ?? 0) >= usual)].sort((a, b) =>
    a.month < b.month ? -1 : 1,
  )
}

export const calendarOf = (dossier: Dossier): Calendar => {
  const from = dateOf(dossier.covered[0]?.first ?? 0).slice(0, 7)
  const to = dateOf(dossier.covered.at(-1)?.last ?? 0).slice(0, 7)
  const all: Month[] = []
  const whole: Month[] = []
  const nearly: Month[] = []
  for (let month = from; month <= to; month = nextMonth(month)) {
    const first = dayOf(`${month}-01`)
    const end = dayOf(`${nextMonth(month)}-01`)
    const length = end - first
    all.push({ month, length, covered: overlap(first, end - 1, dossier.covered) })
    const covered = overlap(first, end - 1, dossier.mainCovered)
    if (covered === length) whole.push({ month, length, covered })
    else if (covered >= length - missingDaysMax) nearly.push({ month, length, covered: length })
  }
  const hasEnoughFullMonths = whole.length + nearly.length >= fullMonthsNeeded
  return {
    all,
    fullMonths: whole.length + nearly.length,
    used: hasEnoughFullMonths
      ? withNearlyWhole(whole, nearly, dossier)
      : all.filter(({ covered }) => covered > 0),
    method: hasEnoughFullMonths ? 'full_months' : 'pro_rated',
    coveredDays: all.reduce((days, { covered }) => days + covered, 0),
    monthsWithRows: new Set(dossier.counted.map(monthOf)).size,
  }
}

/** The sums of `worth` over the rows of each month, in the order of `months`. A partly covered month is extrapolated. */
export const monthly = (
  months: readonly Month[],
  rows: readonly ClassifiedRow[],
  worth: (row: ClassifiedRow) => number,
): number[] => {
  const sums = monthSums(rows, worth)
  return months.map(({ month, length, covered }) => {
    const sum = sums.get(month) ?? 0
    return covered === length || covered === 0 ? sum : Math.floor((sum * length) / covered + 0.5)
  })
}

/** Sums by `YYYY-MM`, without extrapolation. */
export const monthSums = (
  rows: readonly ClassifiedRow[],
  worth: (row: ClassifiedRow) => number,
): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const amount = worth(row)
    if (amount !== 0) sums.set(row.month, (sums.get(row.month) ?? 0) + amount)
  }
  return sums
}
