import type { StatementRow } from '../../src/scoring-service/model/statement.js'

let serial = 0

/** A receipt number in the form that statements have, different at each call. */
export const nextReceipt = (): string => `R${(serial++).toString(36).toUpperCase().padStart(9, '0')}`

export interface RowWish {
  readonly at: string
  readonly details: string
  /** In whole units of the currency. */
  readonly paidIn?: number
  readonly paidOut?: number
  readonly balance?: number | null
  readonly receipt?: string
  readonly status?: string
  readonly rowIndex?: number
}

const hundredths = (units: number): number => Math.round(units * 100)

/** One row as the parser gives it. `at` is a date, or a date and a time. */
export const row = (wish: RowWish): StatementRow => ({
  rowIndex: wish.rowIndex ?? serial,
  receiptNumber: wish.receipt ?? nextReceipt(),
  completionTime: wish.at.length === 10 ? `${wish.at} 12:00:00` : wish.at,
  details: wish.details,
  paidIn: hundredths(wish.paidIn ?? 0),
  paidOut: hundredths(wish.paidOut ?? 0),
  balance: wish.balance == null ? null : hundredths(wish.balance),
  transactionStatus: wish.status ?? 'Completed',
  transactionDate: null,
  valueDate: null,
  transactionType: null,
  otherParty: null,
})
