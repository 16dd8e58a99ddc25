import type { LocalDate } from '../../kernel/calendar.js'

export type ProductStanding = 'ON_SALE' | 'COMING' | 'SUPERSEDED' | 'ENDING' | 'WITHDRAWN'

/** What of a version decides when it stands for its product. */
export interface VersionFacts {
  readonly version: number
  readonly onSale: boolean
  /** Null: from its publication on. */
  readonly onSaleFrom: LocalDate | null
}

/**
 * What a version is to customers today, among all versions of its product. The highest version that has begun stands for the
 * product; one that a higher version overtakes before it begins never does.
 */
export const standingOf = (
  { version, onSale, onSaleFrom }: VersionFacts,
  all: readonly VersionFacts[],
  today: LocalDate,
): ProductStanding => {
  const hasBegun = onSaleFrom === null || onSaleFrom <= today
  const from = hasBegun ? today : onSaleFrom
  const isOvertaken = all.some(
    (other) => other.version > version && (other.onSaleFrom === null || other.onSaleFrom <= from),
  )
  if (isOvertaken) return 'SUPERSEDED'
  if (hasBegun) return onSale ? 'ON_SALE' : 'WITHDRAWN'
  return onSale ? 'COMING' : 'ENDING'
}
