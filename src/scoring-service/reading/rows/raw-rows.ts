import type { Cells } from './columns.js'
import { isExcelDay, isTime, months, splitAfterMoment, startsWithDate } from '../text/dates.js'
import { amountColumns, type ColumnKey, type Layout } from '../layouts/layout.js'
import type { Line } from '../text/page.js'
import { plainWords } from '../text/words.js'
import { valueOf } from './row-cells.js'
import type { TableLine } from './table.js'

/** A row as printed: its cells, joined from all its lines. */
export interface RawRow {
  readonly cells: Cells
}

export interface TotalsLine {
  readonly cells: Cells
  /** How many rows are before it. */
  readonly rowsBefore: number
}

export interface RawRows {
  readonly rows: readonly RawRow[]
  /** Lines that have an amount or begin like a row, but cannot be a row. They are reported, never dropped. */
  readonly unread: readonly string[]
  /** Opening and closing balances and totals before, between or after the rows. */
  readonly totalsLines: readonly TotalsLine[]
  /** Lines that belong to no row: text between and after the rows. */
  readonly outside: readonly Line[]
}

/** A line that is further below than this, in heights of its letters, does not continue the row. */
const continuationGapMax = 2.6

const totalsWords =
  /\b(opening|closing|brought|carried)\b.*|\bbalance b\/?f\b|\bb\/f\b|\bc\/f\b|\b(totals?|totaux)\b|\bgrand total\b|\bsolde (initial|final|precedent|pr[eé]c[eé]dent|ant[eé]rieur|de cl[oô]ture|d.ouverture|au)\b|\bancien solde\b|\bnouveau solde\b|\breport\b|\b[aà] reporter\b/i

const wordsOf = (cells: Cells): string =>
  [cells.moment, cells.details, cells.narrative, cells.receipt, cells.status].filter(Boolean).join(' ')

const isTotalsLine = (cells: Cells): boolean => totalsWords.test(wordsOf(cells)) && wordsOf(cells).length < 60

const hasMoney = (cells: Cells): boolean => amountColumns.some((key) => cells[key] !== undefined)

const isDate = (text: string): boolean => startsWithDate(text) || isExcelDay(text)

const begins = (cells: Cells, layout: Layout): boolean =>
  layout.rowStart === 'receipt'
    ? cells.receipt !== undefined && (layout.receipt?.test(cells.receipt) ?? true)
    : isDate(cells.moment ?? '')

const month = Object.keys(months).join('|')
const datePart = String.raw`(?:\d{1,4}(?:st|nd|rd|th|er)?|${month}|\d{1,2}(?:${month})\d{2,4})`
/** Matches details that only name a balance, with its date or without, in the words of `plainWords`. */
const balanceName = new RegExp(
  [
    '^(?:(?:opening|closing) bal(?:ance)?',
    '(?:bal(?:ance)? )?(?:[bc] f(?:wd)?|(?:brought|carried) forward)|balance forward',
    'ancien solde|nouveau solde',
    'solde (?:initial|final|precedent|anterieur|crediteur|debiteur|reporte|a reporter|de cloture|d ouverture|de depart)',
    String.raw`solde(?= au \d.*\d\d$)`,
    `report(?: a nouveau| solde)?|a reporter)(?:(?: (?:du|au|as at|as of|on|at))?(?: ${datePart}){1,4})?$`,
  ].join('|'),
)
/** These may also be words of a payer: only a balance beside them shows that no money moved. */
const ambiguousName = /^(?:report(?! a nouveau)|a reporter)/

/** The words of a line that only names a balance; undefined for other lines. */
const balanceNameIn = ({ moment = '', details, narrative }: Cells): string | undefined => {
  const words = plainWords([isDate(moment) ? '' : moment, details, narrative].filter(Boolean).join(' '))
  return balanceName.test(words) ? words : undefined
}

/**
 * Whether a line shows a balance, such as the opening one. It has a date like a row, but its words show that no money
 * moved. Some banks print the balance in a column of amounts too, or only there.
 */
const isBalanceLine = (cells: Cells): boolean => {
  const name = balanceNameIn(cells)
  const printed = [cells.paidIn, cells.paidOut, cells.amount].filter((text) => text !== undefined)
  if (printed.length === 0) return isTotalsLine(cells) || name !== undefined
  const [amount, ...others] = printed.map(valueOf).filter((value) => value !== 0)
  if (name === undefined || others.length > 0) return false
  if (amount !== undefined && cells.balance === undefined) return !ambiguousName.test(name)
  return amount === undefined || valueOf(cells.balance) === amount
}

const append = (row: Cells, cells: Cells): void => {
  for (const [key, text] of Object.entries(cells) as [ColumnKey, string][]) {
    row[key] = row[key] === undefined ? text : `${row[key]} ${text}`
  }
}

/**
 * Whether a lower line may complete a row: no amount of the line is in a column in which the row has one already. Some
 * banks print the amounts on the last line of a row's text.
 */
const completes = (row: Cells | undefined, cells: Cells): boolean =>
  row !== undefined && amountColumns.every((key) => row[key] === undefined || cells[key] === undefined)

/** In the date column, a line that continues a row has a time or nothing. */
const continues = (cells: Cells): boolean => cells.moment === undefined || isTime(cells.moment)

const looksLikeRow = (cells: Cells): boolean =>
  hasMoney(cells) || (cells.moment !== undefined && startsWithDate(cells.moment))

/**
 * Details that are aligned to the right or to the middle may begin left of their heading, beside the date, or right
 * of it in a line below.
 */
const withoutWordsInDate = (printed: Cells, isRightOfDate: boolean): Cells => {
  const { moment: text = '', details, ...others } = printed
  const isWords =
    isRightOfDate && /\p{L}/u.test(text) && !isDate(text) && !isTime(text) && !isTotalsLine(printed)
  const [moment, words] = isWords ? [undefined, text] : (splitAfterMoment(text) ?? [])
  if (words === undefined) return printed
  return { ...(moment && { moment }), details: [words, details].filter(Boolean).join(' '), ...others }
}

/** Where the date of a row ends; infinite in a CSV, whose cells have no places. */
const dateEndOf = ({ items }: Line, moment: string): number => {
  const item = items.find(({ text }) => startsWithDate(text))
  if (!item) return Infinity
  return item.x + (item.right - item.x) * Math.min(1, moment.length / item.text.length)
}

/** Joins the lines of a table into rows: wrapped texts and times, also across pages. */
export const rawRowsOf = (lines: readonly TableLine[], layout: Layout): RawRows => {
  const rows: RawRow[] = []
  const unread: string[] = []
  const totalsLines: TotalsLine[] = []
  const outside: Line[] = []
  let current: Cells | undefined
  let dateEnd = Infinity
  for (const { line, cells: printed, gap } of lines) {
    const cells = withoutWordsInDate(printed, (line.items[0]?.x ?? 0) >= dateEnd)
    const isNear = gap === null || gap <= continuationGapMax * Math.max(6, line.items[0]?.height ?? 0)
    if (begins(cells, layout) && !isBalanceLine(cells)) {
      current = { ...cells }
      dateEnd = dateEndOf(line, cells.moment ?? '')
      rows.push({ cells: current })
    } else if (hasMoney(cells) && (isTotalsLine(cells) || isBalanceLine(cells))) {
      totalsLines.push({ cells, rowsBefore: rows.length })
      current = undefined
    } else if (
      looksLikeRow(cells) &&
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
  return { rows, unread, totalsLines, outside }
}
