import { describe, expect, test } from '@jest/globals'
import { assess } from '../../../src/scoring-service/card/assessment.rules.js'
import type { ValidityReason } from '../../../src/scoring-contract/words.js'
import { Unreadable } from '../../../src/scoring-service/reading/text/unreadable.js'
import { encryptedAsByIssuer } from '../fixtures/issuer-encryption.js'
import { encryptedR6, packed } from '../fixtures/tamper.js'
import { readBytes } from '../reading.js'
import {
  drawnWallet,
  issuerMetadata,
  moves,
  unencryptedWallet,
  type DrawnWallet,
  type Move,
} from './drawn-wallet.js'
import { PDFArray, PDFDocument, PDFName, type PDFRawStream } from 'pdf-lib'
import {
  cents,
  entries,
  headOf,
  oracleMetadata,
  rawBank,
  updatedBy,
  type Entry,
  type RawBank,
} from './raw-bank.js'
import { withMachineText, forgedContradictions } from './contradictions.js'
import { unusualLayouts, genuineLayouts } from './layouts.js'
import {
  busyMoves,
  forgedFiles,
  forgedSides,
  onTop,
  ineffectiveTricks,
  withOtherGlyphs,
  withReversal,
  type Outcome,
  type Forgery,
} from './tricks.js'
import { present } from '../../support/present.js'
import { shaped } from '../../support/typed.js'
import { z } from 'zod'

const asKcb = { documentType: 'BANK_STATEMENT', bankName: 'KCB', password: null } as const
const asCsv = { ...asKcb, format: 'csv' } as const
const asTill = { documentType: 'WALLET_TILL_STATEMENT', format: 'csv' } as const

type Wish = Parameters<typeof readBytes>[1]

/** The outcome of a document: the code of its refusal, or its status with reasons, decision, score and limits. */
const outcomeOf = async (bytes: Buffer, wish: Wish) => {
  try {
    const { statement, data } = await readBytes(bytes, wish)
    const { decision, riskBand, limits, cappedBy, shortTermScore: score } = assess([statement])
    return {
      status: statement.status,
      reasons: statement.reasons,
      statement,
      data,
      decision,
      riskBand,
      limits,
      cappedBy,
      score,
    }
  } catch (error) {
    if (error instanceof Unreadable) return { status: error.code }
    throw error
  }
}

const at = 20
const change = (i: number, of: (entry: Entry) => Partial<Entry>): Entry[] =>
  entries().map((entry, j) => (i === j ? { ...entry, ...of(entry) } : entry))
const creditAt = entries().findIndex(({ in: paidIn }) => paidIn > 0)
const starred = (value: number): string => `${cents(value)}*`
const cellsWith =
  (
    of: (entry: Entry, i: number) => Partial<Record<'out' | 'in' | 'balance', string | undefined>>,
  ): NonNullable<RawBank['cells']> =>
  (entry, i) => {
    const shown = {
      out: entry.out ? cents(entry.out) : undefined,
      in: entry.in ? cents(entry.in) : undefined,
      balance: cents(entry.balance),
      ...of(entry, i),
    }
    return [entry.date.split('-').reverse().join('/'), entry.text, shown.out, shown.in, shown.balance]
  }
/** All credits five times as large, with unchanged balances. */
const richer = (): Entry[] => entries().map((entry) => ({ ...entry, in: entry.in * 5 }))

/** A file rewritten by an editor: the page has a new content stream, and the old one stays in the file. */
const rewritten = async (
  bytes: Buffer,
  useObjectStreams: boolean,
  changed = (words: string) => words,
): Promise<Buffer> => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const { node } = document.getPage(0)
  const contents = document.context.lookup(node.get(PDFName.of('Contents')))
  const old = (contents instanceof PDFArray ? contents.lookup(0) : contents) as PDFRawStream
  const words = changed(Buffer.from(old.getContents()).toString('latin1'))
  const stream = document.context.stream(Buffer.from(words, 'latin1'))
  const filter = old.dict.get(PDFName.of('Filter'))
  if (filter) stream.dict.set(PDFName.of('Filter'), filter)
  node.set(PDFName.of('Contents'), document.context.register(stream))
  return Buffer.from(await document.save({ useObjectStreams }))
}

const bank = (
  what: string,
  wish: RawBank,
  outcome: Outcome,
  reason?: ValidityReason,
  more?: Wish,
): Forgery => [what, () => rawBank(wish), outcome, reason, { ...asKcb, ...more }]
const info = (more: Record<string, string>): Pick<RawBank, 'info'> => ({ info: more })

const forgedBanks: readonly Forgery[] = [
  bank(
    'one credit raised',
    { entries: change(creditAt, (e) => ({ in: e.in + 2_000_000 })) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'one debit lowered',
    { entries: change(at, (e) => ({ out: Math.max(1, e.out - 30_000) })) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'one credit raised by a shilling',
    { entries: change(creditAt, (e) => ({ in: e.in + 100 })) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'one balance raised',
    { entries: change(at, (e) => ({ balance: e.balance + 1_000_000 })) },
    'INVALID',
    'document_modified',
  ),
  bank('a row left out', { entries: entries().toSpliced(at, 1) }, 'INVALID', 'document_modified'),
  bank(
    'a row put in',
    {
      entries: entries().toSpliced(at, 0, {
        ...present(entries()[at]),
        in: 500_000,
        out: 0,
        text: 'BONUS',
      }),
    },
    'INVALID',
    'document_modified',
  ),
  bank(
    'a row printed twice',
    { entries: entries().toSpliced(at, 0, present(entries()[at])) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'a debit moved into the column of credits',
    { entries: change(at, (e) => ({ in: e.out, out: 0 })) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'the last credit raised, its balance too',
    { entries: change(entries().length - 1, (e) => ({ out: 0, in: e.out, balance: e.balance + 2 * e.out })) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'the first row raised, its balance too',
    { entries: change(0, (e) => ({ out: 0, in: e.out })) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'all amounts doubled, the balances with them',
    { entries: entries().map((e) => ({ ...e, in: e.in * 2, out: e.out * 2, balance: e.balance * 2 })) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'credits five times as large, with a star after each balance',
    { entries: richer(), cells: cellsWith((e) => ({ balance: starred(e.balance) })) },
    'REFUSED',
  ),
  bank(
    'a raised credit, with a star after its balance',
    {
      entries: change(creditAt, (e) => ({ in: e.in * 2 })),
      cells: cellsWith((e, i) => (i === creditAt ? { balance: starred(e.balance) } : {})),
    },
    'INVALID',
  ),
  bank(
    'a letter in one balance',
    {
      cells: cellsWith((e, i) =>
        i === at
          ? {
              balance: cents(e.balance)
                .replace('0', 'O')
                .replace(/\d(?=\.)/, 'O'),
            }
          : {},
      ),
    },
    'UNVERIFIED',
    'cells_unread',
  ),
  bank(
    'a star after one debit',
    { cells: cellsWith((e, i) => (i === at ? { out: starred(e.out) } : {})) },
    'UNVERIFIED',
    'cells_unread',
  ),
  bank(
    'credits five times as large, without balances',
    {
      head: headOf({ 'Opening Balance': undefined, 'Closing Balance': undefined }),
      entries: richer(),
      cells: cellsWith(() => ({ balance: undefined })),
    },
    'UNVERIFIED',
    'balances_not_printed',
  ),
  bank(
    'credits five times as large, with balances on the last two rows only',
    {
      head: headOf({ 'Opening Balance': undefined, 'Closing Balance': undefined }),
      entries: richer(),
      cells: cellsWith((_, i) => (i < entries().length - 2 ? { balance: undefined } : {})),
    },
    'UNVERIFIED',
    'balances_not_printed',
  ),
  bank(
    'a line under the table that looks like a credit',
    { afterTable: [['30/04/2026', 'CLOSING CREDIT', undefined, '900,000.00', undefined]] },
    'UNVERIFIED',
    'cells_unread',
  ),
  bank(
    'the statement of another person',
    { head: headOf({ 'Account Name': 'OTIENO ODHIAMBO' }) },
    'INVALID',
    'name_invalid',
  ),
  bank('without a name', { head: headOf({ 'Account Name': undefined }) }, 'UNVERIFIED', 'name_not_printed'),
  bank('without the name of a bank', { title: 'STATEMENT OF ACCOUNT' }, 'UNVERIFIED', 'issuer_not_named'),
  bank('of another bank', { title: 'EQUITY BANK (KENYA) LIMITED' }, 'REFUSED'),
  bank('of another account than the one given', {}, 'UNVERIFIED', 'account_number_mismatch', {
    accountNumber: '99912345678901',
  }),
  ...[
    'ReportLab PDF Library',
    'Skia/PDF m120',
    'wkhtmltopdf 0.12',
    'TCPDF 6.3',
    'PDFKit',
    'FPDF 1.86',
    'cairo 1.16',
    'mPDF 8',
    'Prince 14',
    'PDFium',
    'dompdf 2',
  ].map((Producer) =>
    bank(
      `made from scratch by ${Producer}`,
      info({ ...oracleMetadata, Creator: '', Producer }),
      'UNVERIFIED',
      'maker_unknown',
    ),
  ),
  bank('made from scratch, with empty metadata', info({}), 'UNVERIFIED', 'maker_unknown'),
  ...[
    'iLovePDF',
    'Microsoft® Word 2019',
    'Adobe Acrobat Pro 2020',
    'Sejda 3',
    'LibreOffice 7.4',
    'Foxit PhantomPDF',
  ].map((Producer) =>
    bank(`saved by ${Producer}`, info({ ...oracleMetadata, Producer }), 'INVALID', 'document_modified'),
  ),
  bank(
    'with a modification date a day after its creation',
    info({ ...oracleMetadata, ModDate: "D:20260503090000+03'00'" }),
    'INVALID',
    'document_modified',
  ),
  ['with an incremental update', () => updatedBy('% changed'), 'INVALID', 'document_modified', asKcb],
  [
    'with an incremental update, and a comment that claims linearisation',
    () => updatedBy('% /Linearized 1 /L 99999'),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    'with an incremental update, and a comment that claims a signature',
    () => updatedBy('% /Type /Sig /ByteRange [0 10 20 30]'),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    'with an incremental update, and the first startxref removed',
    () => Buffer.from(updatedBy('% changed').toString('latin1').replace('startxref', '%%%%%%%%%'), 'latin1'),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  bank(
    'of a bank whose statements are unknown',
    { title: 'FAMILY BANK LIMITED' },
    'UNVERIFIED',
    'maker_unknown',
    {
      bankName: 'FAMILY',
    },
  ),
]

const creditTwice = (entry: Entry): Entry => ({ ...entry, in: entry.in * 2 })
const objectTwice = (bytes: Buffer): Buffer => {
  const text = bytes.toString('latin1')
  const object = /5 0 obj[\s\S]*?endobj\n/.exec(text)?.[0] ?? ''
  // The copy is after the cross-reference table, which does not refer to it, so readers ignore the copy.
  return Buffer.from(text.replace(/(?=trailer)/, object), 'latin1')
}

/** Forgeries by misleading texts, file structures or sums. */
const forgedBanksByStructure: readonly Forgery[] = [
  [
    'a page with new content by an editor that rewrites the file, with the old content still in it',
    () => rewritten(rawBank(), false),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    'a rewritten page, with the old content in object streams',
    () => rewritten(rawBank(), true),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  ['an object twice', () => objectTwice(rawBank()), 'INVALID', 'document_modified', asKcb],
  [
    'dates without a year, in a period of two years',
    () =>
      rawBank({
        date: (day) => day.slice(5).split('-').reverse().join('/'),
        head: headOf({ 'Statement Period': '01/01/2025 - 31/12/2026' }),
      }),
    'REFUSED',
    undefined,
    asKcb,
  ],
  bank(
    'dates without a year that are outside the period',
    {
      date: (day) => day.slice(5).split('-').reverse().join('/'),
      head: headOf({ 'Statement Period': '01/06/2026 - 30/09/2026' }),
    },
    'REFUSED',
  ),
  bank(
    'credits twice as large, with half as a second amount in the cell',
    {
      entries: entries().map(creditTwice),
      cells: cellsWith((e) => (e.in ? { in: `${cents(e.in)} ${cents(e.in / 2)}` } : {})),
    },
    'INVALID',
  ),
  bank(
    'credits ten times as large, by a digit after the thousands',
    { cells: cellsWith((e) => (e.in ? { in: `${cents(e.in).replace('.', '0.')}` } : {})) },
    'REFUSED',
  ),
  bank(
    'a debit printed as a credit',
    { cells: cellsWith((e, i) => (i === at ? { out: undefined, in: cents(e.out) } : {})) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'the opening balance raised, with unchanged balances after it',
    { head: headOf({ 'Opening Balance': '90,000.00' }) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'the closing balance raised',
    { head: headOf({ 'Closing Balance': '990,000.00' }) },
    'INVALID',
    'document_modified',
  ),
  bank(
    'the name of another person, and the applicant in a second label',
    { head: headOf({ 'Account Name': 'OTIENO ODHIAMBO', 'Client Name': 'WANJIRU MWANGI' }) },
    'INVALID',
    'name_invalid',
  ),
  bank(
    'with the name of the bank only in a row',
    {
      title: 'STATEMENT OF ACCOUNT',
      entries: change(at, () => ({ text: 'TRANSFER KCB BANK KENYA' })),
    },
    'UNVERIFIED',
    'issuer_not_named',
  ),
  bank(
    'made by a report engine, then saved by an editor named in the creator',
    info({ ...oracleMetadata, Creator: 'Sejda 3.2.1' }),
    'INVALID',
    'document_modified',
  ),
  bank(
    'made before its last row, then modified',
    info({ ...oracleMetadata, CreationDate: "D:20260301090000+03'00'", ModDate: "D:20260501090000+03'00'" }),
    'INVALID',
    'document_modified',
  ),
]

const wallet = (
  what: string,
  wish: DrawnWallet,
  outcome: Outcome,
  reason?: ValidityReason,
  more?: Wish,
): Forgery => [what, () => drawnWallet(wish), outcome, reason, more]
const changedMove = (i: number, of: (move: Move) => Partial<Move>): Move[] =>
  moves().map((move, j) => (i === j ? { ...move, ...of(move) } : move))
const trueTotals = (): [number, number] => [
  moves().reduce((sum, { in: paidIn }) => sum + paidIn, 0),
  moves().reduce((sum, { out }) => sum + out, 0),
]

const forgedWallets: readonly Forgery[] = [
  wallet(
    'an amount raised, with unchanged totals',
    { moves: changedMove(42, ({ in: paidIn }) => ({ in: paidIn + 900_000 })), totals: trueTotals() },
    'INVALID',
    'document_modified',
  ),
  wallet(
    'an amount raised, and the totals to match',
    { moves: changedMove(42, ({ in: paidIn }) => ({ in: paidIn + 900_000 })) },
    'INVALID',
    'document_modified',
  ),
  wallet(
    'a row left out',
    { moves: moves().toSpliced(42, 1), totals: trueTotals() },
    'INVALID',
    'document_modified',
  ),
  wallet(
    'all credits doubled, and the totals to match',
    { moves: moves().map((move) => ({ ...move, in: move.in * 2 })) },
    'INVALID',
    'document_modified',
  ),
  wallet('of another person', { name: 'OTIENO ODHIAMBO' }, 'INVALID', 'name_invalid'),
  wallet('of another phone number', { phone: '254733999888' }, 'INVALID', 'phone_number_invalid'),
  wallet('without a name', { name: null }, 'UNVERIFIED', 'name_not_printed'),
  wallet('without a phone number', { phone: null }, 'UNVERIFIED', 'phone_number_not_printed'),
  wallet('with empty metadata', { made: {} }, 'UNVERIFIED', 'maker_unknown'),
  wallet(
    'by an author who is not the issuer',
    { made: { ...issuerMetadata, author: 'Peter' } },
    'UNVERIFIED',
    'maker_unknown',
  ),
  wallet(
    'by a general PDF library',
    { made: { ...issuerMetadata, producer: 'pdf-lib (https://github.com/Hopding/pdf-lib)' } },
    'INVALID',
    'document_modified',
  ),
  wallet(
    'with metadata of two generations',
    { made: { author: 'Safaricom PLC', creator: 'JasperReports Library 6', producer: 'Qt 5.12' } },
    'UNVERIFIED',
    'maker_unknown',
  ),
  wallet(
    'modified on the day after',
    { modified: new Date('2026-06-02T09:00:00Z') },
    'INVALID',
    'document_modified',
  ),
]

const outAt = moves().findIndex(({ out }, i) => i > 40 && out > 0)
const movesWith = (of: Readonly<Record<number, (move: Move) => Partial<Move>>>): Move[] =>
  moves().map((move, i) => ({ ...move, ...of[i]?.(move) }))
const raised = ({ in: paidIn }: Move): Partial<Move> => ({ in: paidIn + 900_000 })

/** Forgeries within the tolerance: up to 2 % of balances need not follow, because issuers book in disorder. */
const forgedWalletsInTolerance: readonly Forgery[] = [
  wallet(
    'two amounts raised, and the totals to match',
    { moves: movesWith({ 30: raised, 60: raised }) },
    'UNVERIFIED',
    'balances_not_explained',
  ),
  wallet(
    'the last credit raised, and the totals to match',
    { moves: movesWith({ 84: raised, 89: ({ out }) => ({ out }) }) },
    'INVALID',
    'document_modified',
  ),
  wallet(
    'the last row turned into a credit',
    { moves: movesWith({ 89: ({ out }) => ({ in: out, out: 0 }) }) },
    'UNVERIFIED',
    'balances_not_explained',
  ),
  wallet(
    'the second row turned into a credit',
    { moves: movesWith({ 1: ({ out }) => ({ in: out, out: 0 }) }) },
    'UNVERIFIED',
    'balances_not_explained',
  ),
  wallet(
    'a debit printed as a credit, and the totals to match',
    { moves: movesWith({ [outAt]: ({ out }) => ({ in: out, out: 0 }) }) },
    'UNVERIFIED',
    'balances_not_explained',
  ),
  wallet(
    'a debit with the status Failed, and the totals to match',
    { moves: movesWith({ [outAt]: () => ({ status: 'Failed' }) }) },
    'UNVERIFIED',
    'balances_not_explained',
  ),
  wallet(
    'a debit with the status Reversed, and the totals to match',
    { moves: movesWith({ [outAt]: () => ({ status: 'Reversed' }) }) },
    'UNVERIFIED',
    'balances_not_explained',
  ),
  wallet(
    'a credit printed twice, and the totals to match',
    { moves: moves().toSpliced(42, 0, present(moves()[42])) },
    'UNVERIFIED',
    'balances_not_explained',
  ),
  wallet(
    'one credit raised and another lowered by half as much',
    {
      moves: movesWith({ 30: raised, 60: ({ in: paidIn }) => ({ in: paidIn - 450_000 }) }),
    },
    'UNVERIFIED',
    'balances_not_explained',
  ),
  [
    'a page with new content by an editor that rewrites the file',
    async () => rewritten(await unencryptedWallet(), false),
    'INVALID',
    'document_modified',
  ],
]

/** All credits three times as large, and all later balances to match: only the file itself can show the change. */
const richMoves = (): Move[] => {
  let more = 0
  return moves().map((move) => {
    more += move.in * 2
    return { ...move, in: move.in * 3, balance: move.balance + more }
  })
}

/** Decrypted with the password and saved again; most are changed consistently, and some encrypted again. */
const decryptedWallets: readonly Forgery[] = [
  ['unchanged', () => unencryptedWallet(), 'UNVERIFIED', 'maker_unknown'],
  ['changed', () => unencryptedWallet({ moves: richMoves() }), 'UNVERIFIED', 'maker_unknown'],
  [
    'changed, and encrypted with AES-256, the default of programs',
    async () => encryptedR6(await unencryptedWallet({ moves: richMoves() }), '482915'),
    'UNVERIFIED',
    'maker_unknown',
  ],
  [
    'changed by an editor that leaves the old content in the file, and encrypted again as by the issuer',
    async () => encryptedAsByIssuer(await rewritten(await unencryptedWallet(), false)),
    'UNVERIFIED',
    'maker_unknown',
  ],
  [
    'changed by an editor that leaves the old content in object streams, and encrypted again as by the issuer',
    async () => packed(await rewritten(await unencryptedWallet(), false)),
    'UNVERIFIED',
    'maker_unknown',
  ],
  [
    'with a page removed from the page tree, and encrypted again as by the issuer',
    async () => {
      const document = await PDFDocument.load(await unencryptedWallet({ moves: busyMoves() }), {
        updateMetadata: false,
      })
      document.removePage(2)
      return encryptedAsByIssuer(Buffer.from(await document.save({ useObjectStreams: false })))
    },
    'INVALID',
    'document_modified',
  ],
  [
    'changed, with a comment that claims another encryption',
    async () =>
      Buffer.concat([
        await encryptedR6(await unencryptedWallet({ moves: richMoves() }), '482915'),
        Buffer.from('\n% 9998 0 obj << /R 3 >> endobj trailer << /Encrypt 9998 0 R >>\n'),
      ]),
    'UNVERIFIED',
    'maker_unknown',
  ],
]

const csvOf = (lines: readonly string[]): Buffer => Buffer.from(lines.join('\n'))
const csvRows = (
  of: (entry: Entry) => string = ({ date, text, out, in: paidIn, balance }) =>
    [date, text, out / 100, paidIn / 100, balance / 100].join(','),
): string[] => entries().map(of)
const columns = 'Transaction Date,Transaction Details,Money Out,Money In,Ledger Balance'

const typedCsvs: readonly Forgery[] = [
  [
    'typed in an editor, without a name',
    () => csvOf([columns, ...csvRows()]),
    'UNVERIFIED',
    'csv_not_vouched_for',
    asCsv,
  ],
  [
    'typed in an editor, with the name',
    () => csvOf(['Account Name,WANJIRU MWANGI', columns, ...csvRows()]),
    'UNVERIFIED',
    'csv_not_vouched_for',
    asCsv,
  ],
  [
    'of a wallet, typed, by a client whose CSVs are accepted',
    () =>
      csvOf([
        'Customer Name,WANJIRU MWANGI',
        'M-PESA STATEMENT',
        'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
        ...moves().map((m) =>
          [m.receipt, m.time, m.text, 'Completed', m.in / 100, m.out / 100, m.balance / 100].join(','),
        ),
      ]),
    'UNVERIFIED',
    'csv_not_of_issuer',
    { format: 'csv', acceptsCsv: true },
  ],
  [
    'of the till of another holder',
    () =>
      csvOf([
        'Organization Name,SOMEBODY ELSES SHOP',
        'Short Code,174379',
        'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
        ...moves().map((m) =>
          [m.receipt, m.time, m.text, 'Completed', m.in / 100, m.out / 100, m.balance / 100].join(','),
        ),
      ]),
    'UNVERIFIED',
    'till_of_another_holder',
    { ...asTill, acceptsCsv: true },
  ],
  [
    'without a name, by a client whose CSVs are accepted',
    () => csvOf([columns, ...csvRows()]),
    'UNVERIFIED',
    'name_not_printed',
    { ...asCsv, acceptsCsv: true },
  ],
  [
    'with a star after each balance',
    () =>
      csvOf([
        columns,
        ...csvRows(({ date, text, out, in: paidIn, balance }) =>
          [date, text, out / 100, paidIn / 20, `${balance / 100}*`].join(','),
        ),
      ]),
    'REFUSED',
    undefined,
    { ...asCsv, acceptsCsv: true },
  ],
  [
    'with changed amounts, by a client whose CSVs are accepted',
    () =>
      csvOf([
        'Account Name,WANJIRU MWANGI',
        columns,
        ...csvRows(({ date, text, out, in: paidIn, balance }) =>
          [date, text, out / 100, paidIn / 50, balance / 100].join(','),
        ),
      ]),
    'INVALID',
    'document_modified',
    { ...asCsv, acceptsCsv: true },
  ],
]

describe('a genuine document of either generator is valid', () => {
  test('a bank statement', async () => {
    expect(await outcomeOf(rawBank(), asKcb)).toMatchObject({ status: 'VALID', reasons: [] })
  })

  test('a wallet statement', async () => {
    expect(await outcomeOf(await drawnWallet(), {})).toMatchObject({ status: 'VALID', reasons: [] })
  })
})

test('a statement with invisible text for printing machines is valid', async () => {
  expect(await outcomeOf(withMachineText(), asKcb)).toMatchObject({ status: 'VALID' })
})

test.each([
  ['that names another bank as its parent', { title: 'KCB BANK KENYA LIMITED, a subsidiary of EQUITY BANK' }],
  [
    'that was requested on a date that can be read day first or month first',
    { head: [...headOf(), 'Request Date: 05/02/2026'] },
  ],
])('a bank statement %s is valid', async (_, wish) => {
  expect(await outcomeOf(rawBank(wish), asKcb)).toMatchObject({ status: 'VALID' })
})

test('a statement with a reversed payment is valid', async () => {
  expect(await outcomeOf(await drawnWallet({ moves: withReversal() }), {})).toMatchObject({ status: 'VALID' })
})

describe.each([
  ['bank statement', forgedBanks],
  ['bank statement, by texts, structure or sums', forgedBanksByStructure],
  ['wallet statement', forgedWallets],
  ['wallet statement, within the tolerance for balances', forgedWalletsInTolerance],
  ['wallet statement, decrypted', decryptedWallets],
  ['CSV', typedCsvs],
  ['statement, by drawing, pages or parts of files', forgedFiles],
  ['statement, by sides, statuses or headings', forgedSides],
  ['statement, with contradictory dates, holders or colours', forgedContradictions],
])('no limit for a forged %s', (_, forgeries) => {
  test.each(forgeries)('%s', async (_what, make, outcome, reason, wish = {}) => {
    const found = await outcomeOf(await make(), wish)
    if (outcome === 'REFUSED') {
      expect(found.status).toMatch(/^[a-z_]+$/)
      return
    }
    expect(found).toMatchObject({
      status: outcome,
      riskBand: null,
      limits: { affordability: 0, shortTermLimit: 0 },
    })
    expect(['DECLINE', 'REFER', 'INSUFFICIENT_DATA']).toContain(found.decision)
    if (reason !== undefined) expect(found.reasons).toContain(reason)
  })
})

test('there are at least 145 forgeries', () => {
  const all = [
    forgedBanks,
    forgedBanksByStructure,
    forgedWallets,
    forgedWalletsInTolerance,
    decryptedWallets,
    typedCsvs,
    forgedFiles,
    forgedSides,
    forgedContradictions,
  ].flat()
  expect(all.length).toBeGreaterThanOrEqual(145)
})

/** A credit and a debit that leave the balances and the surplus, and so the limit, unchanged. */
const pair = ({ date, balance }: Entry): Entry[] => [
  { date, text: 'FROM A', in: 900_000, out: 0, balance: balance + 900_000 },
  { date, text: 'TO B', in: 0, out: 900_000, balance },
]

test('a credit and a debit of the same amount do not raise the limit', async () => {
  const honest = await outcomeOf(rawBank(), asKcb)
  const paired = await outcomeOf(
    rawBank({ entries: entries().toSpliced(at, 0, ...pair(present(entries()[at - 1]))) }),
    asKcb,
  )
  expect(paired.limits?.shortTermLimit).toBeLessThanOrEqual(honest.limits?.shortTermLimit ?? 0)
})

test.each(ineffectiveTricks)('%s: does not raise score or limit', async (_, make, wish) => {
  const [honest, tricked] = [await outcomeOf(rawBank(), asKcb), await outcomeOf(await make(), wish)]
  if (tricked.status !== 'VALID') return
  expect(tricked.score).toBeLessThanOrEqual(honest.score ?? 0)
  expect(tricked.limits?.shortTermLimit).toBeLessThanOrEqual(honest.limits?.shortTermLimit ?? 0)
})

/** Forgeries that no check of a file alone can find (docs/reading.md). A line fails as soon as a check finds it. */
describe('known gaps of the checks: such a forgery is VALID', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, Wish]>([
    ['a statement made from scratch with the right metadata', () => drawnWallet(), {}],
    [
      'other wordings with unchanged amounts',
      () => rawBank({ entries: change(at, () => ({ text: 'SALARY' })) }),
      asKcb,
    ],
    [
      'a credit and a debit of the same amount added, without printed totals',
      () =>
        rawBank({
          entries: entries().toSpliced(at, 0, ...pair(present(entries()[at - 1]))),
        }),
      asKcb,
    ],
    [
      'rows moved to other days in the same order',
      () => rawBank({ entries: change(at, () => ({ date: entries()[at + 1]?.date ?? '' })) }),
      asKcb,
    ],
    [
      'rows left out at the beginning and the end, without a printed balance there',
      () => drawnWallet({ moves: moves().slice(2, -2) }),
      {},
    ],
    ['glyphs that differ from the text in the file', withOtherGlyphs, asKcb],
    [
      'old content in the encrypted file of a bank',
      async () => encryptedAsByIssuer(await rewritten(rawBank(), false)),
      { ...asKcb, password: '482915' },
    ],
    [
      'an incremental update that is declared as a signature',
      () => {
        const object = (end: number, from: number): string =>
          `9999 0 obj\n<< /Type /Sig /ByteRange [0 ${String(from).padStart(8, '0')} ${String(from + 4).padStart(8, '0')} ${String(end - from - 4).padStart(8, '0')}] /Contents <00> >>\nendobj`
        const draft = updatedBy(object(0, 0))
        const from = draft.indexOf('/Contents <00>') + '/Contents '.length
        return updatedBy(object(draft.length, from))
      },
      asKcb,
    ],
  ])('%s', async (_, make, wish) => {
    expect(await outcomeOf(await make(), wish)).toMatchObject({ status: 'VALID' })
  })
})

describe('a statement in another layout is read correctly, or does not become VALID', () => {
  const truth = {
    in: entries().reduce((s, e) => s + e.in, 0),
    out: entries().reduce((s, e) => s + e.out, 0),
    count: entries().length,
  }
  const monthNames = ['Jan', 'Feb', 'Mar', 'Apr']
  const parts = (iso: string): [string, string, string] =>
    shaped(z.tuple([z.string(), z.string(), z.string()]), iso.split('-'))
  const named = (iso: string): string => present(monthNames[Number(parts(iso)[1]) - 1])
  const plain = (value: number): string => (value / 100).toFixed(2)
  const lakhs = (value: number): string => {
    const [whole = '', decimals = ''] = plain(value).split('.')
    if (whole.length <= 3) return `${whole}.${decimals}`
    return `${whole.slice(0, -3).replaceAll(/\B(?=(\d\d)+$)/g, ',')},${whole.slice(-3)}.${decimals}`
  }
  const period = (text: string | undefined): RawBank => ({
    head: [...headOf({ 'Statement Period': undefined }), ...(text === undefined ? [] : [text])],
  })
  const ways: readonly (readonly [string, RawBank, 'VALID' | 'ANY'])[] = [
    ['dates with a month in letters', { date: (d) => `${parts(d)[2]} ${named(d)} ${parts(d)[0]}` }, 'VALID'],
    [
      'dates with the month first in letters',
      { date: (d) => `${named(d)} ${parts(d)[2]} ${parts(d)[0]}` },
      'VALID',
    ],
    [
      'dates with the month first in letters and a comma',
      { date: (d) => `${named(d)} ${parts(d)[2]}, ${parts(d)[0]}` },
      'VALID',
    ],
    ['ISO dates', { date: (d) => d }, 'VALID'],
    ['dates with dots', { date: (d) => d.split('-').reverse().join('.') }, 'VALID'],
    [
      'two digits of a year',
      { date: (d) => `${parts(d)[2]}/${parts(d)[1]}/${parts(d)[0].slice(2)}` },
      'VALID',
    ],
    ['days and months without a year', { date: (d) => `${parts(d)[2]}/${parts(d)[1]}` }, 'VALID'],
    ['months and days without a year', { date: (d) => `${parts(d)[1]}/${parts(d)[2]}` }, 'VALID'],
    ['a month in letters without a year', { date: (d) => `${parts(d)[2]} ${named(d)}` }, 'VALID'],
    ['a month in letters first, without a year', { date: (d) => `${named(d)} ${parts(d)[2]}` }, 'VALID'],
    ['dates without spaces', { date: (d) => `${parts(d)[2]}${named(d)}${parts(d)[0]}` }, 'VALID'],
    [
      'dates with a day of the week',
      { date: (d) => `Mon, ${parts(d)[2]} ${named(d)} ${parts(d)[0]}` },
      'VALID',
    ],
    ['dates in the American order', { date: (d) => `${parts(d)[1]}/${parts(d)[2]}/${parts(d)[0]}` }, 'VALID'],
    ['lakhs', { money: lakhs }, 'VALID'],
    ['apostrophes', { money: (v) => cents(v).replaceAll(',', "'") }, 'VALID'],
    ['spaces between thousands', { money: (v) => cents(v).replaceAll(',', ' ') }, 'VALID'],
    ['no marks between thousands', { money: plain }, 'VALID'],
    [
      'dots between thousands and a comma',
      { money: (v) => cents(v).replaceAll(/[.,]/g, (m) => (m === ',' ? '.' : ',')) },
      'VALID',
    ],
    ['Cr after the balance', { cells: cellsWith((e) => ({ balance: `${cents(e.balance)} Cr` })) }, 'VALID'],
    [
      '0.00 in the empty column',
      { cells: cellsWith((e) => ({ out: cents(e.out), in: cents(e.in) })) },
      'VALID',
    ],
    [
      'a dash in the empty column',
      { cells: cellsWith((e) => ({ out: e.out ? cents(e.out) : '-', in: e.in ? cents(e.in) : '-' })) },
      'ANY',
    ],
    ['newest row first', { newestFirst: true }, 'VALID'],
    [
      'one balance a day',
      { cells: cellsWith((e, i) => (entries()[i + 1]?.date === e.date ? { balance: undefined } : {})) },
      'VALID',
    ],
    ...[
      'From 01/01/2026 to 30/04/2026',
      'Statement for the period 1 Jan 2026 to 30 Apr 2026',
      'Period: 01-01-2026 - 30-04-2026',
      '01/01/2026 - 30/04/2026',
      'From Date: 01/01/2026  To Date: 30/04/2026',
      'Between Jan 1, 2026 and Apr 30, 2026',
      'Date Range: 2026-01-01 to 2026-04-30',
      'Transactions from 01 January 2026 until 30 April 2026',
      'Du 01/01/2026 au 30/04/2026',
      'Statement From 01-JAN-26 To 30-APR-26',
      'Period: 01 January 2026 through 30 April 2026',
      'Statement of account as from 01/01/2026 up to 30/04/2026',
      'Statement Period: 01/01/2026 00:00:00 - 30/04/2026 23:59:59',
      'From: 01 Jan 2026 To: 30 Apr 2026 Printed: 02 May 2026',
      'Statement Start Date: 01-Jan-2026 Statement End Date: 30-Apr-2026',
      'Statement for 01 Jan to 30 Apr 2026',
      'Statement period: Jan 2026 to Apr 2026',
      'Your statement 1 Jan 2026 \u0096 30 Apr 2026',
      'Relev\u00e9 du 1er janvier 2026 au 30 avril 2026',
      'P\u00e9riode : 01/01/2026 - 30/04/2026',
      'Relev\u00e9 de compte arr\u00eat\u00e9 du 01 janv. 2026 au 30 avr. 2026',
      'Date d\u00e9but : 01/01/2026 Date fin : 30/04/2026',
      "Mouvements du 01-01-2026 jusqu'au 30-04-2026",
      'Entre le 01/01/2026 et le 30/04/2026',
      'Op\u00e9rations du 01 Janvier au 30 Avril 2026',
      'Extrait de compte du: 01/01/26 au: 30/04/26',
      'De 01/01/2026 \u00e0 30/04/2026',
    ].map((text) => [`a period with the wording "${text}"`, period(text), 'VALID'] as const),
  ]
  test.each([...ways, ...genuineLayouts])('%s', async (_, wish, wanted) => {
    const found = await outcomeOf(rawBank(wish), asKcb)
    if (wanted === 'VALID') expect(found).toMatchObject({ status: 'VALID' })
    if (found.status !== 'VALID' || !('statement' in found) || !found.statement) return
    const { rows, period: days } = found.statement
    const sum = (side: 'paidIn' | 'paidOut') => rows.reduce((all, row) => all + row[side], 0)
    const own = wish.entries ?? entries()
    expect({ in: sum('paidIn'), out: sum('paidOut'), count: rows.length }).toEqual({
      in: own.reduce((s, e) => s + e.in, 0),
      out: own.reduce((s, e) => s + e.out, 0),
      count: own.length,
    })
    expect(days).toEqual({ from: '2026-01-01', to: '2026-04-30' })
  })

  test.each(unusualLayouts)('%s: read correctly or refused, never INVALID', async (_, wish) => {
    const found = await outcomeOf(rawBank(wish), asKcb)
    expect(found.status).not.toBe('INVALID')
    if (!('statement' in found) || !found.statement) return
    const { rows } = found.statement
    const sum = (side: 'paidIn' | 'paidOut') => rows.reduce((all, row) => all + row[side], 0)
    const own = wish.entries ?? entries()
    expect({ in: sum('paidIn'), out: sum('paidOut'), count: rows.length }).toEqual({
      in: own.reduce((s, e) => s + e.in, 0),
      out: own.reduce((s, e) => s + e.out, 0),
      count: own.length,
    })
  })

  test.each([
    ['not contained in the amount', false],
    ['contained in the amount', true],
  ])('with a column of fees that are %s is read, and counts each fee once', async (_, isInside) => {
    let balance = 5_000_000
    const fees = entries().map((entry, i) => {
      const fee = entry.out > 0 && i % 4 === 0 ? 3_300 : 0
      balance += entry.in - entry.out - fee
      return { ...entry, out: isInside ? entry.out + fee : entry.out, fee, balance }
    })
    const feeOf = new Map(fees.map((entry) => [entry.date + entry.text, entry.fee]))
    const found = await outcomeOf(
      rawBank({
        entries: fees,
        head: headOf({ 'Closing Balance': cents(balance) }),
        rights: [330, 400, 470, 555],
        headings: [
          'Transaction Date',
          'Transaction Details',
          'Money Out',
          'Money In',
          'Charges',
          'Ledger Balance',
        ],
        cells: (entry) => {
          const fee = feeOf.get(entry.date + entry.text) ?? 0
          const shown = [entry.out, entry.in, fee].map((value) => (value === 0 ? undefined : cents(value)))
          return [entry.date.split('-').reverse().join('/'), entry.text, ...shown, cents(entry.balance)]
        },
      }),
      asKcb,
    )
    expect(found).toMatchObject({ status: 'VALID' })
    const rows = ('statement' in found && found.statement?.rows) || []
    const out = rows.reduce((sum, { paidOut }) => sum + paidOut, 0)
    expect(out).toBe(fees.reduce((sum, entry) => sum + entry.out + (isInside ? 0 : entry.fee), 0))
    expect(rows.length - fees.length).toBe(isInside ? 0 : fees.filter(({ fee }) => fee > 0).length)
  })

  test('without a column of balances is read, but nobody vouches for it', async () => {
    const found = await outcomeOf(
      rawBank({
        headings: ['Transaction Date', 'Transaction Details', 'Money Out', 'Money In'],
        cells: (entry) => [
          entry.date.split('-').reverse().join('/'),
          entry.text,
          entry.out ? cents(entry.out) : undefined,
          entry.in ? cents(entry.in) : undefined,
        ],
      }),
      asKcb,
    )
    expect(found).toMatchObject({ status: 'UNVERIFIED', statement: { rows: { length: truth.count } } })
    expect(found.reasons).toContain('balances_not_printed')
  })

  test.each([
    ['Microsoft Reporting Services PDF Rendering Extension 13.0.0.0', 'VALID'],
    ['Microsoft SQL Server Reporting Services 2019', 'VALID'],
    ['Acrobat PDFWriter 4.0 for Windows', 'VALID'],
    ['Acrobat Distiller 9.0.0 (Windows)', 'VALID'],
    ['Adobe PDF Library 15.0', 'VALID'],
    ['Skia/PDF m120', 'UNVERIFIED'],
    ['Powered By Crystal', 'UNVERIFIED'],
  ])('a file made by %s does not count as modified', async (Producer, status) => {
    expect(
      await outcomeOf(rawBank({ info: { ...oracleMetadata, Creator: '', Producer } }), asKcb),
    ).toMatchObject({
      status,
    })
  })

  test.each([
    ['UGX', { head: headOf({ Currency: 'UGX' }) }],
    ['TZS', { head: headOf({ Currency: 'TZS - Tanzanian Shilling' }) }],
    ['NGN', { head: headOf({ Currency: 'NGN' }) }],
    ['RWF', { head: headOf({ Currency: 'RWF' }) }],
    [
      'ZMW',
      {
        head: headOf({ Currency: undefined }),
        cells: cellsWith((e) => ({ balance: `ZMW ${cents(e.balance)}` })),
      },
    ],
    ['GHS', { head: [...headOf({ Currency: undefined }), 'All amounts in Ghana Cedis'] }],
    ['UGX', { head: headOf({ Currency: undefined }), title: 'KCB BANK UGANDA LIMITED' }],
    ['KES', { head: headOf({ Currency: undefined }), title: 'KCB BANK KENYA LIMITED' }],
    ['KES', { head: [...headOf(), 'Postal address: PO Box 1, Kampala, Uganda'] }],
    [null, { title: 'KCB BANK UGANDA LIMITED' }],
    [null, { title: 'KCB (RWANDA) PLC' }],
    [null, { head: headOf({ Currency: 'UGX' }), drawing: { after: onTop('Currency: KES') } }],
    [
      null,
      {
        head: headOf({ Currency: 'KES' }),
        cells: cellsWith((e) => (e.in ? { in: `USD ${cents(e.in)}` } : {})),
      },
    ],
    [
      null,
      {
        head: headOf({ Currency: 'KES' }),
        cells: cellsWith((e) => ({ balance: `USD ${cents(e.balance)}` })),
      },
    ],
  ] as const)('the currency is read as %s', async (currency, wish) => {
    const found = await outcomeOf(rawBank(wish), asKcb)
    expect('statement' in found && found.statement?.currency).toBe(currency)
    if (currency === 'KES') return
    expect(found).toMatchObject({
      decision: 'INSUFFICIENT_DATA',
      cappedBy: 'CURRENCY',
      limits: { affordability: 0, shortTermLimit: 0 },
    })
  })

  test('headings that a CSV repeats are not rows', async () => {
    const rows = csvRows()
    const bytes = csvOf([columns, ...rows.slice(0, 30), columns, ...rows.slice(30)])
    const found = await outcomeOf(bytes, asCsv)
    expect('statement' in found && found.statement).toMatchObject({
      unreadRows: [],
      rows: { length: rows.length },
    })
  })
})
