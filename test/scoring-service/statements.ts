import type { ParsedStatement, StatementRow } from '../../src/scoring-service/model/statement.js'
import { nextReceipt, row } from './rows.js'

/** One movement: its text, and the change of the balance in whole units. */
export interface Movement {
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string
  readonly details: string
  readonly amount: number
  /** Rows with the same receipt must be next to each other. */
  readonly receipt?: string
}

export interface StatementWish {
  readonly from: string
  readonly to: string
  readonly opening?: number
  readonly movements: readonly Movement[]
  readonly documentName?: string
  readonly documentType?: ParsedStatement['documentType']
  readonly issuer?: string
  readonly currency?: string
  readonly isValid?: boolean
  readonly name?: string
}

export const header: ParsedStatement['header'] = {
  name: 'JANE WANJIKU DOE',
  phoneNumber: '254712345678',
  email: 'jane@example.com',
  code: 'ABCD1234',
  statementPeriod: '01 Jan 2025 - 31 Dec 2025',
  requestDate: '01 Jan 2026',
  accountNumber: null,
  customerNumber: null,
  accountType: null,
  accountCreationDate: null,
  branch: null,
  currency: null,
  openingBalance: null,
  closingBalance: null,
  availableBalance: null,
  sumPaidIn: null,
  sumPaidOut: null,
  countPaidIn: null,
  countPaidOut: null,
  printedSummary: null,
}

/** The rows in the order of time, with the balance after each. */
export const rowsOf = (movements: readonly Movement[], opening = 0): StatementRow[] => {
  let balance = opening
  return [...movements]
    .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
    .map(({ at, details, amount, receipt }, rowIndex) => {
      balance = Math.round((balance + amount) * 100) / 100
      return row({
        at,
        details,
        balance,
        rowIndex,
        receipt: receipt ?? nextReceipt(),
        paidIn: Math.max(0, amount),
        paidOut: Math.max(0, -amount),
      })
    })
}

/** A statement as the parser gives it; its balances follow. */
export const statement = (wish: StatementWish): ParsedStatement => {
  const rows = rowsOf(wish.movements, wish.opening)
  return {
    documentName: wish.documentName ?? 'statement.pdf',
    documentType: wish.documentType ?? 'WALLET_STATEMENT',
    issuer: wish.issuer ?? 'M-PESA',
    header: { ...header, name: wish.name ?? header.name },
    period: { from: wish.from, to: wish.to },
    currency: wish.currency ?? 'KES',
    rows,
    unreadRows: [],
    reconciliation: { groups: rows.length, agreeing: rows.length },
    status: wish.isValid === false ? 'INVALID' : 'VALID',
    reasons: wish.isValid === false ? ['document_modified'] : [],
  }
}

const msPerDay = 86_400_000

export const daysOf = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += msPerDay) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}
