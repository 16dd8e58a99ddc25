import type { Applicant, EngineDocument } from '../engine.js'
import type { Statement } from '../statement.js'
import { check, notApplicable, type Check } from './checks.js'
import { csvChecks } from './csv-checks.js'
import { currencyOf } from './currency.js'
import { readCsvDocument } from './read-csv-document.js'
import { readPdfDocument } from './read-pdf-document.js'
import { fileChecks, isEdited } from './file-checks.js'
import { asidesOf, headerOf, periodOf } from './head.js'
import { dateOrderOf, parseDate } from './dates.js'
import { noMeta } from './meta.js'
import { parsedDataOf, type ParsedData } from './parsed-data.js'
import { replayBalances, type Replay } from './reconcile.js'
import { rowChecks } from './row-checks.js'
import { recomputedSummary } from './recomputed-summary.js'
import { readRows } from './statement-rows.js'
import { Unreadable } from './unreadable.js'
import { accountMatches, validityOf } from './validity.js'

export interface ReadRequest {
  readonly document: Omit<EngineDocument, 'path'>
  readonly bytes: Buffer
  readonly applicant: Applicant
  readonly asOf: Date
  /** Whether the client vouches for its CSVs. */
  readonly acceptsCsv?: boolean
  /** Hears the number of pages as soon as it is known. */
  readonly onPages?: (count: number) => void
}

export interface Reading {
  readonly statement: Statement
  readonly data: ParsedData
  readonly checks: readonly Check[]
}

const accountCheck = (matches: boolean | undefined): Check =>
  matches === undefined
    ? notApplicable('account_number', 'not given or not printed')
    : check('account_number', 'hard', matches, matches ? 'as given' : 'another account than the one given')

/** Rows that no balance holds can say anything: some stand at the edges of every paper, and more are no coincidence. */
const unheldMax = { share: 0.05, count: 8 }

const holds = ({ groups, unheld }: Replay, rowCount: number): boolean =>
  groups > 0 && unheld <= Math.max(unheldMax.count, unheldMax.share * rowCount)

/** Some rows that could not be read are told with the rest; more, and what was read is no statement any more. */
const unreadRowsMax = { share: 0.02, count: 2 }

const refuseFragment = (readCount: number, unreadCount: number): void => {
  const isFragment =
    unreadCount > unreadRowsMax.count && unreadCount > unreadRowsMax.share * (readCount + unreadCount)
  if (!isFragment) return
  throw new Unreadable(
    'unsupported_layout',
    `${unreadCount} of ${readCount + unreadCount} rows could not be read`,
  )
}

/**
 * Reads a statement. The same bytes and request give the same reading: nothing depends on the clock or on the machine.
 *
 * Refuses (`Unreadable`) with every code of `unreadableCodes` but resource_limit, which only the pool can tell.
 */
export const readDocument = async (request: ReadRequest): Promise<Reading> => {
  const { document, bytes, applicant, asOf, onPages, acceptsCsv = false } = request
  const paper =
    document.format === 'csv'
      ? readCsvDocument(document, bytes)
      : await readPdfDocument(document, bytes, onPages)
  const { layout } = paper
  const { labels, above, rawRows } = paper
  const { printed, currency } = currencyOf({ label: labels.currency, above, rows: rawRows.rows, layout })
  const header = headerOf({ ...paper, asides: asidesOf(rawRows.asides), currency: printed })
  const read = readRows(paper.rawRows.rows, layout, header.openingBalance)
  const unreadRows = [...paper.rawRows.unread, ...read.unread]
  if (read.rows.length === 0) throw new Unreadable('no_transactions', 'the statement has no transactions')
  refuseFragment(read.rows.length, unreadRows.length)
  const period = periodOf(header.statementPeriod, read.rows)
  const replay = replayBalances(read.rows, header.openingBalance)
  if (replay.agreeing < layout.agreementMin * replay.groups) {
    throw new Unreadable(
      'unsupported_layout',
      'the balances do not follow from the amounts in the columns found',
    )
  }
  const recomputed = recomputedSummary(read.rows)
  const pdf = paper.pdf
  const lastRow = read.rows.at(-1)?.completionTime.slice(0, 10) ?? ''
  const madeOn = {
    layout,
    lastDate: lastRow,
    requestDate: parseDate(header.requestDate, dateOrderOf([header.requestDate])),
    asOf,
  }
  const checks = [
    ...(pdf ? fileChecks({ ...madeOn, pdf }) : csvChecks(madeOn)),
    ...rowChecks({
      rows: read.rows,
      unread: unreadRows,
      header,
      period,
      replay,
      recomputed,
      layout,
    }),
    accountCheck(accountMatches(header, document.accountNumber)),
  ]
  const validity = validityOf({
    layout,
    header,
    rows: read.rows,
    applicant,
    checks,
    format: document.format,
    acceptsCsv,
    namesIssuer: paper.namesIssuer,
    hasBalances: holds(replay, read.rows.length),
    isEdited: pdf !== null && isEdited(pdf),
  })
  const statement: Statement = {
    documentName: document.documentName,
    documentType: layout.documentType,
    issuer: layout.issuer,
    header,
    period,
    currency,
    rows: read.rows,
    unreadRows,
    reconciliation: { groups: replay.groups, agreeing: replay.agreeing },
    status: validity.status,
    reasons: validity.reasons,
  }
  const data = parsedDataOf({
    documentType: layout.documentType,
    issuer: layout.issuer,
    format: document.format,
    meta: pdf?.meta ?? noMeta,
    header,
    rows: read.rows,
    recomputed,
    validity,
  })
  return { statement, data, checks }
}
