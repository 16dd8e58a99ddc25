import { maskedEmail, maskedPhone } from '../bodies/contacts.rules.js'
import type { ResultOptions } from '../model/engine.js'
import type { DocumentType } from '../../scoring-contract/words.js'
import type { CategorySum, StatementHeader, StatementRow, Summary } from '../model/statement.js'
import { summaryCategories, type SummaryCategory } from '../../scoring-contract/words.js'
import type { Check } from './checks/checks.js'
import { harmless } from './text/harmless.js'
import type { DocumentMeta } from './text/meta.js'
import type { Validity } from './checks/validity.js'

interface ParsedTransaction {
  readonly receiptNumber: string
  readonly completionTime: string
  readonly details: string
  readonly paidIn: number
  readonly paidOut: number
  readonly balance: number
  readonly transactionStatus: string
  readonly transactionDate: string | null
  readonly valueDate: string | null
  readonly transactionType: string | null
  readonly otherParty: string | null
}

type MoneyKey = 'openingBalance' | 'closingBalance' | 'availableBalance' | 'sumPaidIn' | 'sumPaidOut'

/**
 * `data` of docs/scoring-contract.md#pa, members in its order. Money is in units of the currency, with at most two decimals.
 */
export interface ParsedData {
  readonly logs: {
    readonly documentType: string
    readonly documentIssuedBy: string
    readonly format: string
    readonly fileKey: string | null
  }
  readonly meta: DocumentMeta
  readonly header: Omit<StatementHeader, 'printedSummary' | MoneyKey> &
    Readonly<Record<MoneyKey, number | null>> & {
      readonly summary: Readonly<Record<SummaryCategory, CategorySum>>
    }
  readonly transactions: readonly ParsedTransaction[]
  readonly validity: Validity & { readonly checks?: readonly Check[] }
}

export interface ParsedFacts {
  readonly documentType: DocumentType
  readonly issuer: string
  readonly format: 'pdf' | 'csv'
  readonly meta: DocumentMeta
  readonly header: StatementHeader
  readonly rows: readonly StatementRow[]
  readonly recomputed: Summary
  readonly validity: ParsedData['validity']
}

/** Computed from integers, so that two decimals are exact; a zero has no sign. */
const units = (hundredths: number): number => hundredths / 100 || 0

const unitsOrNull = (hundredths: number | null): number | null =>
  hundredths === null ? null : units(hundredths)

/** The balance after each row. Balances that are not printed are computed from the amounts. */
const balancesOf = (rows: readonly StatementRow[], opening: number | null): number[] => {
  const firstKnown = rows.findIndex(({ balance }) => balance !== null)
  const net = (from: number, to: number): number =>
    rows.slice(from, to).reduce((sum, { paidIn, paidOut }) => sum + paidIn - paidOut, 0)
  let running = opening ?? (firstKnown < 0 ? 0 : (rows[firstKnown]?.balance ?? 0) - net(0, firstKnown + 1))
  return rows.map(({ balance, paidIn, paidOut }) => {
    running = balance ?? running + paidIn - paidOut
    return running
  })
}

const transactionsOf = (rows: readonly StatementRow[], opening: number | null): ParsedTransaction[] => {
  const balances = balancesOf(rows, opening)
  return rows.map((row, i) => ({
    receiptNumber: row.receiptNumber,
    completionTime: row.completionTime,
    details: row.details,
    paidIn: units(row.paidIn),
    paidOut: units(row.paidOut),
    balance: units(balances[i] as number),
    transactionStatus: row.transactionStatus,
    transactionDate: row.transactionDate,
    valueDate: row.valueDate,
    transactionType: row.transactionType,
    otherParty: row.otherParty,
  }))
}

const summaryOf = (summary: Summary): Summary =>
  Object.fromEntries(
    summaryCategories.map((category) => [
      category,
      { paidIn: units(summary[category].paidIn), paidOut: units(summary[category].paidOut) },
    ]),
  ) as Record<SummaryCategory, CategorySum>

/**
 * The data of a statement. The summary is the printed one if there is one, else computed from the rows; whether the
 * two agree is one of the validity checks.
 */
export const parsedDataOf = (facts: ParsedFacts): ParsedData => {
  const { printedSummary, ...header } = facts.header
  return {
    logs: {
      documentType: facts.documentType,
      documentIssuedBy: facts.issuer,
      format: facts.format.toUpperCase(),
      fileKey: null,
    },
    meta: facts.meta,
    header: {
      ...(Object.fromEntries(
        Object.entries(header).map(([name, value]) => [
          name,
          typeof value === 'string' ? harmless(value) : value,
        ]),
      ) as typeof header),
      openingBalance: unitsOrNull(header.openingBalance),
      closingBalance: unitsOrNull(header.closingBalance),
      availableBalance: unitsOrNull(header.availableBalance),
      sumPaidIn: unitsOrNull(header.sumPaidIn),
      sumPaidOut: unitsOrNull(header.sumPaidOut),
      summary: summaryOf(printedSummary ?? facts.recomputed),
    },
    transactions: transactionsOf(facts.rows, header.openingBalance),
    validity: facts.validity,
  }
}

/** The `data` of one client's result. Comparing and scoring use printed values; masking only applies to what is shown. */
export const shownData = (
  data: ParsedData,
  checks: readonly Check[],
  { masksContacts, withChecks }: ResultOptions,
): ParsedData => {
  const { header, validity } = data
  const contacts = { phoneNumber: maskedPhone(header.phoneNumber), email: maskedEmail(header.email) }
  return {
    ...data,
    header: masksContacts ? { ...header, ...contacts } : header,
    validity: withChecks ? { ...validity, checks } : validity,
  }
}
