import { parseAmount } from '../text/amounts.js'
import { plainWords } from '../text/words.js'
import type { RawRows, TotalsLine } from './raw-rows.js'

export const moneyOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  const amount = parseAmount(text)
  if (!amount) return null
  return amount.side === 'debit' && amount.value !== 0 ? -amount.value : amount.value
}

export const absolute = (value: number | null): number | null => (value === null ? null : Math.abs(value))

export interface PrintedTotals {
  readonly openingBalance: number | null
  readonly closingBalance: number | null
  readonly sumPaidIn: number | null
  readonly sumPaidOut: number | null
}

const isTotal = (words: string): boolean => /\btota(?:l|ux)/.test(words)

const totalsWordsOf = ({ cells }: TotalsLine): string =>
  plainWords([cells.moment, cells.details, cells.narrative, cells.receipt].filter(Boolean).join(' '))

const hasSides = ({ cells }: TotalsLine): boolean =>
  [cells.paidIn, cells.paidOut].some((text) => (moneyOf(text) ?? 0) !== 0)

/**
 * The balances and totals that banks print before and after the rows. Those between the rows are subtotals and carried
 * balances of a page, and are left out. If there are totals between the rows, the total at the end is only that of the
 * last page, and is left out too. If a balance stands in a column of amounts, the totals may contain it, and are left out.
 */
export const printedTotalsOf = ({
  totalsLines: all,
  rows,
}: Pick<RawRows, 'totalsLines' | 'rows'>): PrintedTotals => {
  const isBetweenRows = ({ rowsBefore }: TotalsLine): boolean => rowsBefore > 0 && rowsBefore < rows.length
  const isByPage = all.some((line) => isBetweenRows(line) && isTotal(totalsWordsOf(line)))
  const areBalancesAdded = all.some(
    (line) => !isBetweenRows(line) && !isTotal(totalsWordsOf(line)) && hasSides(line),
  )
  const lines = all.filter((line) => !isBetweenRows(line) && !(isByPage && isTotal(totalsWordsOf(line))))
  const totals = { openingBalance: null, closingBalance: null, sumPaidIn: null, sumPaidOut: null } as {
    -readonly [Key in keyof PrintedTotals]: PrintedTotals[Key]
  }
  for (const line of lines) {
    const { cells } = line
    const words = totalsWordsOf(line)
    const balance = moneyOf(cells.balance ?? cells.amount)
    if (/page/.test(words)) continue
    if (
      /opening|brought|b f(?:wd)?\b|balance forward|initial|ancien|precedent|anterieur|ouverture|depart\b/.test(
        words,
      )
    ) {
      totals.openingBalance ??= balance
    } else if (/closing|carried|final|cloture|(?<!report a )nouveau/.test(words))
      totals.closingBalance ??= balance
    // A total with one figure in the column of balances, such as `Total Debits` below the table, is no balance.
    else if (isTotal(words) && (cells.paidIn ?? cells.paidOut) !== undefined) {
      if (!areBalancesAdded) {
        totals.sumPaidIn ??= absolute(moneyOf(cells.paidIn))
        totals.sumPaidOut ??= absolute(moneyOf(cells.paidOut))
      }
      totals.closingBalance ??= moneyOf(cells.balance)
    }
  }
  return totals
}
