import type { Statement, StatementHeader, StatementRow, Summary } from '../statement.js'
import { parseAmount } from './amounts.js'
import type { Cells } from './columns.js'
import { dateOrderOf, parseDate } from './dates.js'
import type { Labels } from './labels.js'
import type { Layout } from './layouts/layout.js'
import { plainWords } from './words.js'

const moneyOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  const amount = parseAmount(text)
  if (!amount) return null
  return amount.side === 'debit' && amount.value !== 0 ? -amount.value : amount.value
}

const countOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null

/** Each page's foot has the code of eight letters and digits by which the issuer knows the file (research 1.1). */
export const verificationCodeIn = (texts: readonly string[]): string => {
  for (const text of texts) {
    const match = /verification code\s*(?:is|:)?\s*:?\s*([A-Z0-9]{8})\b/i.exec(text)
    if (match) return (match[1] as string).toUpperCase()
  }
  return ''
}

export interface Asides {
  readonly openingBalance: number | null
  readonly closingBalance: number | null
  readonly sumPaidIn: number | null
  readonly sumPaidOut: number | null
}

/** Balances and totals among the rows, where banks print them. */
export const asidesOf = (asides: readonly Cells[]): Asides => {
  const found = { openingBalance: null, closingBalance: null, sumPaidIn: null, sumPaidOut: null } as {
    -readonly [Key in keyof Asides]: Asides[Key]
  }
  for (const cells of asides) {
    const words = plainWords(
      [cells.moment, cells.details, cells.narrative, cells.receipt].filter(Boolean).join(' '),
    )
    const balance = moneyOf(cells.balance ?? cells.amount)
    if (/page/.test(words)) continue
    if (/opening|brought|b f\b|initial|ancien|precedent|anterieur|ouverture/.test(words)) {
      found.openingBalance ??= balance
    } else if (/closing|carried|final|cloture|nouveau/.test(words)) found.closingBalance ??= balance
    else if (/\btotal/.test(words)) {
      found.sumPaidIn ??= absolute(moneyOf(cells.paidIn))
      found.sumPaidOut ??= absolute(moneyOf(cells.paidOut))
      found.closingBalance ??= moneyOf(cells.balance)
    }
  }
  return found
}

const absolute = (value: number | null): number | null => (value === null ? null : Math.abs(value))

export interface HeadFacts {
  readonly labels: Labels
  readonly asides: Asides
  readonly summary: Summary | null
  readonly code: string
  readonly layout: Layout
  /** As printed. */
  readonly currency: string | null
}

const isBank = (layout: Layout): boolean => layout.documentType === 'BANK_STATEMENT'

/** The head of a statement as printed. What is not printed is empty or null, never computed. */
export const headerOf = ({
  labels,
  asides,
  summary,
  code,
  layout,
  currency,
}: HeadFacts): StatementHeader => ({
  name: labels.name ?? '',
  phoneNumber: labels.phoneNumber ?? '',
  email: labels.email ?? '',
  code,
  statementPeriod: labels.statementPeriod ?? '',
  requestDate: labels.requestDate ?? '',
  accountNumber: labels.accountNumber ?? null,
  customerNumber: labels.customerNumber ?? null,
  accountType: labels.accountType ?? null,
  accountCreationDate: labels.accountCreationDate ?? null,
  branch: labels.branch ?? null,
  currency: currency ?? (isBank(layout) ? null : layout.currency),
  openingBalance: moneyOf(labels.openingBalance) ?? asides.openingBalance,
  closingBalance: moneyOf(labels.closingBalance) ?? asides.closingBalance,
  availableBalance: moneyOf(labels.availableBalance),
  sumPaidIn: absolute(moneyOf(labels.sumPaidIn)) ?? asides.sumPaidIn ?? summary?.total.paidIn ?? null,
  sumPaidOut: absolute(moneyOf(labels.sumPaidOut)) ?? asides.sumPaidOut ?? summary?.total.paidOut ?? null,
  countPaidIn: countOf(labels.countPaidIn),
  countPaidOut: countOf(labels.countPaidOut),
  printedSummary: summary,
})

const dateInText =
  /\p{L}{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}(?:st|nd|rd|th)?[-/. ]\p{L}{3,9}\.?[-/., ]+\d{4}/gu

/** What stands between the two days of a period. */
const between =
  /^[\s:,.]*(?:(?:date|day)?\s*(?:to|until|till|and|au|[aà]|end|[-–—])\s*(?:date|day)?)[\s:,.]*$/i

/** The line that says from which day to which, however it is worded; empty without one. */
export const periodLineIn = (texts: readonly string[]): string => {
  for (const [i, text] of texts.entries()) {
    // `From date` may stand above `To date`.
    for (const line of [text, `${text} ${texts[i + 1] ?? ''}`]) {
      const found = [...line.matchAll(dateInText)]
      const [first, second] = found
      if (!first || !second || found.length > 2) continue
      if (between.test(line.slice(first.index + first[0].length, second.index))) {
        return `${first[0]} - ${second[0]}`
      }
    }
  }
  return ''
}

/** Both ends of the printed period, else those of the rows. */
export const periodOf = (printed: string, rows: readonly StatementRow[]): Statement['period'] => {
  const texts = printed.match(dateInText) ?? []
  const order = dateOrderOf(texts)
  const dates = texts.flatMap((text) => parseDate(text, order) ?? [])
  const [from, to] = [dates[0], dates.at(-1)]
  if (dates.length >= 2 && from && to && from <= to) return { from, to }
  return {
    from: rows[0]?.completionTime.slice(0, 10) ?? '',
    to: rows.at(-1)?.completionTime.slice(0, 10) ?? '',
  }
}
