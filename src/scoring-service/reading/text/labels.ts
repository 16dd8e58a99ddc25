import { labels, type LabelKey } from './label-words.js'
import type { Line, TextItem } from './page.js'
import { plainWords, withoutDoubling } from './words.js'

export type { LabelKey } from './label-words.js'

const keyByLabel = new Map<string, LabelKey>(
  Object.entries(labels).flatMap(([key, names]) => names.map((name) => [name, key as LabelKey] as const)),
)

export const labelOf = (text: string): LabelKey | undefined =>
  keyByLabel.get(plainWords(withoutDoubling(text)))

export type Labels = Partial<Record<LabelKey, string>>

const addValue = (found: Labels, key: LabelKey, value: string): void => {
  const plain = value.replace(/^[\s:]+/, '').trim()
  if (plain === '') return
  if (found[key] === undefined) found[key] = plain
  // If two currencies are printed, both are kept, so that neither is chosen.
  else if (key === 'currency' && !found[key].includes(plain)) found[key] += ` ${plain}`
}

/** `Label: value` in one piece; the value may contain more colons. */
const inOnePiece = (text: string): [LabelKey, string] | undefined => {
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  const key = labelOf(text.slice(0, colon))
  return key === undefined ? undefined : [key, text.slice(colon + 1)]
}

/** How many points below its label a value may be, if there is none beside the label. */
const belowPointsMax = 20

const valueBelow = (item: TextItem, lines: readonly Line[], at: number): string | undefined => {
  const next = lines[at + 1]
  if (!next || next.page !== lines[at]?.page || next.y - item.y > belowPointsMax) return undefined
  const below = next.items.find((other) => Math.abs(other.x - item.x) < 3)
  return below && labelOf(below.text) === undefined && !inOnePiece(below.text) ? below.text : undefined
}

/**
 * The largest gap between two words of one label or value, in heights of the letters, for programs that draw each word
 * by itself.
 */
const wordGapMax = 0.8

/** Joins the pieces of a label or a value. */
const joinPieces = (items: readonly TextItem[]): TextItem[] => {
  const pieces: TextItem[] = []
  for (const item of items) {
    const before = pieces.at(-1)
    if (before && item.x - before.right <= wordGapMax * item.height && item.x >= before.right - 1) {
      pieces[pieces.length - 1] = { ...before, text: `${before.text} ${item.text}`, right: item.right }
    } else pieces.push(item)
  }
  return pieces
}

const valuesIn = (lines: readonly Line[]): [LabelKey, string][] => {
  const found: [LabelKey, string][] = []
  lines.forEach(({ items: pieces }, at) => {
    const items = joinPieces(pieces)
    for (let i = 0; i < items.length; i += 1) {
      const item = items[i] as TextItem
      const whole = inOnePiece(item.text)
      const key = whole?.[0] ?? labelOf(item.text)
      if (key === undefined) continue
      const values: string[] = [whole?.[1] ?? '']
      for (const other of items.slice(i + 1)) {
        if (labelOf(other.text) !== undefined || inOnePiece(other.text)) break
        values.push(other.text)
      }
      const beside = values.join(' ').replace(/^[\s:]+/, '')
      found.push([key, beside === '' ? (valueBelow(item, lines, at) ?? '') : beside])
    }
  })
  return found
}

/** The labelled values in some lines. If a label occurs more than once, the first value counts, but all currencies are kept. */
export const labelsIn = (lines: readonly Line[]): Labels => {
  const found: Labels = {}
  for (const [key, value] of valuesIn(lines)) addValue(found, key, value)
  return found
}

/** Matches what some banks print as the name: the kind of the account or its branch, not the holder. */
const kindOfAccount = /\b(account|current|savings|business|compte|courant|[eé]pargne|branch|agence)\b/i

/** Every name that is printed as a holder's; most statements have one. */
export const holdersIn = (lines: readonly Line[]): string[] => [
  ...new Set(
    valuesIn(lines)
      .filter(([key, value]) => key === 'name' && /\p{L}{2}/u.test(value) && !kindOfAccount.test(value))
      .map(([, value]) => value.trim()),
  ),
]
