import type { ResultBody } from '../model/engine.js'
import { twoDecimals, units } from '../card/features/statistics.rules.js'

/** A probability as a share from 0 to 1 with two decimals: an expert's estimate is no more precise. */
export const shareOf = (probability: number | null): number | null =>
  probability === null ? null : twoDecimals(probability)

export const unitsOrNull = (hundredths: number | null): number | null =>
  hundredths === null ? null : units(hundredths)

/** What a result address serves. The same data gives the same bytes. */
export const bodyOf = (data: object): ResultBody => ({
  json: JSON.stringify({ status: 'success', code: 200, data }),
})
