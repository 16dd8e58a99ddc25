/** A scored person whose outcome is known. */
export interface Observation {
  readonly score: number
  readonly isBad: boolean
}

export interface Discrimination {
  /** The chance that a good person has a higher score than a bad one; a tie counts half. */
  readonly auc: number
  /** 2 AUC - 1: 1 if the scores rank perfectly, 0 if they rank no better than chance, below 0 if worse. */
  readonly gini: number
  /** The largest distance between the shares of bad and of good people at or below a score. */
  readonly ks: number
  /** The lowest score at which that distance is reached. */
  readonly ksScore: number
}

interface Step {
  readonly score: number
  good: number
  bad: number
}

/** How many good and bad people have each score, the lowest score first. */
const stepsOf = (observations: readonly Observation[]): Step[] => {
  const steps = new Map<number, Step>()
  for (const { score, isBad } of observations) {
    const step = steps.get(score) ?? { score, good: 0, bad: 0 }
    if (isBad) step.bad += 1
    else step.good += 1
    steps.set(score, step)
  }
  return [...steps.values()].sort((a, b) => a.score - b.score)
}

/** How well scores separate good from bad people. Null unless there is at least one of each. */
export const discriminationOf = (observations: readonly Observation[]): Discrimination | null => {
  const bads = observations.filter(({ isBad }) => isBad).length
  const goods = observations.length - bads
  if (bads === 0 || goods === 0) return null
  let [badBelow, goodBelow, pairs, gap, ksScore] = [0, 0, 0, 0, 0]
  for (const { score, good, bad } of stepsOf(observations)) {
    pairs += good * (badBelow + bad / 2)
    badBelow += bad
    goodBelow += good
    // Whole numbers over the common denominator, so that rounding cannot change which distance is the largest.
    const distance = Math.abs(badBelow * goods - goodBelow * bads)
    if (distance > gap) [gap, ksScore] = [distance, score]
  }
  const auc = pairs / (bads * goods)
  return { auc, gini: 2 * auc - 1, ks: gap / (bads * goods), ksScore }
}

/**
 * The largest distance between the shares of two lists at or below a value: 0 for equal lists, 1 for lists that do not
 * overlap.
 */
export const ksBetween = (a: readonly number[], b: readonly number[]): number | null =>
  discriminationOf([
    ...a.map((score) => ({ score, isBad: true })),
    ...b.map((score) => ({ score, isBad: false })),
  ])?.ks ?? null
