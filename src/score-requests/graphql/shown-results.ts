import { randomUUID } from 'node:crypto'
import { outlineBytesMax, rawBytesMax, ResultsTooLarge } from '../drive/result-parts.js'

/** What one answer shows of results, under however many names it is asked for. */
interface ShownResults {
  /** Counts an outline of so many characters. Throws ResultsTooLarge. */
  readonly outline: (length: number) => void
  /** Takes a body as the JSON text that it is, and returns what stands for it until `spliced`. Throws ResultsTooLarge. */
  readonly raw: (text: string) => string
  /** The answer with the bodies in their places: nobody parses megabytes only to write them again. */
  readonly spliced: (answer: string) => string
}

const createShownResults = (): ShownResults => {
  // Nobody who writes what else is in the answer knows it.
  const seal = randomUUID()
  const texts: string[] = []
  let outlineLength = 0
  let rawLength = 0
  return {
    outline: (length) => {
      outlineLength += length
      if (outlineLength > outlineBytesMax) throw new ResultsTooLarge()
    },
    raw: (text) => {
      rawLength += text.length
      if (rawLength > rawBytesMax) throw new ResultsTooLarge()
      return `${seal}:${texts.push(text) - 1}`
    },
    spliced: (answer) =>
      texts.length === 0
        ? answer
        : answer.replaceAll(new RegExp(`"${seal}:(\\d+)"`, 'g'), (_place, at: string) => texts[Number(at)]!),
  }
}

interface OfRequest {
  readonly load: object
}

/** By what a context and its copies share: Apollo gives resolvers a copy. */
const ofRequests = new WeakMap<object, ShownResults>()

/** What the answer of this request shows. */
export const shownIn = ({ load }: OfRequest): ShownResults => {
  const shown = ofRequests.get(load) ?? createShownResults()
  ofRequests.set(load, shown)
  return shown
}

/** The answer of this request as it is sent. */
export const splicedIn = ({ load }: OfRequest, answer: string): string =>
  ofRequests.get(load)?.spliced(answer) ?? answer
