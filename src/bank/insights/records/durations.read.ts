import type { DurationBand } from '../rules/bands.rules.js'
import type { Dates, Period } from '../rules/periods.rules.js'
import { readFlows, type Reader } from './insights.read.js'

/** The index of the band of minutes among the keys of a family, from 0. */
const bandAt = { TRANSFER_MINUTES: 1, SCORE_MINUTES: 2 } as const

/** How many minutes something took; partial where some durations are withheld. */
export interface Durations {
  readonly bands: readonly DurationBand[]
  readonly isPartial: boolean
}

/**
 * How long something took, in bands, by period and the keys before the band. It is computed only from what may be shown of each
 * band.
 */
export const readDurations = async (
  reader: Reader,
  family: keyof typeof bandAt,
  dates: Dates,
  by: Period,
): Promise<ReadonlyMap<string, Durations>> => {
  const durations = new Map<string, { readonly bands: DurationBand[]; isPartial: boolean }>()
  for (const { period, keys, n, isPartial } of await readFlows(reader, family, { dates, by })) {
    const key = [period, ...keys.slice(0, bandAt[family])].join(' ')
    const found = durations.get(key) ?? { bands: [], isPartial: false }
    found.bands.push({ upTo: Number(keys[bandAt[family]]), n })
    if (isPartial) found.isPartial = true
    durations.set(key, found)
  }
  return durations
}
