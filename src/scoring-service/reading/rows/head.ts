import type { ParsedStatement, StatementHeader, StatementRow, Summary } from '../../model/statement.js'
import { absolute, moneyOf, type PrintedTotals } from './printed-totals.js'
import { dateOrderOf, parseDate } from '../text/dates.js'
import type { Labels } from '../text/labels.js'
import type { Layout } from '../layouts/layout.js'
import { plainWords } from '../text/words.js'

const countOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null

/**
 * The verification code at the foot of each page: eight letters and digits by which the issuer identifies the file
 * (docs/design/statement-layouts.md#wallet-statements).
 */
export const verificationCodeIn = (texts: readonly string[]): string => {
  for (const text of texts) {
    const match = /verification code\s*(?:is|:)?\s*:?\s*([A-Z0-9]{8})\b/i.exec(text)
    if (match) return (match[1] as string).toUpperCase()
  }
  return ''
}

export interface HeadFacts {
  readonly labels: Labels
  readonly totals: PrintedTotals
  readonly summary: Summary | null
  readonly verificationCode: string
  readonly layout: Layout
  /** As printed. */
  readonly currency: string | null
}

const isBank = (layout: Layout): boolean => layout.documentType === 'BANK_STATEMENT'

/**
 * The head of a statement as printed. What is not printed is empty or null, never computed; but a wallet that prints no
 * currency has that of its issuer.
 */
export const headerOf = ({
  labels,
  totals,
  summary,
  verificationCode,
  layout,
  currency,
}: HeadFacts): StatementHeader => ({
  name: labels.name ?? '',
  phoneNumber: labels.phoneNumber ?? '',
  email: labels.email ?? '',
  code: verificationCode,
  statementPeriod: labels.statementPeriod ?? '',
  requestDate: labels.requestDate ?? '',
  accountNumber: labels.accountNumber ?? null,
  customerNumber: labels.customerNumber ?? null,
  accountType: labels.accountType ?? null,
  accountCreationDate: labels.accountCreationDate ?? null,
  branch: labels.branch ?? null,
  currency: currency ?? (isBank(layout) ? null : layout.currency),
  openingBalance: moneyOf(labels.openingBalance) ?? totals.openingBalance,
  closingBalance: moneyOf(labels.closingBalance) ?? totals.closingBalance,
  availableBalance: moneyOf(labels.availableBalance),
  sumPaidIn: absolute(moneyOf(labels.sumPaidIn)) ?? totals.sumPaidIn ?? summary?.total.paidIn ?? null,
  sumPaidOut: absolute(moneyOf(labels.sumPaidOut)) ?? totals.sumPaidOut ?? summary?.total.paidOut ?? null,
  countPaidIn: countOf(labels.countPaidIn),
  countPaidOut: countOf(labels.countPaidOut),
  printedSummary: summary,
})

const monthInText = String.raw`\p{L}{3,9}\.?`
const dayInText = String.raw`\d{1,2}(?:st|nd|rd|th|er)?`
const dateInText = new RegExp(
  [
    String.raw`${monthInText}\s+${dayInText},?\s+\d{4}`,
    String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
    String.raw`(?<!\d)\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}`,
    String.raw`(?<!\d)${dayInText}[-/. ]?${monthInText}[-/., ]*(?:\d{4}|\d{2})(?![\d:])`,
  ].join('|'),
  'giu',
)

/** The words between the two dates of a period, as `plainWords` writes them; a dash is accepted as well. */
const betweenWords = new Set(
  [
    [
      'to',
      'to date',
      'to end',
      'date to',
      'up to',
      'upto',
      'until',
      'till',
      'through',
      'thru',
      'and',
      'and date',
    ],
    ['end date', 'statement end date', 'period end date', 'period end', 'end', 'ending', 'closing date'],
    [
      'au',
      'et',
      'et le',
      'et au',
      'a',
      'jusqu au',
      'jusqu a',
      'fin',
      'date fin',
      'date de fin',
      'date de cloture',
    ],
  ].flat(),
)
const clockTimes = /\b\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]m)?\b/gi

const joinsDates = (text: string): boolean => {
  const words = plainWords(text.replaceAll(clockTimes, ' '))
  return words === '' ? /[-–—]/.test(text) : betweenWords.has(words)
}

/** `01 January to 30 April 2026`, `from 1er janvier au 30 avril 2026`: the year is printed once. */
const periodWithOneYear = new RegExp(
  String.raw`(${dayInText}[-/. ]${monthInText})\s+([\p{L}]{1,6}|[-–—])\s+(${dayInText}[-/. ]${monthInText}),?\s+(\d{4})\b`,
  'iu',
)

/** `Jan 2026 to Apr 2026`: whole months. */
const monthPeriod = /(?<![\p{L}\d] ?)(\p{L}{3,9}\.? \d{4})\s+([\p{L}]{1,6}|[-–—])\s+(\p{L}{3,9}\.? \d{4})\b/iu

const lastDayOf = (month: string): number | undefined =>
  [31, 30, 29, 28].find((day) => parseDate(`${day} ${month}`, 'DMY') !== undefined)

const withDays = (text: string): string => {
  const match = monthPeriod.exec(text)
  if (!match || !joinsDates(match[2] ?? '')) return text
  const [all, from = '', , to = ''] = match
  const last = lastDayOf(to)
  return last === undefined || lastDayOf(from) === undefined
    ? text
    : text.replace(all, `1 ${from} - ${last} ${to}`)
}

const withYear = (printed: string): string => {
  const text = withDays(printed)
  const match = periodWithOneYear.exec(text)
  if (!match || !joinsDates(match[2] ?? '')) return text
  const [all, from = '', , to = '', year = ''] = match
  const [first, last] = [`${from} ${year}`, `${to} ${year}`].map((day) => parseDate(day, 'DMY'))
  if (first === undefined || last === undefined || first > last) return text
  return text.replace(all, `${from} ${year} - ${to} ${year}`)
}

const periodIn = (printed: string): string | undefined => {
  const text = withYear(printed)
  const dates = [...text.matchAll(dateInText)]
  for (const [i, first] of dates.entries()) {
    const second = dates[i + 1]
    if (!second || !joinsDates(text.slice(first.index + first[0].length, second.index))) continue
    const period = `${first[0]} - ${second[0]}`
    if (spanOf(period) !== null) return period
  }
  return undefined
}

/** The first period that is printed in the texts, however it is worded; empty if there is none. */
export const periodLineIn = (texts: readonly string[]): string => {
  for (const [i, text] of texts.entries()) {
    // `From date` may be printed above `To date`.
    const period = periodIn(text) ?? periodIn(`${text} ${texts[i + 1] ?? ''}`)
    if (period !== undefined) return period
  }
  return ''
}

/** Both ends of a printed period; null if they cannot be read. */
export const spanOf = (printed: string): ParsedStatement['period'] | null => {
  const texts = withYear(printed).match(dateInText) ?? []
  const order = dateOrderOf(texts)
  const dates = texts.flatMap((text) => parseDate(text, order) ?? [])
  const [from, to] = [dates[0], dates.at(-1)]
  return dates.length >= 2 && from && to && from <= to ? { from, to } : null
}

/** Both ends of the printed period, else the dates of the first and the last row. */
export const periodOf = (printed: string, rows: readonly StatementRow[]): ParsedStatement['period'] =>
  spanOf(printed) ?? {
    from: rows[0]?.completionTime.slice(0, 10) ?? '',
    to: rows.at(-1)?.completionTime.slice(0, 10) ?? '',
  }
