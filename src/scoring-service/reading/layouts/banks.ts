import type { ColumnKey, IssuerProfile, Layout } from './layout.js'
import { bankHeadings, feeHeadings, sideHeadings, unusedHeadings } from './headings.js'

/** How a bank is named on its own statement, above the table. Rows are not searched, since they often name other banks. */
export const bankNames: Readonly<Record<string, RegExp>> = {
  ABSA: /\babsa\b|\bbarclays bank of kenya\b/i,
  CO_OPERATIVE: /\bco-?operative bank\b|\bco-?op bank\b/i,
  DIAMOND_TRUST: /\bdiamond trust\b|\bDTB\b/i,
  ECOBANK: /\becobank\b/i,
  EQUITY: /\bequity bank\b|\bequitybank\b/i,
  FAMILY: /\bfamily bank\b/i,
  I_AND_M: /\bI\s?&\s?M bank\b/i,
  KCB: /\bKCB\b|\bkenya commercial bank\b/i,
  NATIONAL: /\bnational bank of kenya\b/i,
  NCBA: /\bNCBA\b|\bcommercial bank of africa\b|\bNIC bank\b/i,
  STANBIC: /\bstanbic\b/i,
  STANDARD_CHARTERED: /\bstandard chartered\b/i,
}

const notRows = [
  /^page\s*:?\s*\d+(\s*(of|\/|sur)\s*\d+)?$/i,
  /^\d+\s*\/\s*\d+$/,
  /^(this is a (system|computer) generated|end of (the )?statement|any (error|omission)|please (examine|report)|\*+\s*end)/i,
  /^(ce relev[eé] |sauf erreur|fin du relev[eé])/i,
  /^[-_=*\s]{5,}$/,
]

const bank = {
  documentType: 'BANK_STATEMENT',
  rowStart: 'moment',
  receipt: null,
  notRows,
  csv: true,
  currency: 'KES',
  zoneHours: 3,
  brokenGroups: { share: 0, count: 1 },
  agreementMin: 0.5,
} as const satisfies Partial<Layout>

/**
 * Programs that core banking systems print with. Banks do not publish which of them they use today, so any of them is
 * accepted.
 */
const printingPrograms: readonly RegExp[] = [
  /oracle (bi|analytics) publisher|oracle reports/i,
  /jasperreports|^itext|^openpdf/i,
  /crystal reports/i,
  /\bbirt\b/i,
  /microsoft reporting services|sql server reporting/i,
  /acrobat (distiller|pdfwriter)|adobe (livecycle|pdf library)/i,
  /apache fop/i,
  /finacle|flexcube|temenos|\bt24\b/i,
]

/** Any author is accepted, but the file must name the program that wrote it, and that must be one of `printingPrograms`. */
const bankProfile: IssuerProfile = {
  since: 2000,
  encryption: null,
  authors: [null, /./],
  creators: [null, ...printingPrograms],
  producers: printingPrograms,
}

const bankLayout = (
  issuer: string,
  id: string,
  columns: Layout['columns'],
  required: readonly ColumnKey[],
): Layout => ({
  ...bank,
  id,
  issuer,
  columns: { ...columns, fee: feeHeadings, side: sideHeadings, unused: unusedHeadings },
  required,
  recognisedBy: [bankNames[issuer] as RegExp],
  profiles: [bankProfile],
})

/** Layouts of published programs, whose authors checked them on real files (docs/design/statement-layouts.md#banks). */
export const bankLayouts: readonly Layout[] = [
  bankLayout(
    'ABSA',
    'absa.2024',
    {
      moment: ['txn date', 'transaction date'],
      details: ['description'],
      narrative: ['user narrative', 'narrative'],
      paidOut: ['money out'],
      paidIn: ['money in'],
      balance: ['balance'],
    },
    ['moment', 'details', 'paidOut', 'paidIn', 'balance'],
  ),
  bankLayout(
    'CO_OPERATIVE',
    'co-operative.2024',
    {
      moment: ['trans date', 'transaction date'],
      details: ['transaction details'],
      receipt: ['reference no', 'reference number', 'reference'],
      valueDate: ['value date'],
      paidOut: ['debit'],
      paidIn: ['credit'],
      balance: ['book balance'],
    },
    ['moment', 'details', 'paidOut', 'paidIn', 'balance'],
  ),
  bankLayout(
    'EQUITY',
    'equity.2024',
    {
      moment: ['transaction date', 'trans date', 'date'],
      valueDate: ['value date'],
      details: ['description', 'particulars', 'narrative'],
      receipt: ['reference', 'ref'],
      paidIn: ['credit', 'money in'],
      paidOut: ['debit', 'money out'],
      balance: ['balance'],
    },
    ['moment', 'details', 'paidOut', 'paidIn', 'balance'],
  ),
  bankLayout(
    'KCB',
    'kcb.2024',
    {
      moment: ['transaction date', 'txn date'],
      valueDate: ['value date'],
      details: ['transaction details', 'details'],
      paidOut: ['money out'],
      paidIn: ['money in'],
      balance: ['ledger balance', 'balance'],
      receipt: ['bank reference', 'reference'],
    },
    ['moment', 'details', 'paidOut', 'paidIn', 'balance'],
  ),
  bankLayout(
    'NCBA',
    'ncba.2024',
    {
      moment: ['transaction date', 'txn date', 'date'],
      valueDate: ['value date'],
      details: ['transaction details', 'details', 'description'],
      receipt: ['reference', 'ref no'],
      paidOut: ['debit', 'money out', 'withdrawals'],
      paidIn: ['credit', 'money in', 'deposits'],
      balance: ['running balance', 'balance'],
    },
    ['moment', 'details', 'balance'],
  ),
]

/**
 * The generic column mapper, for a bank without a layout of its own: it recognises headings by their synonyms. If most
 * balances do not follow, the columns were guessed wrong (`agreementMin`). If only some do not, the statement is judged like
 * that of a known layout.
 */
export const genericLayout = (issuer: string): Layout => ({
  ...bank,
  id: 'generic.2026',
  issuer,
  columns: bankHeadings,
  required: ['moment', 'details', 'balance'],
  recognisedBy: [],
  profiles: [],
  currency: null,
})

/** For a bank that prints no balances. Such a statement is read but never VALID, since nothing confirms its amounts. */
export const unbalancedLayout = (issuer: string): Layout => ({
  ...genericLayout(issuer),
  id: 'unbalanced.2026',
  required: ['moment', 'details'],
  agreementMin: 0,
})
