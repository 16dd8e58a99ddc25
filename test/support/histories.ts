import fc from 'fast-check'

interface Bounds<T> {
  /** The number of histories, including the examples. */
  readonly numRuns: number
  /** After this time no further history begins, so that a busy machine plays fewer, but at least one. */
  readonly msMax: number
  /** Histories that are played first on every machine; together they contain all that a suite must have covered. */
  readonly examples?: [T][]
}

/**
 * Plays random histories, and reports the first that fails as it is, because shrinking it takes longer than reading
 * it. A history that has begun is played to its end: the time limit of fast-check itself would leave one running
 * after the test, in a closed world.
 *
 * @param play may end its history early once `isLate`
 * @returns how many of the played histories were random
 */
export const playHistories = async <T>(
  histories: fc.Arbitrary<T>,
  { numRuns, msMax, examples = [] }: Bounds<T>,
  play: (history: T, isLate: () => boolean) => Promise<void>,
): Promise<number> => {
  const deadline = performance.now() + msMax
  const isLate = () => performance.now() > deadline
  let begun = 0
  let random = 0
  const property = fc.asyncProperty(histories, async (history) => {
    begun += 1
    if (begun <= examples.length) await play(history, () => false)
    else if (random === 0 || !isLate()) {
      random += 1
      await play(history, isLate)
    }
  })
  await fc.assert(property, { numRuns, examples, endOnFailure: true })
  return random
}
