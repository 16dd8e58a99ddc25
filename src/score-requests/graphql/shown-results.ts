import { randomUUID } from 'node:crypto'
import { outlineBytesMax, rawBytesMax, ResultsTooLarge } from '../drive/result-parts.js'

/** The results in one GraphQL answer, also if several of its fields contain results. */
interface ShownResults {
  /** Counts the length of an outline towards the limit. Throws ResultsTooLarge. */
  readonly countOutline: (length: number) => void
  /** Takes a body as JSON text, and returns a placeholder that `spliced` replaces. Throws ResultsTooLarge. */
  readonly placeholderOf: (text: string) => string
  /**
   * The answer with the bodies in place of the placeholders. So megabytes of JSON are not parsed only to be serialised
   * again.
   */
  readonly spliced: (answer: string) => string
}

const createShownResults = (): ShownResults => {
  // A random mark: no other text in the answer can contain it.
  const mark = randomUUID()
  const texts: string[] = []
  let outlineLength = 0
  let rawLength = 0
  return {
    countOutline: (length) => {
      outlineLength += length
      if (outlineLength > outlineBytesMax) throw new ResultsTooLarge()
    },
    placeholderOf: (text) => {
      rawLength += text.length
      if (rawLength > rawBytesMax) throw new ResultsTooLarge()
      return `${mark}:${texts.push(text) - 1}`
    },
    spliced: (answer) =>
      texts.length === 0
        ? answer
        : answer.replaceAll(new RegExp(`"${mark}:(\\d+)"`, 'g'), (_place, at: string) => texts[Number(at)]!),
  }
}

interface WithLoad {
  readonly load: object
}

/**
 * The results of each GraphQL request, by the `load` of its context: Apollo gives the resolvers copies of the context, and `load` is
 * one object in all of them.
 */
const resultsByLoad = new WeakMap<object, ShownResults>()

/** The results in the answer to this GraphQL request. */
export const shownIn = ({ load }: WithLoad): ShownResults => {
  const results = resultsByLoad.get(load) ?? createShownResults()
  resultsByLoad.set(load, results)
  return results
}

/** The serialised answer with its results inserted. */
export const withShownResults = ({ load }: WithLoad, answer: string): string =>
  resultsByLoad.get(load)?.spliced(answer) ?? answer
