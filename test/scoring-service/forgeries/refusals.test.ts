import { expect, test } from '@jest/globals'
import PdfKit from 'pdfkit'
import { Unreadable } from '../../../src/scoring-service/reading/text/unreadable.js'
import { walletStatement } from '../fixtures/wallet-statement.js'
import { readBytes } from '../reading.js'
import { unencryptedWallet } from './drawn-wallet.js'
import { rawPdf } from './raw-pdf.js'
import { cents, headOf, oracleMetadata, rawBank } from './raw-bank.js'

type Wish = Parameters<typeof readBytes>[1]
const asKcb = { documentType: 'BANK_STATEMENT', bankName: 'KCB', password: null } as const
const asCsv = { ...asKcb, format: 'csv' } as const

const textPdf = (lines: readonly string[], pages = 1): Buffer =>
  rawPdf({
    pages: Array.from({ length: pages }, () => lines.map((text, i) => ({ text, x: 40, y: 40 + 14 * i }))),
    info: oracleMetadata,
  })

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A scanned page: a picture, and perhaps a line that the scanning program adds. */
const scanned = async (line?: string): Promise<Buffer> => {
  const document = new PdfKit({ size: 'A4' })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  document.image(picture, 0, 0, { width: 500, height: 700 })
  if (line !== undefined) document.text(line)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

const columns = 'Transaction Date,Transaction Details,Money Out,Money In,Ledger Balance'
const csv = (...lines: string[]): Buffer => Buffer.from(lines.join('\n'))
const dayFirst = (day: string): string => day.split('-').reverse().join('/')

/** Each refusal has a code, says what is wrong, and says what to do. */
test.each<[cause: string, () => Buffer | Promise<Buffer>, Wish, says: RegExp]>([
  ['an empty file', () => Buffer.alloc(0), asKcb, /^not_a_pdf: .* is empty: ask/],
  ['a web page', () => csv('<html><body>Log in</body></html>'), asKcb, /^not_a_pdf: .* web page: ask/],
  ['a spreadsheet', () => csv('PK\u0003\u0004'), asKcb, /^not_a_pdf: .* spreadsheet or an archive: ask/],
  ['a photograph', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), asKcb, /^not_a_pdf: .* picture: ask/],
  ['a text file', () => csv('Date,Details'), asKcb, /^not_a_pdf: .* plain text: ask/],
  ['half of a file', () => rawBank().subarray(0, 9000), asKcb, /^corrupt_pdf: .* cut off: download it again/],
  [
    'a file without a structure',
    () => csv('%PDF-1.4', 'nothing', '%%EOF'),
    asKcb,
    /^corrupt_pdf: .* no readable structure: ask/,
  ],
  [
    'a missing password',
    async () => (await walletStatement({})).bytes,
    { password: null },
    /^password_required: .* no password was given: send/,
  ],
  [
    'a wrong password',
    async () => (await walletStatement({})).bytes,
    { password: '1' },
    /^wrong_password: .* does not open the document: send/,
  ],
  ['a scan', () => scanned(), asKcb, /^image_only: .* no text.*: ask for the electronic statement/],
  [
    'a scan with a line of text',
    () => scanned('Scanned with a telephone'),
    asKcb,
    /^image_only: the pages are pictures with hardly any text: ask/,
  ],
  ['a blank page', () => textPdf([]), asKcb, /^image_only: .* blank or pictures/],
  ['1,001 pages', () => textPdf(['x'], 1001), asKcb, /^too_many_pages: .* 1001 pages.*: send fewer months/],
  [
    'a letter',
    () => textPdf(['KCB BANK KENYA LIMITED', 'Dear customer, we thank you.']),
    asKcb,
    /^unsupported_layout: .* no statement of an account: ask/,
  ],
  [
    'a dynamic form of Adobe',
    () => textPdf(['Please wait...', 'If this message is not eventually replaced']),
    asKcb,
    /^unsupported_layout: .* form .*: ask for .* ordinary PDF/,
  ],
  [
    'headings in another language',
    () => rawBank({ headings: ['Tarehe', 'Maelezo', 'Kutoka', 'Kuingia', 'Salio'] }),
    asKcb,
    /^unsupported_layout: .* 69 lines .* no headings that are known .*: ask for the statement in English or French/,
  ],
  [
    'a wallet statement sent as that of a bank',
    () => unencryptedWallet(),
    asKcb,
    /^unsupported_layout: .* WALLET_STATEMENT .*: send it as/,
  ],
  [
    'a bank statement sent as that of a wallet',
    () => rawBank(),
    {},
    /^unsupported_layout: .* BANK_STATEMENT of KCB .*: send it as/,
  ],
  [
    'a wallet statement sent as that of a till',
    () => unencryptedWallet(),
    { documentType: 'WALLET_TILL_STATEMENT' },
    /^unsupported_layout: .* WALLET_STATEMENT .*: send it as/,
  ],
  [
    'a bank statement sent as that of another bank',
    () => rawBank(),
    { ...asKcb, bankName: 'FAMILY' },
    /^wrong_bank: .* of KCB, not of FAMILY: send it with the right bank/,
  ],
  [
    'dates without a year, without a period',
    () =>
      rawBank({ date: (day) => dayFirst(day).slice(0, 5), head: headOf({ 'Statement Period': undefined }) }),
    asKcb,
    /^unsupported_layout: 69 of 69 rows .* without a year .*: ask for a statement with its period/,
  ],
  [
    'dates in an unknown format',
    () => rawBank({ date: (day) => day.replaceAll('-', '') }),
    asKcb,
    /^unsupported_layout: 69 of 69 rows .* no date .*: ask for a statement with dates such as/,
  ],
  [
    'dates that do not exist',
    () => rawBank({ date: (day) => `${Number(day.slice(8)) + 40}/13/2026` }),
    asKcb,
    /^unsupported_layout: 69 of 69 rows .* dates .*: ask for a statement with dates such as/,
  ],
  [
    'amounts that are not numbers',
    () => rawBank({ money: (value) => `${cents(value)}*` }),
    asKcb,
    /^unsupported_layout: 69 of 69 rows .* no numbers: ask the issuer/,
  ],
  [
    'swapped headings',
    () =>
      rawBank({
        headings: ['Transaction Date', 'Transaction Details', 'Money In', 'Money Out', 'Ledger Balance'],
      }),
    asKcb,
    /^unsupported_layout: the balances do not follow .* Ask for the statement as a file of the bank/,
  ],
  [
    'a CSV with headings only',
    () => csv(columns),
    asCsv,
    /^no_transactions: .* no transactions .*: ask for a period in which/,
  ],
  [
    'a CSV without headings',
    () => csv('a,b', '1,2'),
    asCsv,
    /^unsupported_layout: .* no headings that are known .*: send the CSV/,
  ],
  [
    'a spreadsheet sent as a CSV',
    () => csv('PK\u0003\u0004'),
    asCsv,
    /^unsupported_layout: .* spreadsheet .* no CSV: send/,
  ],
  ['a PDF sent as a CSV', () => rawBank(), asCsv, /^unsupported_layout: .* is a PDF and no CSV: send/],
  [
    'the CSV of a wallet sent as that of a bank',
    () => csv('Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance', 'A,,,,,,'),
    asCsv,
    /^unsupported_layout: .* WALLET_STATEMENT .*: send it as/,
  ],
  [
    'a CSV with a quote that is never closed',
    () => csv(columns, `"01/01/2026,"x${'y'.repeat(70_000)}`),
    asCsv,
    /^unsupported_layout: .* quote in it is never closed: send it/,
  ],
])('%s: is refused with a code and advice', async (_, make, wish, says) => {
  const refused: unknown = await readBytes(await make(), wish).catch((error: unknown) => error)
  if (!(refused instanceof Unreadable)) throw refused
  const { code, message } = refused
  expect(`${code}: ${message}`).toMatch(says)
  // No refusal contains the holder's name.
  expect(message).not.toMatch(/MWANGI|0180234|SALARY|SHOP/i)
})
