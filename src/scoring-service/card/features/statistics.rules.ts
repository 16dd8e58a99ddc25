/** Numbers of the card. Sums are of integers below 2^53 and so exact: no order of rows can change them. */
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : sum(values) / values.length

/** Between the two nearest of the sorted values, as spreadsheets do; 0 of none. `share` from 0 to 1. */
export const percentile = (values: readonly number[], share: number): number => {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] as number
  const high = sorted[Math.ceil(at)] as number
  return low + (high - low) * (at - Math.floor(at))
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The mean with the largest value brought down to the next: one windfall is no income. */
export const winsorisedMean = (values: readonly number[]): number => {
  const [first = 0, second = 0, ...rest] = [...values].sort((a, b) => b - a)
  return values.length < 2 ? 0 : (Math.min(first, second) + second + sum(rest)) / values.length
}

/**
 * n / d where nothing of nothing is 0. Something of nothing is infinite: it falls into the last bin of a characteristic,
 * and is shown as null.
 */
export const ratio = (n: number, d: number): number => {
  if (d > 0) return n / d
  return n === 0 ? 0 : Math.sign(n) * Infinity
}

/** Standard deviation over mean, of the whole population; infinite when the mean is 0: income that is not there is not steady. */
export const variation = (values: readonly number[]): number => {
  const average = mean(values)
  if (average <= 0) return Infinity
  return Math.sqrt(mean(values.map((value) => (value - average) ** 2))) / average
}

/** To whole minor units, a half upwards. */
export const wholeMinor = (minor: number): number => Math.floor(minor + 0.5)

/** The value itself or null where it cannot be written as a number. */
export const finite = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? value : null

/** Two decimals, never -0. */
export const twoDecimals = (value: number): number => Math.round(value * 100) / 100 + 0

/** Minor units as an amount of a result: two decimals, whole units before them. */
export const units = (minor: number): number => wholeMinor(minor) / 100 + 0

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

/** Largest first; equal amounts by name, so that no order of rows shows. */
export const ranked = (amounts: ReadonlyMap<string, number>): (readonly [string, number])[] =>
  [...amounts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
