import type { Cells } from './columns.js'
import { isExcelDay, isTime, startsWithDate } from '../text/dates.js'
import { amountColumns, type ColumnKey, type Layout } from '../layouts/layout.js'
import type { Line } from '../text/page.js'
import type { TableLine } from './table.js'

/** A row as printed: its cells, put together from all its lines. */
export interface RawRow {
  readonly cells: Cells
}

export interface Aside {
  readonly cells: Cells
  /** Rows in front of it. */
  readonly rowsBefore: number
}

export interface RawRows {
  readonly rows: readonly RawRow[]
  /** Lines that carry money or begin as a row and are none: reported, never dropped. */
  readonly unread: readonly string[]
  /** Opening and closing balances and totals in front of the rows, between them, or behind them. */
  readonly asides: readonly Aside[]
  /** Lines that belong to no row: what is said between and behind the rows. */
  readonly outside: readonly Line[]
}

/** A line further below, in heights of its letters, is no continuation of the row. */
const continuationGapMax = 2.6

const asideWords =
  /\b(opening|closing|brought|carried)\b.*|\bbalance b\/?f\b|\bb\/f\b|\bc\/f\b|\btotals?\b|\bgrand total\b|\bsolde (initial|final|precedent|pr[eé]c[eé]dent|ant[eé]rieur|de cl[oô]ture|d.ouverture|au)\b|\bancien solde\b|\bnouveau solde\b|\breport\b|\b[aà] reporter\b/i

const wordsOf = (cells: Cells): string =>
  [cells.moment, cells.details, cells.narrative, cells.receipt, cells.status].filter(Boolean).join(' ')

const isAside = (cells: Cells): boolean => asideWords.test(wordsOf(cells)) && wordsOf(cells).length < 60

const hasMoney = (cells: Cells): boolean => amountColumns.some((key) => cells[key] !== undefined)

const begins = (cells: Cells, layout: Layout): boolean =>
  layout.rowStart === 'receipt'
    ? cells.receipt !== undefined && (layout.receipt?.test(cells.receipt) ?? true)
    : cells.moment !== undefined && (startsWithDate(cells.moment) || isExcelDay(cells.moment))

/** An opening balance has a date and looks like a row: its words say that no money moved. */
const isBalanceLine = (cells: Cells): boolean =>
  cells.paidIn === undefined && cells.paidOut === undefined && cells.amount === undefined && isAside(cells)

const append = (row: Cells, cells: Cells): void => {
  for (const [key, text] of Object.entries(cells) as [ColumnKey, string][]) {
    row[key] = row[key] === undefined ? text : `${row[key]} ${text}`
  }
}

/** Money on a lower line belongs to a row that has none yet: banks print it on the last line of the text. */
const completes = (row: Cells | undefined, cells: Cells): boolean =>
  row !== undefined && amountColumns.every((key) => row[key] === undefined || cells[key] === undefined)

/** The column of dates goes on with a time, never with words. */
const continues = (cells: Cells): boolean => cells.moment === undefined || isTime(cells.moment)

const isCandidate = (cells: Cells): boolean =>
  hasMoney(cells) || (cells.moment !== undefined && startsWithDate(cells.moment))

/** Puts the lines of a table together to rows: wrapped texts and times, also over the end of a page. */
export const rawRowsOf = (lines: readonly TableLine[], layout: Layout): RawRows => {
  const rows: RawRow[] = []
  const unread: string[] = []
  const asides: Aside[] = []
  const outside: Line[] = []
  let current: Cells | undefined
  for (const { line, cells, gap } of lines) {
    const isNear = gap === null || gap <= continuationGapMax * Math.max(6, line.items[0]?.height ?? 0)
    if (begins(cells, layout) && !isBalanceLine(cells)) {
      current = { ...cells }
      rows.push({ cells: current })
    } else if (hasMoney(cells) && isAside(cells)) {
      asides.push({ cells, rowsBefore: rows.length })
      current = undefined
    } else if (
      isCandidate(cells) &&
      !(isNear && completes(current, cells) && !startsWithDate(cells.moment ?? ''))
    ) {
      unread.push(line.text)
      current = undefined
    } else if (current && isNear && continues(cells)) {
      append(current, cells)
    } else if (cells.moment !== undefined && isTime(cells.moment)) {
      unread.push(line.text)
    } else {
      current = undefined
      outside.push(line)
    }
  }
  return { rows, unread, asides, outside }
}
