import type { Applicant, EngineDocument } from '../model/engine.js'
import type { ParsedStatement } from '../model/statement.js'
import { check, notApplicable, type Check } from './checks/checks.js'
import { csvChecks } from './checks/csv-checks.js'
import { currencyOf } from './rows/currency.js'
import { readCsvDocument } from './read-csv-document.js'
import { readPdfDocument } from './read-pdf-document.js'
import { fileChecks, isEdited } from './checks/file-checks.js'
import type { RawDocument } from './raw-document.js'
import { headerOf, periodOf, spanOf } from './rows/head.js'
import { printedTotalsOf } from './rows/printed-totals.js'
import { dateOrderOf, parseDate } from './text/dates.js'
import { noMeta } from './text/meta.js'
import { parsedDataOf, type ParsedData } from './parsed-data.js'
import { replayBalances, type Replay } from './rows/reconcile.js'
import { rowChecks } from './checks/row-checks.js'
import { recomputedSummary } from './checks/recomputed-summary.js'
import { readRows, type UnreadCause } from './rows/statement-rows.js'
import { withHoldersContacts } from './checks/identity.js'
import { Unreadable } from './text/unreadable.js'
import { accountMatches, validityOf } from './checks/validity.js'

export interface ReadRequest {
  readonly document: Omit<EngineDocument, 'path'>
  readonly bytes: Buffer
  readonly applicant: Applicant
  readonly asOf: Date
  /** Whether the client vouches for its CSVs. */
  readonly acceptsCsv?: boolean
  /** Called with the number of pages as soon as it is known. */
  readonly onPages?: (count: number) => void
}

export interface Reading {
  readonly statement: ParsedStatement
  readonly data: ParsedData
  readonly checks: readonly Check[]
}

const accountCheck = (matches: boolean | undefined): Check =>
  matches === undefined
    ? notApplicable('account_number', 'not given or not printed')
    : check('account_number', 'hard', matches, matches ? 'as given' : 'another account than the one given')

/**
 * How many rows may be confirmed by no balance. Every statement has some of them at its edges; if there are more, too
 * many amounts could be changed unnoticed.
 */
const unconfirmedMax = { share: 0.05, count: 8 }

const isConfirmed = ({ comparedCount, unconfirmed }: Replay, rowCount: number): boolean =>
  comparedCount > 0 && unconfirmed <= Math.max(unconfirmedMax.count, unconfirmedMax.share * rowCount)

/** How many rows may be unread; these are reported with the result. With more, the rest is only a fragment of a statement. */
const unreadRowsMax = { share: 0.02, count: 2 }

/** Why most rows could not be read, and what to do about it. */
const causes: Readonly<Record<UnreadCause, string>> = {
  year: 'their dates are without a year and the paper prints no period that tells it: ask for a statement with its period on it',
  date: 'their dates are written in a way that is not known: ask for a statement with dates such as 05/01/2026',
  amount: 'amounts or balances in them are no numbers: ask the issuer for the file as it was made',
  side: 'their amounts have no sign, and the balances do not tell which way they went: ask for a statement with a column for each',
  balance: 'they have no balance where the others have one: ask the issuer for the file as it was made',
}

const noRows =
  'their lines begin with no date or receipt that is known: ask for a statement with dates such as 05/01/2026'

const refuseFragment = (readCount: number, unreadCount: number, cause: UnreadCause | null): void => {
  const isFragment =
    (readCount === 0 && unreadCount > 0) ||
    (unreadCount > unreadRowsMax.count && unreadCount > unreadRowsMax.share * (readCount + unreadCount))
  if (!isFragment) return
  throw new Unreadable(
    'unsupported_layout',
    `${unreadCount} of ${readCount + unreadCount} rows could not be read: ${cause === null ? noRows : causes[cause]}`,
  )
}

/** The contents of a statement; throws `Unreadable` if the document is not a statement. */
const contentsOf = (raw: RawDocument, applicant: Applicant) => {
  const { layout, above, rawRows } = raw
  const labels = withHoldersContacts(raw.labels, applicant, layout.documentType === 'BANK_STATEMENT')
  const { printed, currency } = currencyOf({ label: labels.currency, above, rows: rawRows.rows, layout })
  const header = headerOf({ ...raw, labels, totals: printedTotalsOf(rawRows), currency: printed })
  const { rows, unread, cause } = readRows(
    rawRows.rows,
    layout,
    header.openingBalance,
    spanOf(header.statementPeriod),
  )
  const unreadRows = [...rawRows.unread, ...unread]
  refuseFragment(rows.length, unreadRows.length, cause)
  if (rows.length === 0)
    throw new Unreadable(
      'no_transactions',
      'the statement has headings and no transactions below them: ask for a period in which the account was used',
    )
  const replay = replayBalances(rows, header.openingBalance)
  if (replay.agreeing < layout.agreementMin * replay.comparedCount)
    throw new Unreadable(
      'unsupported_layout',
      'the balances do not follow from the amounts in the columns that were found: the columns are others than they seem, or a column is missing. Ask for the statement as a file of the bank, and not of another program',
    )
  return {
    header,
    currency,
    rows,
    unreadRows,
    replay,
    period: periodOf(header.statementPeriod, rows),
    recomputed: recomputedSummary(rows),
  }
}

type Contents = ReturnType<typeof contentsOf>

const checksOf = (
  { layout, pdf }: RawDocument,
  { header, rows, unreadRows, period, replay, recomputed }: Contents,
  { asOf, document }: ReadRequest,
): Check[] => {
  const fileFacts = {
    layout,
    lastDate: rows.at(-1)?.completionTime.slice(0, 10) ?? '',
    requestDate: parseDate(header.requestDate, dateOrderOf([header.requestDate])),
    asOf,
    holderDetails: [header.name, header.phoneNumber, header.accountNumber ?? ''],
  }
  return [
    ...(pdf ? fileChecks({ ...fileFacts, pdf }) : csvChecks(fileFacts)),
    ...rowChecks({ rows, unread: unreadRows, header, period, replay, recomputed, layout }),
    accountCheck(accountMatches(header, document.accountNumber)),
  ]
}

/**
 * Reads a statement. The same bytes and request give the same reading: nothing depends on the clock or on the machine.
 * Refuses (`Unreadable`) with every code of `unreadableCodes` that concerns the document alone; resource_limit and
 * result_too_large are found elsewhere.
 */
export const readDocument = async (request: ReadRequest): Promise<Reading> => {
  const { document, bytes, applicant, onPages, acceptsCsv = false } = request
  const raw =
    document.format === 'csv'
      ? readCsvDocument(document, bytes)
      : await readPdfDocument(document, bytes, onPages)
  const contents = contentsOf(raw, applicant)
  const { header, currency, rows, unreadRows, replay, period, recomputed } = contents
  const { layout, pdf } = raw
  const { documentType, issuer } = layout
  const { format } = document
  const checks = checksOf(raw, contents, request)
  const validity = validityOf({
    layout,
    header,
    rows,
    applicant,
    checks,
    format,
    acceptsCsv,
    namesIssuer: raw.namesIssuer,
    holders: raw.holders,
    hasBalances: isConfirmed(replay, rows.length),
    isEdited: pdf !== null && isEdited(pdf),
  })
  const statement: ParsedStatement = {
    documentName: document.documentName,
    documentType,
    issuer,
    header,
    period,
    currency,
    rows,
    unreadRows,
    reconciliation: { groups: replay.comparedCount, agreeing: replay.agreeing },
    status: validity.status,
    reasons: validity.reasons,
  }
  const meta = pdf?.meta ?? noMeta
  const data = parsedDataOf({ documentType, issuer, format, meta, header, rows, recomputed, validity })
  return { statement, data, checks }
}
