import { createHash } from 'node:crypto'
import type { StatementRow } from '../statement.js'
import { parseAmount } from './amounts.js'
import type { Cells } from './columns.js'
import { dateOrderOf, parseDate, parseMoment, type DateOrder } from './dates.js'
import { forcedSideOf } from './forced-sides.js'
import type { Layout } from './layouts/layout.js'
import type { RawRow } from './raw-rows.js'
import { isCounted } from './reconcile.js'

export interface ReadRows {
  /** Oldest first. */
  readonly rows: readonly StatementRow[]
  readonly unread: readonly string[]
}

interface Money {
  readonly paidIn: number
  readonly paidOut: number
  readonly balance: number | null
}

const valueOf = (text: string | undefined): number | undefined => {
  if (text === undefined || /^[-–—]$/.test(text)) return 0
  return parseAmount(text)?.value
}

const balanceOf = (text: string | undefined): number | null | undefined => {
  if (text === undefined) return null
  const amount = parseAmount(text)
  if (!amount) return undefined
  return amount.side === 'debit' && amount.value !== 0 ? -amount.value : amount.value
}

/** The column says the direction, then the sign; for a closed list of wordings the wording says it (research 1.4). */
const moneyOf = (cells: Cells): Money | undefined => {
  const balance = balanceOf(cells.balance)
  if (balance === undefined) return undefined
  if (cells.amount !== undefined) {
    const amount = parseAmount(cells.amount)
    if (!amount) return undefined
    return amount.side === 'debit'
      ? { paidIn: 0, paidOut: amount.value, balance }
      : { paidIn: amount.value, paidOut: 0, balance }
  }
  const paidIn = valueOf(cells.paidIn)
  const paidOut = valueOf(cells.paidOut)
  if (paidIn === undefined || paidOut === undefined || (paidIn > 0 && paidOut > 0)) return undefined
  if (cells.paidIn === undefined && cells.paidOut === undefined) return undefined
  const side = forcedSideOf(cells.details ?? '')
  if (side === 'credit') return { paidIn: paidIn + paidOut, paidOut: 0, balance }
  if (side === 'debit') return { paidIn: 0, paidOut: paidIn + paidOut, balance }
  return { paidIn, paidOut, balance }
}

const detailsOf = (cells: Cells): string =>
  [cells.details, cells.narrative]
    .filter((text) => text !== undefined)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Banks without references: the row is named by what it says, so that the same row has the same name in every file. */
const referenceOf = (cells: Cells, moment: string, money: Money): string => {
  const printed = cells.receipt?.replaceAll(/\s+/g, ' ').trim()
  if (printed) return printed
  const facts = [moment, detailsOf(cells), money.paidIn, money.paidOut, money.balance].join('|')
  return `ROW-${createHash('sha256').update(facts).digest('hex').slice(0, 12).toUpperCase()}`
}

/** Cells stand apart, so that the end of one and the beginning of the next are no number together. */
const textOf = (cells: Cells): string => Object.values(cells).join('  ')

const rowOf = (raw: RawRow, rowIndex: number, layout: Layout, order: DateOrder): StatementRow | undefined => {
  const { cells } = raw
  const moment = parseMoment(cells.moment ?? '', order)
  const money = moneyOf(cells)
  if (!moment || !money) return undefined
  const isBank = layout.documentType === 'BANK_STATEMENT'
  return {
    rowIndex,
    receiptNumber: referenceOf(cells, moment, money),
    completionTime: moment,
    details: detailsOf(cells),
    ...money,
    transactionStatus: cells.status?.trim() || 'Completed',
    transactionDate: isBank ? moment.slice(0, 10) : null,
    valueDate: isBank ? (parseDate(cells.valueDate ?? '', order) ?? null) : null,
    transactionType: cells.type?.trim() || null,
    otherParty: cells.otherParty?.trim() || null,
  }
}

/**
 * Oldest first. Rows of one moment keep the order of the paper, read from its old end: a statement that begins with its
 * newest row is turned round.
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
 * One column of amounts without any sign: the balances tell which way each went. The first row has no balance in front of
 * it, unless the statement prints an opening one.
 */
const directed = (
  rows: readonly StatementRow[],
  opening: number | null,
): { rows: StatementRow[]; unread: string[] } => {
  const unread: string[] = []
  let before = opening
  const known = rows.flatMap((row) => {
    const amount = row.paidIn
    const after = row.balance
    const fell = before !== null && after !== null && before - amount === after
    const rose = before !== null && after !== null && before + amount === after
    before = after ?? before
    if (fell) return [{ ...row, paidIn: 0, paidOut: amount }]
    if (rose) return [row]
    unread.push(`${row.completionTime} ${row.details} ${amount / 100}`)
    return []
  })
  return { rows: known, unread }
}

const isWithoutSigns = (raw: readonly RawRow[]): boolean =>
  raw.some(({ cells }) => cells.amount !== undefined) &&
  raw.every(({ cells }) => cells.amount === undefined || parseAmount(cells.amount)?.side == null)

/** From this share on a paper prints a balance in each row. */
const balancesShareMin = 0.9

const toldRow = ({ completionTime, details, paidIn, paidOut }: StatementRow): string =>
  `${completionTime} ${details} ${(paidIn + paidOut) / 100}`

/**
 * Where nearly every row has a balance, a line without one that looks like a row is none: it stands under the table, or was
 * spoilt. The balance behind the last row of a day holds the others of that day, where there is one in front of it.
 */
const withoutStrays = (
  rows: readonly StatementRow[],
  opening: number | null,
): { rows: StatementRow[]; unread: string[] } => {
  const isBare = (row: StatementRow): boolean => row.balance === null && isCounted(row)
  const firstHeld = opening === null ? rows.findIndex((row) => !isBare(row)) : -1
  const isStray = (row: StatementRow, i: number): boolean => {
    if (!isBare(row)) return false
    const next = rows.slice(i + 1).find((other) => !isBare(other))
    return i < firstHeld || next?.completionTime.slice(0, 10) !== row.completionTime.slice(0, 10)
  }
  if (rows.filter(isBare).length > (1 - balancesShareMin) * rows.length)
    return { rows: [...rows], unread: [] }
  return {
    rows: rows.filter((row, i) => !isStray(row, i)),
    unread: rows.filter(isStray).map(toldRow),
  }
}

/** The rows of a statement. A row whose date or amounts cannot be read is handed back as text. */
export const readRows = (raw: readonly RawRow[], layout: Layout, opening: number | null): ReadRows => {
  const order = dateOrderOf(raw.map(({ cells }) => cells.moment ?? ''))
  const rows: StatementRow[] = []
  const unread: string[] = []
  raw.forEach((row, rowIndex) => {
    const read = rowOf(row, rowIndex, layout, order)
    if (read) rows.push(read)
    else unread.push(textOf(row.cells))
  })
  const held = withoutStrays(oldestFirst(rows), opening)
  if (!isWithoutSigns(raw)) return { rows: held.rows, unread: [...unread, ...held.unread] }
  const known = directed(held.rows, opening)
  return { rows: known.rows, unread: [...unread, ...held.unread, ...known.unread] }
}
