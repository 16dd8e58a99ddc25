import { amountColumns, type ColumnKey, type Layout } from '../layouts/layout.js'
import type { Line, TextItem } from '../text/page.js'
import { plainWords, withoutDoubling } from '../text/words.js'

/** The position of a heading. How its column is aligned to it is found out by `learnColumns`. */
export interface Heading {
  readonly key: ColumnKey
  readonly x: number
  readonly right: number
}

interface PlacedLetters {
  readonly letters: string
  readonly x: readonly number[]
}

const plainLetters = new Map<string, string>()

/** `plainWords` of one letter; cached, since a document has only a few dozen. */
const plainLetter = (letter: string): string => {
  const known = plainLetters.get(letter)
  if (known !== undefined) return known
  const plain = plainWords(letter)
  // Only letters of the Latin alphabets are cached, so that a document cannot fill the cache.
  if (letter <= '\u024f') plainLetters.set(letter, plain)
  return plain
}

/** The letters of a line and the position of each, so that a heading is found even if it was drawn in pieces. */
const placedLetters = (items: readonly TextItem[]): PlacedLetters => {
  let letters = ''
  const x: number[] = []
  const push = (letter: string, at: number): void => {
    if (letter === ' ' && (letters === '' || letters.endsWith(' '))) return
    letters += letter
    x.push(at)
  }
  for (const item of items) {
    const text = withoutDoubling(item.text)
    const step = (item.right - item.x) / Math.max(1, text.length)
    for (let i = 0; i < text.length; i += 1) {
      for (const letter of plainLetter(text[i] as string) || ' ') push(letter, item.x + i * step)
    }
    push(' ', item.right)
  }
  return { letters: letters.trimEnd(), x: [...x, items.at(-1)?.right ?? 0] }
}

interface HeadingWords {
  readonly key: ColumnKey
  readonly words: string
}

/** The headings of a layout, the longest first, so that `value date` is found before `date`. */
const headingWordsOf = (layout: Layout): HeadingWords[] =>
  Object.entries(layout.columns)
    .flatMap(([key, headings]) => headings.map((words) => ({ key: key as ColumnKey, words })))
    .sort((a, b) => b.words.length - a.words.length)

const wordsByLayout = new WeakMap<Layout, HeadingWords[]>()

const cachedHeadingWords = (layout: Layout): HeadingWords[] => {
  const known = wordsByLayout.get(layout)
  if (known) return known
  const headingWords = headingWordsOf(layout)
  wordsByLayout.set(layout, headingWords)
  return headingWords
}

const placeOf = (letters: string, words: string): number => {
  for (let at = letters.indexOf(words); at >= 0; at = letters.indexOf(words, at + 1)) {
    const before = letters[at - 1] ?? ' '
    const after = letters[at + words.length] ?? ' '
    if (before === ' ' && after === ' ') return at
  }
  return -1
}

/** If headings are a smaller share of a line, the line is prose that contains their words. */
const headingShareMin = 0.5

/** The headings of a line, from left to right; none if the line is not a heading line of the layout. */
export const headingsOf = (items: readonly TextItem[], layout: Layout): Heading[] => {
  const { letters, x } = placedLetters(items)
  let rest = letters
  let headingLetterCount = 0
  let amountsFrom = letters.length
  const headingByKey = new Map<ColumnKey, Heading>()
  const unused: Heading[] = []
  for (const { key, words } of cachedHeadingWords(layout)) {
    if (headingByKey.has(key)) continue
    const at = placeOf(rest, words)
    if (at < 0) continue
    const heading = { key, x: x[at] as number, right: x[at + words.length] as number }
    if (key === 'unused') unused.push(heading)
    else headingByKey.set(key, heading)
    if (amountColumns.includes(key)) amountsFrom = Math.min(amountsFrom, at)
    rest = rest.slice(0, at) + '#'.repeat(words.length) + rest.slice(at + words.length)
    headingLetterCount += words.length
  }
  const isComplete = layout.required.every((key) => headingByKey.has(key)) && hasAmounts(headingByKey)
  if (!isComplete || headingLetterCount < headingShareMin * letters.length) return []
  // Without balances nothing would reveal that amounts below an unknown heading are read as those of its neighbour, so
  // a line with an unknown heading is not accepted.
  if (!headingByKey.has('balance') && otherWords.test(rest.slice(amountsFrom).replaceAll('#', ' '))) return []
  return [...headingByKey.values(), ...unused].sort((a, b) => a.x - b.x)
}

/**
 * Whether there are both headings, paid in and paid out; or neither, and a heading `amount`. If there is only one of the
 * two, the other side has a heading that we do not know.
 */
const hasAmounts = (headingByKey: ReadonlyMap<ColumnKey, Heading>): boolean =>
  headingByKey.has('paidIn') === headingByKey.has('paidOut') &&
  (headingByKey.has('paidIn') || headingByKey.has('amount'))

/** Any word except those of a currency. */
const otherWords = /\b(?!(?:kes|kshs?|ugx|tzs|rwf|ngn|ghs|zmw|xaf|xof|fcfa|usd|eur|gbp)\b)[a-z]+/

/** The largest distance of two lines, in points, that form one heading: `Completion` above `Time`. */
const stackedLinesPointsMax = 14

const stackedItems = (upper: Line, lower: Line): TextItem[] => {
  const items = upper.items.map((item) => ({ ...item }))
  for (const item of lower.items) {
    const above = items.find((other) => other.x < item.right && item.x < other.right)
    if (!above) {
      items.push({ ...item })
      continue
    }
    above.text = `${above.text} ${item.text}`
    above.x = Math.min(above.x, item.x)
    above.right = Math.max(above.right, item.right)
  }
  return items.sort((a, b) => a.x - b.x)
}

/** A shorter line with at most two pieces is no heading line of a table. */
const headingLettersMin = 24

/**
 * Whether a line may be a heading line: a cheap test, so that few lines need the full one. Rows have dates and
 * amounts, headings have none.
 */
const isPerhapsHeading = (line: Line): boolean =>
  (line.items.length > 2 || line.text.length >= headingLettersMin) &&
  line.items.every(({ isAmount }) => !isAmount) &&
  !/\d\D*\d\D*\d\D*\d/.test(line.text)

/** The headings that begin at line `at`, and how many lines they take; undefined if there are none. */
export const headingAt = (
  lines: readonly Line[],
  at: number,
  layout: Layout,
): { headings: Heading[]; lineCount: number } | undefined => {
  const line = lines[at] as Line
  if (!isPerhapsHeading(line)) return undefined
  const alone = headingsOf(line.items, layout)
  if (alone.length > 0) return { headings: alone, lineCount: 1 }
  const next = lines[at + 1]
  if (!next || next.y - line.y > stackedLinesPointsMax || !isPerhapsHeading(next)) return undefined
  const both = headingsOf(stackedItems(line, next), layout)
  return both.length > 0 ? { headings: both, lineCount: 2 } : undefined
}
