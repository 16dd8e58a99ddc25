import type { ColumnKey, Layout } from '../layouts/layout.js'
import { bankHeadings, tillHeadings } from '../layouts/headings.js'
import { plainWords } from '../text/words.js'

type Keys = readonly (ColumnKey | undefined)[]

/** Removes the unit of a heading: `Balance (KES)` is the column `Balance`. */
const withoutUnit = (words: string): string =>
  words.replace(/ (kes|kshs?|ugx|tzs|rwf|ngn|ghs|zmw|xaf|xof|fcfa|usd|eur|gbp)$/, '')

const keysOf = (record: readonly string[], layout: Layout): Keys => {
  const taken = new Set<ColumnKey>()
  return record.map((cell) => {
    const words = withoutUnit(plainWords(cell))
    const found = Object.entries(layout.columns).find(([, headings]) => headings.includes(words))
    const key = found?.[0] as ColumnKey | undefined
    if (key === undefined || key === 'unused' || taken.has(key)) return undefined
    taken.add(key)
    return key
  })
}

const headingWords = new Set(
  [bankHeadings, tillHeadings].flatMap((headings) => Object.values(headings).flat()),
)

/** How many cells are headings of any layout, as a whole. */
export const headingCountIn = (cells: readonly string[]): number =>
  cells.filter((cell) => headingWords.has(withoutUnit(plainWords(cell)))).length

const isComplete = (keys: Keys, layout: Layout): boolean =>
  layout.required.every((key) => keys.includes(key)) &&
  ((keys.includes('paidIn') && keys.includes('paidOut')) || keys.includes('amount'))

/**
 * The columns that a record names, alone or joined with the record below, since some exports split their headings into
 * two records.
 */
export const headingsInRecord = (
  record: readonly string[],
  next: readonly string[] | undefined,
  layout: Layout,
): { keys: Keys; recordCount: number } | undefined => {
  const alone = keysOf(record, layout)
  if (isComplete(alone, layout)) return { keys: alone, recordCount: 1 }
  if (!next) return undefined
  const length = Math.max(record.length, next.length)
  const joinedCells = Array.from({ length }, (_, i) => `${record[i] ?? ''} ${next[i] ?? ''}`.trim())
  const keys = keysOf(joinedCells, layout)
  return isComplete(keys, layout) ? { keys, recordCount: 2 } : undefined
}
