import type { EngineDocument } from '../model/engine.js'
import { noTableRefusal } from './pdf/explain-refusal.js'
import { periodLineIn, verificationCodeIn } from './rows/head.js'
import { holdersIn, labelsIn } from './text/labels.js'
import { linesOf, type Line } from './text/page.js'
import type { RawDocument } from './raw-document.js'
import { readPdf, type PdfText } from './pdf/pdf.js'
import { printedSummaryIn } from './rows/printed-summary.js'
import { rawRowsOf } from './rows/raw-rows.js'
import { candidatesFor, isRecognised, refuseOtherBank } from './rows/recognise.js'
import { findTable, linesAbove, type Table } from './rows/table.js'
import { bankNames } from './layouts/banks.js'
import type { Layout } from './layouts/layout.js'

type RequestedDocument = Pick<EngineDocument, 'documentType' | 'bankName' | 'password'>

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n')

const findLayout = (
  requested: RequestedDocument,
  pdf: PdfText,
  bytes: Buffer,
): { layout: Layout; table: Table } => {
  for (const layout of candidatesFor(requested)) {
    const above = linesAbove(pdf.pages, layout)
    if (!above) continue
    const text = textOf(above)
    refuseOtherBank(requested, text)
    const table = isRecognised(layout, text) ? findTable(pdf.pages, layout) : undefined
    if (table) return { layout, table }
  }
  const first = pdf.pages[0]
  refuseOtherBank(requested, first ? textOf(linesOf(first)) : '')
  throw noTableRefusal(requested, pdf.pages, bytes)
}

/** Matches the owner of a bank, as in `National Bank of Kenya, a subsidiary of KCB Group`. */
const ownedBy = /\b(?:subsidiary|member|part) of .*|\ba \w+ group company\b/gi

/**
 * Whether the document names the bank of the request. A wallet is recognised by its title. A bank's statement must
 * name the bank above or below its rows, and the first line that names any bank must name only this one.
 */
const namesBank = ({ documentType, bankName }: RequestedDocument, lines: readonly Line[]): boolean => {
  if (documentType !== 'BANK_STATEMENT') return true
  const banks = lines
    .map(({ text }) => text.replace(ownedBy, ''))
    .map((text) => Object.keys(bankNames).filter((bank) => bankNames[bank]?.test(text)))
    .find((named) => named.length > 0)
  return banks?.length === 1 && banks[0] === bankName
}

/** Reads a statement from a PDF. Refuses what `readPdf` refuses, and unsupported_layout, wrong_bank. */
export const readPdfDocument = async (
  requested: RequestedDocument,
  bytes: Buffer,
  onPages?: (count: number) => void,
): Promise<RawDocument> => {
  const pdf = await readPdf(bytes, requested.password, onPages)
  const { layout, table } = findLayout(requested, pdf, bytes)
  const rawRows = rawRowsOf(table.lines, layout)
  // A label below the table counts only if the same label is not above it.
  const labels = { ...labelsIn(rawRows.outside), ...labelsIn(table.above) }
  const period = labels.statementPeriod ?? periodLineIn(table.above.map(({ text }) => text))
  return {
    layout,
    labels: period === '' ? labels : { ...labels, statementPeriod: period },
    holders: holdersIn([...table.above, ...table.repeated, ...rawRows.outside]),
    summary: printedSummaryIn(table.above),
    verificationCode: verificationCodeIn([...table.above, ...table.repeated].map(({ text }) => text)),
    rawRows,
    pdf,
    above: textOf([...table.above, ...table.headings]),
    namesIssuer: namesBank(requested, [...table.above, ...table.repeated, ...rawRows.outside]),
  }
}
