import type { EngineDocument } from '../../model/engine.js'
import { readCsv, readRecords } from '../rows/csv.js'
import { startsWithDate } from '../text/dates.js'
import { bankNames, genericLayout, unbalancedLayout } from '../layouts/banks.js'
import type { Layout } from '../layouts/layout.js'
import { tillLayouts, walletLayouts } from '../layouts/wallet.js'
import { linesOf, type Page } from '../text/page.js'
import { isRecognised } from '../rows/recognise.js'
import { linesAbove } from '../rows/table.js'
import { Unreadable } from '../text/unreadable.js'

type RequestedDocument = Pick<EngineDocument, 'documentType' | 'bankName'>

/** Descriptions of files that are not PDFs, by their first bytes. */
const otherFormats: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'is empty'],
  [/^(PK(?=\W)|\u00d0\u00cf)/, 'is a spreadsheet or an archive'],
  [/^(\u00ff\u00d8\u00ff|\u0089PNG|GIF8|II\*|MM\W)/, 'is a picture'],
  [/^\s*</, 'is a web page'],
  [/^\s*\{/, 'is data of a program'],
  [/^[\t\r\n\u0020-\u007e]+$/, 'is plain text'],
]

const askForPdf = 'ask for the PDF as its issuer sent it'

export const notAPdf = (bytes: Buffer): Unreadable => {
  const head = bytes.toString('latin1', 0, 64)
  const [, what] = otherFormats.find(([pattern]) => pattern.test(head)) ?? ['', 'does not begin as a PDF']
  return new Unreadable('not_a_pdf', `the document ${what}: ${askForPdf}`)
}

/** How many bytes at the end are searched for the end marker that every PDF has. */
const endBytes = 1024

export const brokenPdf = (bytes: Buffer): Unreadable =>
  bytes.subarray(-endBytes).includes('%%EOF')
    ? new Unreadable('corrupt_pdf', 'the document has no readable structure: ask for another copy of it')
    : new Unreadable('corrupt_pdf', 'the document has no end, it was cut off: download it again')

/** The document types other than the requested one, by the names that clients use. */
const otherTypes = ({ documentType }: RequestedDocument): readonly (readonly [string, readonly Layout[]])[] =>
  (
    [
      ['WALLET_STATEMENT', walletLayouts],
      ['WALLET_TILL_STATEMENT', tillLayouts],
      ['BANK_STATEMENT', [genericLayout(''), unbalancedLayout('')]],
    ] as const
  ).filter(([type]) => type !== documentType)

const sentAsOtherType = (type: string, text: string): Unreadable => {
  const bank = Object.entries(bankNames).find(([, pattern]) => pattern.test(text))?.[0]
  const named = type === 'BANK_STATEMENT' && bank !== undefined ? ` of ${bank}` : ''
  return new Unreadable(
    'unsupported_layout',
    `the document looks like a ${type}${named} and was sent as another type: send it as that`,
  )
}

/** A scanned page has at most a stamp or a line of the scanning program as text. */
const scannedLettersMax = 200

const isScanned = (pages: readonly Page[], bytes: Buffer): boolean => {
  const letters = pages.reduce(
    (all, { items }) => all + items.reduce((sum, { text }) => sum + text.length, 0),
    0,
  )
  return letters < scannedLettersMax * pages.length && /\/Subtype\s*\/Image\b/.test(bytes.toString('latin1'))
}

/** Why no table can be read from a PDF that has text. */
export const noTableRefusal = (
  requested: RequestedDocument,
  pages: readonly Page[],
  bytes: Buffer,
): Unreadable => {
  if (isScanned(pages, bytes)) {
    return new Unreadable(
      'image_only',
      'the pages are pictures with hardly any text: ask for the electronic statement',
    )
  }
  const lines = pages.flatMap((page) => linesOf(page))
  const text = lines.map((line) => line.text).join('\n')
  for (const [type, layouts] of otherTypes(requested)) {
    for (const layout of layouts) {
      const above = linesAbove(pages, layout)
      if (above && isRecognised(layout, above.map((line) => line.text).join('\n')))
        return sentAsOtherType(type, text)
    }
  }
  if (/^please wait/i.test(text)) {
    return new Unreadable(
      'unsupported_layout',
      'the document is a form that only one program can show: ask for the statement as an ordinary PDF',
    )
  }
  const rows = lines.filter(
    ({ items }) => items.some(({ isAmount }) => isAmount) && items.some((item) => startsWithDate(item.text)),
  )
  return new Unreadable(
    'unsupported_layout',
    rows.length === 0
      ? 'the document has no lines with a day and an amount, it is no statement of an account: ask for the statement'
      : `the document has ${rows.length} lines with a day and an amount and no headings that are known (day, details, money in and out, balance): ask for the statement in English or French`,
  )
}

/** Why no table can be read from a CSV. */
export const noColumnsRefusal = (requested: RequestedDocument, bytes: Buffer): Unreadable => {
  const head = bytes.toString('latin1', 0, 1024)
  const [, what] = otherFormats.find(([pattern], i) => i < 3 && pattern.test(head)) ?? []
  if (what !== undefined || head.includes('%PDF-')) {
    return new Unreadable(
      'unsupported_layout',
      `the document ${what ?? 'is a PDF'} and no CSV: send the CSV as its issuer made it, or the PDF as a PDF`,
    )
  }
  const records = readRecords(bytes)
  for (const [type, layouts] of otherTypes(requested)) {
    for (const layout of layouts) {
      const table = readCsv(records, layout)
      if (table) return sentAsOtherType(type, table.above)
    }
  }
  return new Unreadable(
    'unsupported_layout',
    'the document has no headings that are known (day, details, money in and out, balance): send the CSV as its issuer made it',
  )
}
