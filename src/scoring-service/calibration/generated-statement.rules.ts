import type { ParsedStatement, StatementHeader, StatementRow } from '../model/statement.js'

/** A movement on a day: its wording, and by how much the balance changes, in whole units. */
export interface Movement {
  readonly details: string
  readonly amount: number
}

interface GeneratedAccount {
  readonly name: string
  readonly phone: string
  readonly from: string
  readonly to: string
  readonly opening: number
  readonly movementsOn: (date: string) => readonly Movement[]
}

const dayMs = 86_400_000

/** Random numbers that can be repeated (mulberry32). */
export const chanceOf = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The head of a statement, without the holder. */
const blankHeader: Omit<StatementHeader, 'name' | 'phoneNumber'> = {
  email: '',
  code: '',
  statementPeriod: '',
  requestDate: '',
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

const rowsOf = ({ from, to, opening, movementsOn }: GeneratedAccount): StatementRow[] => {
  const rows: StatementRow[] = []
  let balance = opening * 100
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) {
    const date = new Date(at).toISOString().slice(0, 10)
    for (const [place, { details, amount }] of movementsOn(date).entries()) {
      const cents = amount * 100
      if (balance + cents < 0) continue
      balance += cents
      const nth = rows.length
      rows.push({
        rowIndex: nth,
        receiptNumber: `G${nth.toString(36).toUpperCase().padStart(9, '0')}`,
        completionTime: `${date} ${String(6 + (place >> 2)).padStart(2, '0')}:${15 * (place % 4) || '00'}:00`,
        details,
        paidIn: Math.max(0, cents),
        paidOut: Math.max(0, -cents),
        balance,
        transactionStatus: 'Completed',
        transactionDate: null,
        valueDate: null,
        transactionType: null,
        otherParty: null,
      })
    }
  }
  return rows
}

/** A wallet statement as the reader would give it. A payment that the balance does not cover is left out. */
export const statementOf = (account: GeneratedAccount): ParsedStatement => {
  const { name, phone, from, to } = account
  const rows = rowsOf(account)
  return {
    documentName: 'statement.pdf',
    documentType: 'WALLET_STATEMENT',
    issuer: 'M-PESA',
    header: { ...blankHeader, name, phoneNumber: phone },
    period: { from, to },
    currency: 'KES',
    rows,
    unreadRows: [],
    reconciliation: { groups: rows.length, agreeing: rows.length },
    status: 'VALID',
    reasons: [],
  }
}
