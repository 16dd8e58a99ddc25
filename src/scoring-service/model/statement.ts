import type { SummaryCategory, ValidityReason, ValidityStatus } from '../../scoring-contract/words.js'

/**
 * A statement that was read: the output of the parser and the input of classifier, features and card. Money is an
 * integer of minor units (cents) below 2^53; dates and times are as printed, in the statement's own zone. Plain data,
 * since it comes from a child process as JSON.
 */
export interface StatementRow {
  /** Its place in the document, from 0. Rows are sorted by time, oldest first. */
  readonly rowIndex: number
  readonly receiptNumber: string
  /** `YYYY-MM-DD HH:MM:SS`; a bank's row that has no time ends in `00:00:00`. */
  readonly completionTime: string
  readonly details: string
  /** Zero for debits. Never negative. */
  readonly paidIn: number
  /** Zero for credits. Never negative. */
  readonly paidOut: number
  /** After the transaction; null where the statement prints none. */
  readonly balance: number | null
  /** As printed; `Completed` in any case counts. */
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

/** Personal values as printed. */
export interface StatementHeader {
  readonly name: string
  readonly phoneNumber: string
  readonly email: string
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
 * Groups of one receipt or one second whose balances follow from the group before (docs/design/statement-layouts.md#rows).
 */
export interface Reconciliation {
  readonly groups: number
  readonly agreeing: number
}

export interface ParsedStatement {
  readonly documentName: string
  readonly documentType: 'WALLET_STATEMENT' | 'WALLET_TILL_STATEMENT' | 'BANK_STATEMENT'
  /** Canonical bank name, or the issuer of the wallet. */
  readonly issuer: string
  readonly header: StatementHeader
  /** Civil dates `YYYY-MM-DD`, both ends included: printed, or those of the first and the last row. */
  readonly period: { readonly from: string; readonly to: string }
  /** As printed, else that of an issuer with only one currency; null where neither tells. */
  readonly currency: string | null
  readonly rows: readonly StatementRow[]
  /** Candidates that could not be read. They are reported and never dropped. */
  readonly unreadRows: readonly string[]
  readonly reconciliation: Reconciliation
  readonly status: ValidityStatus
  /** Why it is not VALID; empty where it is VALID. */
  readonly reasons: readonly ValidityReason[]
}
