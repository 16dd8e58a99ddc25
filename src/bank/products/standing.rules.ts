import type { LocalDate } from '../../kernel/calendar.js'

export type ProductStanding = 'ON_SALE' | 'COMING' | 'SUPERSEDED' | 'ENDING' | 'WITHDRAWN'

/** The facts of a version that decide when it is the current version of its product. */
export interface VersionFacts {
  readonly version: number
  readonly onSale: boolean
  /** Null: from its publication on. */
  readonly onSaleFrom: LocalDate | null
}

/**
 * What a version is to customers today, given all versions of its product. The current version is the highest one that has
 * begun. A version that has not begun never becomes current if a higher one begins on the same day or earlier.
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
