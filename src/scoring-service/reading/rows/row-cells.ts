import { createHash } from 'node:crypto'
import { parseAmount } from '../text/amounts.js'
import { harmless } from '../text/harmless.js'
import type { Cells } from './columns.js'
import { forcedSideOf } from './forced-sides.js'

/** What a row moved, and the balance after it. */
export interface Money {
  readonly paidIn: number
  readonly paidOut: number
  readonly balance: number | null
}

export const valueOf = (text: string | undefined): number | undefined => {
  if (text === undefined || /^[-–—]{1,3}$/.test(text)) return 0
  return parseAmount(text)?.value
}

const balanceOf = (text: string | undefined): number | null | undefined => {
  if (text === undefined) return null
  const amount = parseAmount(text)
  if (!amount) return undefined
  return amount.side === 'debit' && amount.value !== 0 ? -amount.value : amount.value
}

/** Reads `CR`, `D`, `crédit`; null for an empty cell, undefined for any other text. */
export const sideIn = (text: string | undefined): 'debit' | 'credit' | null | undefined => {
  if (text === undefined) return null
  const [, debit, credit] = /^(?:(d|dr|debit|débit)|(c|cr|credit|crédit))\.?$/i.exec(text.trim()) ?? []
  if (debit !== undefined) return 'debit'
  return credit === undefined ? undefined : 'credit'
}

type Side = 'debit' | 'credit'

const sideOfAmount = ({ amount, side }: Cells): Side | null | undefined =>
  sideIn(side) ?? parseAmount(amount ?? '')?.side

/** The side of the amounts without a mark in a single column: some issuers mark only the credits. */
export const unmarkedSideOf = (rows: readonly { readonly cells: Cells }[]): Side => {
  const marked = new Set(rows.map(({ cells }) => sideOfAmount(cells)))
  return marked.has('credit') && !marked.has('debit') ? 'debit' : 'credit'
}

/**
 * The amounts of a row. With separate columns for paid in and paid out, the column shows the direction, except for a
 * closed list of wordings that show it themselves (docs/design/statement-layouts.md#rows). With a single column, the sign
 * or a column of sides shows it, else `unmarked`.
 */
export const moneyOf = (cells: Cells, unmarked: Side = 'credit'): Money | undefined => {
  const balance = balanceOf(cells.balance)
  if (balance === undefined) return undefined
  if (cells.amount !== undefined) {
    const amount = parseAmount(cells.amount)
    const printedSide = sideIn(cells.side)
    if (!amount || printedSide === undefined) return undefined
    if (printedSide !== null && amount.side !== null && printedSide !== amount.side) return undefined
    return (printedSide ?? amount.side ?? unmarked) === 'debit'
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

export const detailsOf = (cells: Cells): string =>
  harmless(
    [cells.details, cells.narrative]
      .filter((text) => text !== undefined)
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

export const wordOf = (cell: string | undefined): string => harmless(cell?.trim() ?? '')

/** What banks print in a column of references where a row has none. */
const noReference = /^(?:[-–—.*/ ]+|0+|n\.?\/?a\.?|nil|none|null)$/i

/**
 * The reference of a row. If none is printed, it is made from the contents of the row, so that the same row has the
 * same reference in every file.
 */
export const referenceOf = (cells: Cells, moment: string, money: Money): string => {
  const printed = cells.receipt?.replaceAll(/\s+/g, ' ').trim()
  if (printed && !noReference.test(printed)) return harmless(printed)
  const facts = [moment, detailsOf(cells), money.paidIn, money.paidOut, money.balance].join('|')
  return `ROW-${createHash('sha256').update(facts).digest('hex').slice(0, 12).toUpperCase()}`
}

/**
 * The text of a row. There are blanks between the cells, so that the end of one and the beginning of the next do not
 * form a number.
 */
export const textOf = (cells: Cells): string => Object.values(cells).join('  ')
