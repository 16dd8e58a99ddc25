import { isAmountText, isDamagedAmount } from '../text/amounts.js'
import { startsWithDate } from '../text/dates.js'
import type { Heading } from './headings.js'
import { amountColumns, type ColumnKey } from '../layouts/layout.js'
import type { Line, TextItem } from '../text/page.js'

type Edge = 'left' | 'right' | 'centre'

export interface AmountColumn {
  readonly key: ColumnKey
  /** Where the cells of the column have the edge that they share (`Columns.edge`), in points. */
  readonly at: number
  /** An amount whose edge is further away from `at` than this, in points, is in no column. */
  readonly reach: number
}

export interface TextColumn {
  readonly key: ColumnKey
  readonly left: number
}

/** The positions of a table's columns, taken from the cells: headings may be centred even if the columns are not. */
export interface Columns {
  readonly edge: Edge
  readonly amounts: readonly AmountColumn[]
  readonly texts: readonly TextColumn[]
  /** The horizontal extents of the headings of amounts and of texts. */
  readonly spans: { readonly ofAmounts: readonly Span[]; readonly ofTexts: readonly Span[] }
}

interface Span {
  readonly x: number
  readonly right: number
}

/** Whether a number is below a heading of texts and below none of amounts: it is a branch or serial number, not an amount. */
const isBelowText = ({ ofAmounts, ofTexts }: Columns['spans'], { x, right }: Span): boolean => {
  const isBelow = (heading: Span): boolean => heading.x < right && x < heading.right
  return ofTexts.some(isBelow) && !ofAmounts.some(isBelow)
}

const edgeOf = (item: { x: number; right: number }, edge: Edge): number =>
  edge === 'left' ? item.x : edge === 'right' ? item.right : (item.x + item.right) / 2

const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

const roundsMax = 4

interface Fit {
  readonly edge: Edge
  readonly at: readonly number[]
  readonly spread: number
}

/** In each round, each amount goes to the nearest column, and each column moves to the middle of its amounts. */
const fit = (cells: readonly TextItem[], headings: readonly Heading[], edge: Edge): Fit => {
  let at = headings.map((heading) => edgeOf(heading, edge))
  let spread = 0
  for (let round = 0; round < roundsMax; round += 1) {
    const members: number[][] = at.map(() => [])
    spread = 0
    for (const cell of cells) {
      const place = edgeOf(cell, edge)
      const column = nearest(at, place)
      members[column]?.push(place)
      spread += Math.abs(place - (at[column] as number))
    }
    at = at.map((old, i) => ((members[i] as number[]).length > 0 ? medianOf(members[i] as number[]) : old))
  }
  return { edge, at, spread }
}

const nearest = (places: readonly number[], place: number): number => {
  let best = 0
  for (let i = 1; i < places.length; i += 1) {
    if (Math.abs((places[i] as number) - place) < Math.abs((places[best] as number) - place)) best = i
  }
  return best
}

const reachMin = 12

const learnAmounts = (
  cells: readonly TextItem[],
  headings: readonly Heading[],
): { edge: Edge; amounts: AmountColumn[] } => {
  const fits = (['right', 'left', 'centre'] as const).map((edge) => fit(cells, headings, edge))
  const best = fits.reduce((a, b) => (b.spread < a.spread - 0.01 ? b : a))
  const amounts = headings.map(({ key }, i) => {
    const gaps = best.at.filter((_, other) => other !== i).map((at) => Math.abs(at - (best.at[i] as number)))
    return { key, at: best.at[i] as number, reach: Math.max(reachMin, Math.min(...gaps, 120) / 2) }
  })
  return { edge: best.edge, amounts }
}

/** Cells whose left ends are at most this far apart belong to one column. */
const leftTolerancePoints = 2

const learnLeft = (heading: Heading, before: Heading | undefined, cells: readonly TextItem[]): number => {
  const from = (before?.right ?? 0) - 1
  const counts = new Map<number, number>()
  for (const { x } of cells) {
    if (x < from || x > heading.right) continue
    const at = Math.round(x)
    counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  let best: number | undefined
  for (const [at, count] of counts) {
    const bestCount = best === undefined ? 0 : (counts.get(best) as number)
    if (count > bestCount || (count === bestCount && at < (best as number))) best = at
  }
  return best ?? heading.x
}

/** Amounts more points than this to the left of the amount columns are numbers inside a text: an account, a till. */
const amountsReachLeftPoints = 60

/** How many lines the columns are learnt from. The columns are the same throughout a document, so a sample is enough. */
const learntLinesMax = 1500

const sampleOf = (lines: readonly Line[]): readonly Line[] => {
  const step = Math.ceil(lines.length / learntLinesMax)
  return step <= 1 ? lines : lines.filter((_, i) => i % step === 0)
}

/** Learns the columns below `headings` from the lines of all pages that have the same headings in the same places. */
export const learnColumns = (headings: readonly Heading[], lines: readonly Line[]): Columns => {
  const amountHeadings = headings.filter(({ key }) => amountColumns.includes(key))
  const textHeadings = headings.filter(({ key }) => !amountColumns.includes(key))
  const spans = { ofAmounts: amountHeadings, ofTexts: textHeadings }
  const amountsFrom = (amountHeadings[0]?.x ?? 0) - amountsReachLeftPoints
  const amounts: TextItem[] = []
  const texts: TextItem[] = []
  for (const { items } of sampleOf(lines)) {
    for (const item of items) {
      const isAmount = item.isAmount && item.right > amountsFrom && !startsWithDate(item.text)
      if (isAmount && isNearAmounts(item, amountHeadings) && !isBelowText(spans, item)) amounts.push(item)
      else texts.push(item)
    }
  }
  return {
    spans,
    ...learnAmounts(amounts, amountHeadings),
    texts: textHeadings.map((heading) => ({
      key: heading.key,
      left: learnLeft(heading, headings[headings.indexOf(heading) - 1], texts),
    })),
  }
}

const isNearAmounts = (item: TextItem, headings: readonly Heading[]): boolean =>
  headings.some(
    ({ x, right }) => item.right > x - amountsReachLeftPoints && item.x < right + amountsReachLeftPoints,
  )

export type Cells = Partial<Record<ColumnKey, string>>

const put = (cells: Cells, key: ColumnKey, text: string): void => {
  const before = cells[key]
  cells[key] = before === undefined ? text : `${before} ${text}`
}

const amountColumnOf = (columns: Columns, item: TextItem): AmountColumn | undefined => {
  const place = edgeOf(item, columns.edge)
  const column =
    columns.amounts[
      nearest(
        columns.amounts.map(({ at }) => at),
        place,
      )
    ]
  return column && Math.abs(column.at - place) <= column.reach ? column : undefined
}

const textColumnAt = (columns: Columns, x: number): number => {
  let index = 0
  columns.texts.forEach(({ left }, i) => {
    if (left - leftTolerancePoints <= x) index = i
  })
  return index
}

/** A text that reaches this many points or more into the next column was merged with that column's cell. */
const overlapPointsMin = 4

const splitAt = (item: TextItem, boundary: number): [TextItem, TextItem] | undefined => {
  const step = (item.right - item.x) / item.text.length
  const boundaryIndex = (boundary - item.x) / step
  let best = -1
  for (let at = item.text.indexOf(' '); at >= 0; at = item.text.indexOf(' ', at + 1)) {
    if (best < 0 || Math.abs(at + 1 - boundaryIndex) < Math.abs(best + 1 - boundaryIndex)) best = at
  }
  if (best < 0 || Math.abs(best + 1 - boundaryIndex) * step > 3 * overlapPointsMin) return undefined
  const cut = item.x + (best + 1) * step
  const [front, rest] = [item.text.slice(0, best).trim(), item.text.slice(best + 1).trim()]
  return [
    { ...item, text: front, right: cut, isAmount: isAmountText(front) },
    // The place of the cut is an estimate, since letters differ in width: the rest begins in the next column in any
    // case.
    { ...item, text: rest, x: Math.max(cut, boundary), isAmount: isAmountText(rest) },
  ]
}

/** An amount at the end of a text, with which it was merged. Such amounts are cut off one by one. */
const trailingAmount = /^(.*\S)\s+([-(+]?\d[\d,]*\.\d\d\)?(?:\s?(?:cr|dr))?)$/i

const pieces = (item: TextItem, line: Line, columns: Columns): TextItem[] => {
  if (item.isAmount) return [item]
  const amount = columns.edge === 'right' ? trailingAmount.exec(item.text) : null
  if (amount && amountColumnOf(columns, item)) {
    const [, text = '', tail = ''] = amount
    const cut = item.right - ((item.right - item.x) * tail.length) / item.text.length
    return [
      ...pieces({ ...item, text, right: cut - 1, isAmount: isAmountText(text) }, line, columns),
      { ...item, text: tail, x: cut, isAmount: true },
    ]
  }
  const next = columns.texts[textColumnAt(columns, item.x) + 1]
  if (!next || item.right < next.left + overlapPointsMin) return [item]
  const isTaken = line.items.some(({ x }) => Math.abs(x - next.left) <= leftTolerancePoints)
  const split = isTaken ? undefined : splitAt(item, next.left)
  return split ? [split[0], ...pieces(split[1], line, columns)] : [item]
}

/** The column of a text that was probably meant as an amount: it must end (or begin) where the amounts of the column do. */
const damagedColumnOf = (columns: Columns, item: TextItem): AmountColumn | undefined => {
  if (!isDamagedAmount(item.text) || startsWithDate(item.text)) return undefined
  const column = amountColumnOf(columns, item)
  return column && Math.abs(column.at - edgeOf(item, columns.edge)) <= reachMin ? column : undefined
}

const columnOf = (columns: Columns, item: TextItem): AmountColumn | undefined => {
  if (!item.isAmount) return damagedColumnOf(columns, item)
  return isBelowText(columns.spans, item) ? undefined : amountColumnOf(columns, item)
}

export const cellsOf = (line: Line, columns: Columns): Cells => {
  const cells: Cells = {}
  for (const whole of line.items) {
    for (const item of pieces(whole, line, columns)) {
      const amount = columnOf(columns, item)
      if (amount && cells[amount.key] === undefined) put(cells, amount.key, item.text)
      else put(cells, columns.texts[textColumnAt(columns, item.x)]?.key ?? 'details', item.text)
    }
  }
  return cells
}
