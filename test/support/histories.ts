import fc from 'fast-check'

interface Bounds<T> {
  /** Examples count. */
  readonly numRuns: number
  /** No history is begun after so long: a busy machine plays fewer of them, and one at the least. */
  readonly msMax: number
  /** Played first, and on every machine: what a suite must have seen is seen in these. */
  readonly examples?: [T][]
}

/**
 * Plays random histories, and shows the first that goes wrong as it is: to shrink one takes longer than to read it. Each that
 * is begun is played to its end. The time limit of fast-check itself would leave one behind when the time is up: playing on
 * after the test, in a world that is closed under it.
 *
 * @param play may end its history early once `isLate`
 * @returns how many of those played were random
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
