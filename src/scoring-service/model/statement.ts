import type { SummaryCategory, ValidityReason, ValidityStatus } from '../../scoring-contract/words.js'

/**
 * A row of a statement. In this file money is an integer of hundredths of the currency's unit (also of francs) below
 * 2^53; dates and times are as printed, in the statement's own zone.
 */
export interface StatementRow {
  /** The index of the row in the document. Rows are sorted by time, oldest first. */
  readonly rowIndex: number
  readonly receiptNumber: string
  /** `YYYY-MM-DD HH:MM:SS`; `00:00:00` for a bank's row without a time. */
  readonly completionTime: string
  readonly details: string
  /** Zero for debits. Never negative. */
  readonly paidIn: number
  /** Zero for credits. Never negative. */
  readonly paidOut: number
  /** After the transaction; null where the statement prints none. */
  readonly balance: number | null
  /** As printed; only `Completed`, in upper or lower case, counts. */
  readonly transactionStatus: string
  readonly transactionDate: string | null
  readonly valueDate: string | null
  readonly transactionType: string | null
  readonly otherParty: string | null
}

export interface CategorySum {
  readonly paidIn: number
  readonly paidOut: number
}

export type Summary = Readonly<Record<SummaryCategory, CategorySum>>

/** The head of a statement, as printed. */
export interface StatementHeader {
  readonly name: string
  readonly phoneNumber: string
  readonly email: string
  /** The verification code by which the issuer identifies the file; empty when none is printed. */
  readonly code: string
  readonly statementPeriod: string
  readonly requestDate: string
  readonly accountNumber: string | null
  readonly customerNumber: string | null
  readonly accountType: string | null
  readonly accountCreationDate: string | null
  readonly branch: string | null
  readonly currency: string | null
  readonly openingBalance: number | null
  readonly closingBalance: number | null
  readonly availableBalance: number | null
  readonly sumPaidIn: number | null
  readonly sumPaidOut: number | null
  readonly countPaidIn: number | null
  readonly countPaidOut: number | null
  /** The printed table; null when the statement has none. */
  readonly printedSummary: Summary | null
}

/**
 * Groups of rows of one receipt or one second: how many could be compared, and in how many the balance follows from
 * the group before (docs/design/statement-layouts.md#rows).
 */
export interface Reconciliation {
  readonly groups: number
  readonly agreeing: number
}

/**
 * A statement that was read: the output of the parser and the input of classifier, features and card. Plain data, since a
 * reader passes it on as JSON.
 */
export interface ParsedStatement {
  readonly documentName: string
  readonly documentType: 'WALLET_STATEMENT' | 'WALLET_TILL_STATEMENT' | 'BANK_STATEMENT'
  /** Canonical bank name, or the issuer of the wallet. */
  readonly issuer: string
  readonly header: StatementHeader
  /** The printed period, else the dates of the first and the last row; `YYYY-MM-DD`, both ends included. */
  readonly period: { readonly from: string; readonly to: string }
  /** As printed, else the only currency of the issuer or its country; null when none is known. */
  readonly currency: string | null
  readonly rows: readonly StatementRow[]
  /** Lines that look like rows but could not be read. They are reported, never dropped. */
  readonly unreadRows: readonly string[]
  readonly reconciliation: Reconciliation
  readonly status: ValidityStatus
  /** Why the status is not VALID; empty for VALID. */
  readonly reasons: readonly ValidityReason[]
}
