import type { StatementRow } from '../../model/statement.js'
import { parseAmount } from '../text/amounts.js'
import {
  dateOrderOf,
  isWithoutYear,
  parseDate,
  parseMoment,
  type DateOrder,
  type Span,
} from '../text/dates.js'
import type { Layout } from '../layouts/layout.js'
import type { RawRow } from './raw-rows.js'
import {
  detailsOf,
  moneyOf,
  referenceOf,
  sideIn,
  textOf,
  unmarkedSideOf,
  valueOf,
  wordOf,
} from './row-cells.js'
import { isCounted, replayBalances } from './reconcile.js'

/** Which part of a row could not be read. */
export type UnreadCause = 'year' | 'date' | 'amount' | 'side' | 'balance'

interface Unread {
  readonly text: string
  readonly cause: UnreadCause
}

export interface ReadRows {
  /** Oldest first. */
  readonly rows: readonly StatementRow[]
  readonly unread: readonly string[]
  /** Why most of `unread` could not be read; null if everything was read. */
  readonly cause: UnreadCause | null
}

/** A row, and the fee from a separate column. */
interface FeeRow {
  readonly row: StatementRow
  readonly fee: number
}

interface Conventions {
  readonly order: DateOrder
  /** The printed period, which gives the year to dates without one. */
  readonly span: Span | null
  /** The side of amounts without a mark. */
  readonly unmarked: 'debit' | 'credit'
}

const rowOf = (
  raw: RawRow,
  rowIndex: number,
  layout: Layout,
  { order, span, unmarked }: Conventions,
): FeeRow | Unread => {
  const { cells } = raw
  const moment = parseMoment(cells.moment ?? '', order, span)
  const money = moneyOf(cells, unmarked)
  if (!moment) return { text: textOf(cells), cause: isWithoutYear(cells.moment ?? '') ? 'year' : 'date' }
  const fee = valueOf(cells.fee)
  if (!money || fee === undefined) return { text: textOf(cells), cause: 'amount' }
  const isBank = layout.documentType === 'BANK_STATEMENT'
  const row = {
    rowIndex,
    receiptNumber: referenceOf(cells, moment, money),
    completionTime: moment,
    details: detailsOf(cells),
    ...money,
    transactionStatus: wordOf(cells.status) || 'Completed',
    transactionDate: isBank ? moment.slice(0, 10) : null,
    valueDate: isBank ? (parseDate(cells.valueDate ?? '', order) ?? null) : null,
    transactionType: wordOf(cells.type) || null,
    otherParty: wordOf(cells.otherParty) || null,
  }
  return { row, fee }
}

/** Splits off the fee as a row of its own; the printed balance is the one after both. */
const splitFee = ({ row, fee }: FeeRow): StatementRow[] =>
  fee === 0
    ? [row]
    : [
        { ...row, balance: null },
        { ...row, details: `${row.details} Charge`.trim(), paidIn: 0, paidOut: fee },
      ]

/** Some banks print the fee in addition to the amount, others include it in the amount: the balances show which. */
const withFees = (read: readonly FeeRow[], opening: number | null): readonly StatementRow[] => {
  const rows = read.map(({ row }) => row)
  if (read.every(({ fee }) => fee === 0)) return rows
  const rowsWithFees = read.flatMap(splitFee)
  const [included, additional] = [rows, rowsWithFees].map((each) =>
    replayBalances(oldestFirst(each), opening),
  )
  const areIncluded =
    additional !== undefined && included !== undefined && included.agreeing > additional.agreeing
  return areIncluded ? rows : rowsWithFees
}

/**
 * Sorts rows, the oldest first. Rows of one moment keep the printed order; if a statement begins with its newest row,
 * that order is reversed.
 */
const oldestFirst = (rows: readonly StatementRow[]): StatementRow[] => {
  let falling = 0
  for (let i = 1; i < rows.length; i += 1) {
    const [before, after] = [rows[i - 1] as StatementRow, rows[i] as StatementRow]
    if (before.completionTime > after.completionTime) falling += 1
    else if (before.completionTime < after.completionTime) falling -= 1
  }
  const direction = falling > 0 ? -1 : 1
  return [...rows].sort((a, b) =>
    a.completionTime < b.completionTime
      ? -1
      : a.completionTime > b.completionTime
        ? 1
        : direction * (a.rowIndex - b.rowIndex),
  )
}

/**
 * Finds the direction of unsigned amounts in one column by the balance before and after each. Without a printed opening
 * balance there is none before the first row, so that row is returned as unread.
 */
const withSides = (
  rows: readonly StatementRow[],
  opening: number | null,
): { rows: StatementRow[]; unread: string[] } => {
  const unread: string[] = []
  let balanceBefore = opening
  const rowsWithSide = rows.flatMap((row) => {
    const amount = row.paidIn
    const after = row.balance
    const fell = balanceBefore !== null && after !== null && balanceBefore - amount === after
    const rose = balanceBefore !== null && after !== null && balanceBefore + amount === after
    balanceBefore = after ?? balanceBefore
    if (fell) return [{ ...row, paidIn: 0, paidOut: amount }]
    if (rose) return [row]
    unread.push(`${row.completionTime} ${row.details} ${amount / 100}`)
    return []
  })
  return { rows: rowsWithSide, unread }
}

const isWithoutSigns = (raw: readonly RawRow[]): boolean =>
  raw.some(({ cells }) => cells.amount !== undefined) &&
  raw.every(
    ({ cells }) =>
      cells.amount === undefined || (!sideIn(cells.side) && parseAmount(cells.amount)?.side == null),
  )

/** If at least this share of rows has a balance, the statement is assumed to print a balance in each row. */
const balancesShareMin = 0.9

const rowText = ({ completionTime, details, paidIn, paidOut }: StatementRow): string =>
  `${completionTime} ${details} ${(paidIn + paidOut) / 100}`

/**
 * If nearly every row has a balance, a row without one was printed below the table, or is damaged: it is returned as
 * unread, unless the next row with a balance is of the same day, since that balance confirms it. Rows before the first
 * balance are confirmed only if an opening balance is printed.
 */
const withoutStrays = (
  rows: readonly StatementRow[],
  opening: number | null,
): { rows: StatementRow[]; unread: string[] } => {
  const isBare = (row: StatementRow): boolean => row.balance === null && isCounted(row)
  const firstWithBalance = opening === null ? rows.findIndex((row) => !isBare(row)) : -1
  const isStray = (row: StatementRow, i: number): boolean => {
    if (!isBare(row)) return false
    const next = rows.slice(i + 1).find((other) => !isBare(other))
    return i < firstWithBalance || next?.completionTime.slice(0, 10) !== row.completionTime.slice(0, 10)
  }
  if (rows.filter(isBare).length > (1 - balancesShareMin) * rows.length)
    return { rows: [...rows], unread: [] }
  return {
    rows: rows.filter((row, i) => !isStray(row, i)),
    unread: rows.filter(isStray).map(rowText),
  }
}

const withMainCause = (rows: readonly StatementRow[], unread: readonly Unread[]): ReadRows => {
  const counts = new Map<UnreadCause, number>()
  for (const { cause } of unread) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return { rows, unread: unread.map(({ text }) => text), cause: most?.[0] ?? null }
}

/** Reads the rows of a statement. A row whose date or amounts cannot be read is returned as text. */
export const readRows = (
  raw: readonly RawRow[],
  layout: Layout,
  opening: number | null,
  span: Span | null,
): ReadRows => {
  const conventions = {
    order: dateOrderOf(raw.map(({ cells }) => cells.moment ?? '')),
    span,
    unmarked: unmarkedSideOf(raw),
  }
  const feeRows: FeeRow[] = []
  const unread: Unread[] = []
  raw.forEach((row, rowIndex) => {
    const read = rowOf(row, rowIndex, layout, conventions)
    if ('cause' in read) unread.push(read)
    else feeRows.push(read)
  })
  const rows = withFees(feeRows, opening)
  const unreadBy = (cause: UnreadCause, texts: readonly string[]): Unread[] =>
    texts.map((text) => ({ text, cause }))
  const kept = withoutStrays(oldestFirst(rows), opening)
  const allUnread = [...unread, ...unreadBy('balance', kept.unread)]
  if (!isWithoutSigns(raw)) return withMainCause(kept.rows, allUnread)
  const sided = withSides(kept.rows, opening)
  return withMainCause(sided.rows, [...allUnread, ...unreadBy('side', sided.unread)])
}
