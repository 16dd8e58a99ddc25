/** Arithmetic of the card. Sums are of integers below 2^53 and therefore exact: the order of rows cannot change them. */
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : sum(values) / values.length

/**
 * The percentile, interpolated between the two nearest sorted values, as spreadsheets do; 0 for an empty list. `share`
 * from 0 to 1.
 */
export const percentile = (values: readonly number[], share: number): number => {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] as number
  const high = sorted[Math.ceil(at)] as number
  return low + (high - low) * (at - Math.floor(at))
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The mean, with the largest value reduced to the second largest, so that a single windfall does not count as income. */
export const winsorisedMean = (values: readonly number[]): number => {
  const [first = 0, second = 0, ...rest] = [...values].sort((a, b) => b - a)
  return values.length < 2 ? 0 : (Math.min(first, second) + second + sum(rest)) / values.length
}

/**
 * n / d, where 0 / 0 is 0. Anything else divided by 0 is infinite, so it is beyond every bound of a characteristic; it
 * is shown as null.
 */
export const ratio = (n: number, d: number): number => {
  if (d > 0) return n / d
  return n === 0 ? 0 : Math.sign(n) * Infinity
}

/**
 * Standard deviation over mean, of the whole population; infinite when the mean is 0, so that a person without income
 * does not count as steady.
 */
export const variation = (values: readonly number[]): number => {
  const average = mean(values)
  if (average <= 0) return Infinity
  return Math.sqrt(mean(values.map((value) => (value - average) ** 2))) / average
}

/** Rounded to whole hundredths, halves upwards. */
export const wholeHundredths = (amount: number): number => Math.floor(amount + 0.5)

/** The value, or null where it is not a finite number. */
export const finite = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? value : null

/** Two decimals, never -0. */
export const twoDecimals = (value: number): number => Math.round(value * 100) / 100 + 0

/** Converts hundredths to an amount of a result: units of the currency, with two decimals. */
export const units = (hundredths: number): number => wholeHundredths(hundredths) / 100 + 0

export const countBy = <T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

export const sumBy = <T>(
  items: Iterable<T>,
  keyOf: (item: T) => string,
  amountOf: (item: T) => number,
): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const item of items) {
    const key = keyOf(item)
    sums.set(key, (sums.get(key) ?? 0) + amountOf(item))
  }
  return sums
}

/** Largest first; equal amounts by name, so that the order of rows has no effect. */
export const ranked = (amounts: ReadonlyMap<string, number>): (readonly [string, number])[] =>
  [...amounts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
