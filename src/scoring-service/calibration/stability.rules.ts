/** A range of scores, both ends included. */
export interface ScoreRange {
  readonly from: number
  readonly to: number
}

/** -1 by itself, then ranges of a hundred points: half a score band each. */
export const scoreRanges: readonly ScoreRange[] = [
  { from: -1, to: -1 },
  ...Array.from({ length: 10 }, (_, i) => ({ from: i * 100, to: i === 9 ? 1000 : i * 100 + 99 })),
]

/** The smallest share that a range counts with, since the index of an empty range would be infinite. */
const leastShare = 0.0001

export interface Shift extends ScoreRange {
  readonly before: number
  readonly now: number
  /** What the range adds to the index. */
  readonly index: number
}

export interface Stability {
  /** The population stability index: the sum over the ranges of (now - before) ln(now / before). */
  readonly psi: number
  readonly ranges: readonly Shift[]
}

const sharesOf = (scores: readonly number[]): number[] =>
  scoreRanges.map(
    ({ from, to }) => scores.filter((score) => score >= from && score <= to).length / scores.length,
  )

/** How far the scores of one population moved from those of another. Both have at least one score. */
export const stabilityOf = (before: readonly number[], now: readonly number[]): Stability => {
  const shares = [sharesOf(before), sharesOf(now)] as const
  const ranges = scoreRanges.map((range, i) => {
    const [was, is] = [shares[0][i] as number, shares[1][i] as number]
    const [past, present] = [Math.max(was, leastShare), Math.max(is, leastShare)]
    return { ...range, before: was, now: is, index: (present - past) * Math.log(present / past) }
  })
  return { psi: ranges.reduce((sum, { index }) => sum + index, 0), ranges }
}

/** How lenders usually read the index. The limits are a convention and no statistical test. */
export const verdictOf = (psi: number): 'stable' | 'watch' | 'shifted' => {
  if (psi < 0.1) return 'stable'
  return psi <= 0.25 ? 'watch' : 'shifted'
}
