import { parseAmount } from '../text/amounts.js'

/** Thousands in groups, or all digits together; decimals or none. */
const amountLike = /\d{1,3}(?:[ ,.'\u00A0\u202F]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?/g

const amountsIn = (text: string): number[] =>
  (text.match(amountLike) ?? []).flatMap((found) => parseAmount(found)?.value ?? [])

/** With more possible sums than this, nearly any sum would be possible. */
const sumsMax = 50_000

/** All sums that the rows may have, if each moved one of the amounts printed in it or nothing; null if there are too many. */
const sumsOf = (unread: readonly string[], signs: readonly number[]): ReadonlySet<number> | null => {
  let sums = new Set([0])
  for (const text of unread) {
    const amounts = new Set(amountsIn(text))
    const next = new Set(sums)
    for (const sum of sums) {
      for (const amount of amounts) for (const sign of signs) next.add(sum + sign * amount)
      if (next.size > sumsMax) return null
    }
    sums = next
  }
  return sums
}

/** What unread rows may have moved, by the amounts that are printed in them. */
export interface UnreadAmounts {
  /** Whether the amounts can add up to what is missing from a printed sum. */
  readonly canAddUpTo: (missing: number) => boolean
  /** Whether the amounts, each added or subtracted, can give the difference between a printed balance and the expected one. */
  readonly canExplainDrift: (difference: number) => boolean
}

/**
 * An unread row explains a difference only by an amount that is printed in it. Otherwise one damaged row, added to a
 * statement, would excuse any other change.
 */
export const unreadAmounts = (unread: readonly string[]): UnreadAmounts => {
  const [sums, signedSums] = [sumsOf(unread, [1]), sumsOf(unread, [1, -1])]
  return {
    canAddUpTo: (missing) => sums === null || sums.has(missing),
    canExplainDrift: (difference) => signedSums === null || signedSums.has(difference),
  }
}
