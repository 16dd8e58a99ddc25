import { cellsOf, learnColumns, type Cells, type Columns } from './columns.js'
import { startsWithDate } from '../text/dates.js'
import { headingAt, type Heading } from './headings.js'
import type { Layout } from '../layouts/layout.js'
import { linesOf, type Line, type Page } from '../text/page.js'

/** A line of the table with its cells. */
export interface TableLine {
  readonly line: Line
  readonly cells: Cells
  /** The distance to the previous line in points; null for the first line below a heading or on a page. */
  readonly gap: number | null
}

export interface Table {
  /** Everything before the first heading: names, period, totals. */
  readonly above: readonly Line[]
  readonly lines: readonly TableLine[]
  /** The lines of the first heading. */
  readonly headings: readonly Line[]
  /**
   * Lines of later pages above their heading, which repeat the lines above the table; and lines that are never part of
   * a row (`Layout.notRows`).
   */
  readonly repeated: readonly Line[]
}

interface Segment {
  readonly headings: readonly Heading[]
  readonly lines: Line[]
}

/** From this share of the page's height downwards, a text that equals the page's number is not part of a row. */
const footFrom = 0.9

/**
 * Removes the page number at the foot, which would otherwise be in the last cell of the table
 * (docs/design/statement-layouts.md#wallet-statements).
 */
const withoutPageNumber = (lines: readonly Line[], page: Page): Line[] =>
  lines.flatMap((line) => {
    if (line.y < footFrom * page.height) return [line]
    const items = line.items.filter(({ text }) => text !== String(page.number))
    if (items.length === line.items.length) return [line]
    return items.length === 0 ? [] : [{ ...line, items, text: items.map(({ text }) => text).join(' ') }]
  })

const isNoRow = (line: Line, layout: Layout): boolean =>
  !line.items.some(({ isAmount }) => isAmount) && layout.notRows.some((pattern) => pattern.test(line.text))

/** Whether a line looks like a row. Rows above the heading of a later page belong to the table of the page before. */
const isRowLike = (line: Line, layout: Layout): boolean => {
  const first = line.items[0]?.text ?? ''
  return layout.rowStart === 'receipt' ? (layout.receipt?.test(first) ?? false) : startsWithDate(first)
}

const columnsKey = (headings: readonly Heading[]): string =>
  headings.map(({ key, x }) => `${key}@${Math.round(x / 2)}`).join(' ')

const columnsBySegment = (segments: readonly Segment[]): Map<Segment, Columns> => {
  const segmentsByKey = new Map<string, Segment[]>()
  for (const segment of segments) {
    const key = columnsKey(segment.headings)
    const group = segmentsByKey.get(key)
    if (group) group.push(segment)
    else segmentsByKey.set(key, [segment])
  }
  const columnsOf = new Map<Segment, Columns>()
  for (const group of segmentsByKey.values()) {
    const columns = learnColumns(
      (group[0] as Segment).headings,
      group.flatMap(({ lines }) => lines),
    )
    for (const segment of group) columnsOf.set(segment, columns)
  }
  return columnsOf
}

/** The lines before the first heading of a layout; undefined if there is no such heading. Cheap: the rest is not read. */
export const linesAbove = (pages: readonly Page[], layout: Layout): Line[] | undefined => {
  const above: Line[] = []
  for (const page of pages) {
    const lines = linesOf(page)
    const at = lines.findIndex((_, i) => headingAt(lines, i, layout))
    above.push(...lines.slice(0, at < 0 ? undefined : at))
    if (at >= 0) return above
  }
  return undefined
}

/** Finds the table of a layout in the pages of a document; undefined if there is none. */
export const findTable = (pages: readonly Page[], layout: Layout): Table | undefined => {
  const above: Line[] = []
  const repeated: Line[] = []
  const segments: Segment[] = []
  let headings: readonly Line[] | undefined
  for (const page of pages) {
    const lines = withoutPageNumber(linesOf(page), page)
    let top: Line[] = []
    const before = segments.at(-1)
    let segment: Segment | undefined
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at] as Line
      const heading = headingAt(lines, at, layout)
      if (heading) {
        if (!segment && before && top.some((other) => isRowLike(other, layout))) {
          segments.push({ headings: before.headings, lines: top })
        } else if (!segment) (before ? repeated : above).push(...top)
        top = []
        headings ??= lines.slice(at, at + heading.lineCount)
        segment = { headings: heading.headings, lines: [] }
        segments.push(segment)
        at += heading.lineCount - 1
        continue
      }
      if (isNoRow(line, layout)) (segment ? repeated : top).push(line)
      else (segment?.lines ?? top).push(line)
    }
    if (segment) continue
    if (before) segments.push({ headings: before.headings, lines: top })
    else above.push(...top)
  }
  if (segments.length === 0) return undefined
  const columns = columnsBySegment(segments)
  const tableLines = segments.flatMap((segment) =>
    segment.lines.map((line, i): TableLine => {
      const previous = segment.lines[i - 1]
      return {
        line,
        cells: cellsOf(line, columns.get(segment) as Columns),
        gap: previous ? line.y - previous.y : null,
      }
    }),
  )
  return { above, headings: headings ?? [], lines: tableLines, repeated }
}
