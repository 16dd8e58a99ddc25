import { exponentOf, type Minor } from '../../../kernel/money.js'
import { market } from '../../../kernel/market.js'

/** The lower ends of bands of amounts, in whole units of the market's currency. */
const amountsFrom = [0, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_000_000]

/** The upper ends of bands of durations, in minutes; anything longer is in one more band. */
const minutesUpTo = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 960, 1_440, 2_880, 4_320, 10_080, 20_160]

const unit = 10n ** BigInt(exponentOf(market.currency))

export const bandsFrom: readonly Minor[] = amountsFrom.map((units) => BigInt(units) * unit)

/** The end of the band that begins at `from`, exclusive: where the next higher band begins; null for the last. */
export const bandEnd = (from: Minor): Minor | null => bandsFrom[bandsFrom.indexOf(from) + 1] ?? null

const caseOf = (arms: readonly string[], otherwise: string): string =>
  `CASE ${arms.join(' ')} ELSE '${otherwise}' END`

/** The lower end of the band of an amount, as text: the key of a roll-up. */
export const amountBandSql = (amount: string): string =>
  caseOf(
    bandsFrom.slice(1).map((from, i) => `WHEN ${amount} < ${from} THEN '${bandsFrom[i]}'`),
    String(bandsFrom.at(-1)),
  )

const longestMinutes = minutesUpTo.at(-1)!

/** The upper end of the band of a duration, as text; that of the band for anything longer is twice the last bound. */
export const minutesBandSql = (ms: string): string =>
  caseOf(
    minutesUpTo.map((upTo) => `WHEN ${ms} <= ${upTo * 60_000} THEN '${upTo}'`),
    String(2 * longestMinutes),
  )

/** How many durations are in a band. */
export interface DurationBand {
  readonly upTo: number
  readonly n: number
}

/**
 * The quantile of durations for this share, in whole minutes. Approximate, since it assumes that durations are spread evenly
 * within a band. Null without any.
 */
export const approximateMinutes = (bands: readonly DurationBand[], share: number): number | null => {
  const sorted = bands.filter(({ n }) => n > 0).toSorted((a, b) => a.upTo - b.upTo)
  const total = sorted.reduce((sum, { n }) => sum + n, 0)
  let below = 0
  for (const { upTo, n } of sorted) {
    if (below + n >= share * total) {
      const from = minutesUpTo.findLast((edge) => edge < upTo) ?? 0
      return Math.ceil(from + ((upTo - from) * (share * total - below)) / n)
    }
    below += n
  }
  return null
}
