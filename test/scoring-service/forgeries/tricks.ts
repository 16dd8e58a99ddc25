import { PDFDocument } from 'pdf-lib'
import type { ValidityReason } from '../../../src/scoring-contract/words.js'
import type { readBytes } from '../reading.js'
import { encryptedAsByIssuer } from '../fixtures/issuer-encryption.js'
import { drawnWallet, moves, unencryptedWallet, type Move } from './drawn-wallet.js'
import { cents, entries, headOf, rawBank, type Entry, type RawBank } from './raw-bank.js'
import { pageHeight, written, type RawDrawing } from './raw-pdf.js'
import { present } from '../../support/present.js'

type Wish = Parameters<typeof readBytes>[1]

/** The expected outcome of a forgery. A refusal has a code. */
export type Outcome = 'INVALID' | 'UNVERIFIED' | 'REFUSED'

export type Forgery = readonly [
  what: string,
  make: () => Buffer | Promise<Buffer>,
  outcome: Outcome,
  reason?: ValidityReason | undefined,
  wish?: Wish | undefined,
]

const asKcb = { documentType: 'BANK_STATEMENT', bankName: 'KCB', password: null } as const
const asCsv = { ...asKcb, format: 'csv', acceptsCsv: true } as const

/**
 * A salary three times as large, and all balances to match: the figures agree, so that only the file can show the
 * change.
 */
export const richEntries = (): Entry[] => {
  let more = 0
  return entries().map((entry) => {
    more += entry.in * 2
    return { ...entry, in: entry.in * 3, balance: entry.balance + more }
  })
}
export const richHead = (more: Readonly<Record<string, string | undefined>> = {}): string[] =>
  headOf({ 'Closing Balance': cents(richEntries().at(-1)?.balance ?? 0), ...more })

export const rich =
  (drawing: RawDrawing, more: RawBank = {}): (() => Buffer) =>
  () =>
    rawBank({ entries: richEntries(), head: richHead(), drawing, ...more })

/** The genuine statement of a richer person. */
const ofRicherPerson = (drawing: RawDrawing): (() => Buffer) =>
  rich(drawing, { head: richHead({ 'Account Name': 'OTIENO ODHIAMBO' }) })

const ownName = 'Account Name: WANJIRU NYAMBURA MWANGI'
const nameAt = 54
const boxOn = (y: number): string => `38 ${pageHeight - y - 3} 300 11`
const whiteOn = (y: number): string => `q 1 1 1 rg ${boxOn(y)} re f Q`
const pictureOn = (y: number): string => {
  const [x, bottom, width, height] = boxOn(y).split(' ')
  return `q ${width} 0 0 ${height} ${x} ${bottom} cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI Q`
}
export const onTop = (text: string): string => written({ x: 40, y: 20, text })
const clipEverything = '0 0 1 1 re W n'

const loaded = (bytes: Buffer): Promise<PDFDocument> => PDFDocument.load(bytes, { updateMetadata: false })
const saved = async (document: PDFDocument): Promise<Buffer> =>
  Buffer.from(await document.save({ useObjectStreams: false }))

/** Inserts a copy of the second page after it. */
const pageTwice = async (bytes: Buffer): Promise<Buffer> => {
  const document = await loaded(bytes)
  const [copy] = await document.copyPages(document, [1])
  if (copy) document.insertPage(2, copy)
  return saved(document)
}

const merged = async (own: Buffer, other: Buffer, from: number): Promise<Buffer> => {
  const document = await loaded(own)
  const source = await loaded(other)
  if (from > 0) document.removePage(from)
  const pages = await document.copyPages(source, source.getPageIndices().slice(from))
  for (const page of pages) document.addPage(page)
  return saved(document)
}

const withoutBalances = { 'Opening Balance': undefined, 'Closing Balance': undefined }

/** The page contents of a richer person, pasted into a file whose cross-reference table no longer fits. */
const withPastedContents = (): Buffer => {
  const streams = /stream\n[\s\S]*?\nendstream/g
  const [other = []] = [rich({})().toString('latin1').match(streams)]
  const left = [...(other ?? [])]
  return Buffer.from(
    rawBank()
      .toString('latin1')
      .replaceAll(streams, () => left.shift() ?? ''),
    'latin1',
  )
}

/** A second copy of one page at the end of the file, to which only a hybrid cross-reference stream (XRefStm) leads. */
const hybrid = (): Buffer => {
  const text = rawBank().toString('latin1')
  const page = /5 0 obj\n[\s\S]*?endobj\n/.exec(rich({})().toString('latin1'))?.[0] ?? ''
  const table = text.lastIndexOf('xref\n0')
  const place = Buffer.from([1, 0, 0, 0, 0])
  place.writeUInt32BE(table, 1)
  const streamAt = table + page.length
  const stream = `99 0 obj\n<< /Type /XRef /Size 100 /W [1 4 0] /Index [5 1] /Length 5 >>\nstream\n${place.toString('latin1')}\nendstream\nendobj\n`
  let entry = 0
  const rest = text
    .slice(table)
    .replace('trailer\n<<', `trailer\n<< /XRefStm ${streamAt}`)
    .replaceAll(/\d{10} 00000 n /g, (kept) => ((entry += 1) === 5 ? '0000000000 65535 f ' : kept))
    .replace(/startxref\n\d+/, `startxref\n${streamAt + stream.length}`)
  return Buffer.from(text.slice(0, table) + page + stream + rest, 'latin1')
}

/** Three months of a wallet with several payments a day. */
export const busyMoves = (): Move[] => {
  let balance = 2_000_000
  return Array.from({ length: 400 }, (_, i) => {
    const at = new Date(Date.UTC(2026, 2, 1, 8) + i * 19_000_000).toISOString()
    const isIncome = i % 6 === 0
    const amount = isIncome ? 1_200_000 : 150_000 + ((i * 7919) % 90_000)
    balance += isIncome ? amount : -amount
    return {
      receipt: `UC${String.fromCharCode(65 + (Math.floor(i / 26) % 26), 65 + (i % 26))}${String(i).padStart(6, '0')}`,
      time: at.slice(0, 19).replace('T', ' '),
      text: isIncome
        ? 'Funds received from 2547******111 PETER KAMAU'
        : 'Merchant Payment to 555777 - KOLA SHOP',
      in: isIncome ? amount : 0,
      out: isIncome ? 0 : amount,
      balance,
    }
  })
}

const reversedAmount = 5_000_000

/** Movements with a reversed payment, as issuers list one: the payment does not count, and its reversal is a row of its own. */
export const withReversal = (): Move[] => {
  const all = busyMoves()
  const before = present(all[200])
  const paid = {
    ...before,
    receipt: 'UCZZ000001',
    text: 'Pay Bill to 888 - ACME',
    in: 0,
    out: reversedAmount,
    balance: before.balance - reversedAmount,
    status: 'Reversed',
  }
  const back = {
    ...before,
    receipt: 'UCZZ000002',
    text: 'Pay Bill Reversal from 888 - ACME',
    in: reversedAmount,
    out: 0,
  }
  return all.toSpliced(201, 0, paid, back)
}

const csv = (rows: readonly string[]): Buffer =>
  Buffer.from(
    [
      'Account Name,WANJIRU NYAMBURA MWANGI',
      'Transaction Date,Transaction Details,Money Out,Money In,Ledger Balance',
      ...rows,
    ].join('\n'),
  )
const csvRow = (entry: Entry, paidIn = String(entry.in / 100)): string =>
  [entry.date, entry.text, entry.out / 100, paidIn, entry.balance / 100].join(',')

/** Forgeries by drawing over and under a page, by whole pages, and by parts of files. */
export const forgedFiles: readonly Forgery[] = [
  [
    "the name painted over, and the applicant's at the top",
    ofRicherPerson({ after: `${whiteOn(nameAt)} ${onTop(ownName)}` }),
    'UNVERIFIED',
    'names_differ',
    asKcb,
  ],
  [
    "the name under a white picture, and the applicant's at the top",
    ofRicherPerson({ after: `${pictureOn(nameAt)} ${onTop(ownName)}` }),
    'UNVERIFIED',
    'names_differ',
    asKcb,
  ],
  [
    "the applicant's name at the top, and the other one kept",
    ofRicherPerson({ after: onTop(ownName) }),
    'UNVERIFIED',
    'names_differ',
    asKcb,
  ],
  [
    "the name painted over, and the applicant's below it",
    ofRicherPerson({ after: `${whiteOn(nameAt)} ${written({ x: 40, y: nameAt + 6, text: ownName })}` }),
    'INVALID',
    'name_invalid',
    asKcb,
  ],
  [
    "the applicant's name and number added to the wallet statement of another person",
    async () => {
      const document = await loaded(
        await unencryptedWallet({ name: 'OTIENO ODHIAMBO', phone: '254733999888' }),
      )
      const page = document.getPage(0)
      page.drawText('Customer Name: WANJIRU NYAMBURA MWANGI', { x: 40, y: 830, size: 7 })
      page.drawText('Mobile Number: 254712345123', { x: 40, y: 820, size: 7 })
      return encryptedAsByIssuer(await saved(document))
    },
    'UNVERIFIED',
    'names_differ',
  ],
  ['rows in white ink', rich({ before: '1 g' }), 'INVALID', 'document_modified', asKcb],
  ['rows in a layer that is switched off', rich({ layer: 'OFF' }), 'INVALID', 'document_modified', asKcb],
  ['rows that are clipped away', rich({ before: clipEverything }), 'INVALID', 'document_modified', asKcb],
  [
    'rows in a font size of a hundredth of a point',
    rich({ size: 0.01 }),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  ['rows outside the crop box', rich({ entries: '/CropBox [0 800 595 842]' }), 'REFUSED', undefined, asKcb],
  ['edited in a text editor', withPastedContents, 'UNVERIFIED', 'maker_unknown', asKcb],
  [
    'a hybrid cross-reference stream that leads to another page',
    hybrid,
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    'pages in another order',
    async () => {
      const document = await loaded(rawBank())
      const first = document.getPage(0)
      document.removePage(0)
      document.addPage(first)
      return saved(document)
    },
    'UNVERIFIED',
    'name_not_printed',
    asKcb,
  ],
  ['a page twice', () => pageTwice(rawBank()), 'INVALID', 'document_modified', asKcb],
  [
    'a page of a wallet twice',
    async () => encryptedAsByIssuer(await pageTwice(await unencryptedWallet())),
    'INVALID',
    'document_modified',
  ],
  [
    "the applicant's first page, and the rest of a richer person",
    () => merged(rawBank({ head: headOf(withoutBalances) }), ofRicherPerson({})(), 1),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    "the whole statement of a richer person after the applicant's",
    () => merged(rawBank({ head: headOf(withoutBalances) }), ofRicherPerson({})(), 0),
    'REFUSED',
    undefined,
    asKcb,
  ],
  [
    "the rest of another person's wallet statement after the applicant's",
    async () =>
      merged(
        await unencryptedWallet({ moves: moves().slice(0, 45) }),
        await unencryptedWallet({ name: 'OTIENO ODHIAMBO', phone: '254733999888', moves: moves().slice(45) }),
        0,
      ),
    'INVALID',
    'names_differ',
  ],
  [
    'the first credit of a wallet raised, and the totals to match',
    () => drawnWallet({ moves: moves().map((move, i) => (i === 0 ? { ...move, in: move.in * 80 } : move)) }),
    'UNVERIFIED',
    'balances_not_explained',
  ],
  [
    'five amounts raised by the amount of one reversal',
    () =>
      drawnWallet({
        moves: withReversal().map((move, i) =>
          i % 90 === 30 ? { ...move, in: move.in + reversedAmount - move.out, out: 0 } : move,
        ),
      }),
    'UNVERIFIED',
    'balances_not_explained',
  ],
  [
    'a CSV with formulas in its cells',
    () => csv(richEntries().map((entry) => csvRow(entry, entry.in ? `=${entry.in / 300}*3` : '0'))),
    'REFUSED',
    undefined,
    asCsv,
  ],
  [
    'a CSV with formulas as text',
    () => csv(entries().map((entry) => csvRow(entry, entry.in ? `"=""${entry.in / 30}"""` : '0'))),
    'INVALID',
    'document_modified',
    asCsv,
  ],
  [
    'a CSV in digits of another alphabet',
    () =>
      csv(
        entries().map((entry) =>
          csvRow(
            entry,
            String(entry.in / 30).replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
          ),
        ),
      ),
    'REFUSED',
    undefined,
    asCsv,
  ],
  [
    'a CSV with the rows of two people',
    () => csv([...entries().map((entry) => csvRow(entry)), ...richEntries().map((entry) => csvRow(entry))]),
    'REFUSED',
    undefined,
    asCsv,
  ],
]

const walletOf = (change: (move: Move, i: number) => Partial<Move>) => (): Promise<Buffer> =>
  drawnWallet({ moves: moves().map((move, i) => ({ ...move, ...change(move, i) })) })

/** All credits a hundred times as large, because the decimal point is left out. */
const withoutPoints = (): Buffer =>
  rawBank({
    cells: (entry) => [
      entry.date.split('-').reverse().join('/'),
      entry.text,
      entry.out ? cents(entry.out) : undefined,
      entry.in ? cents(entry.in * 100).replace(/\.00$/, '') : undefined,
      cents(entry.balance),
    ],
  })

const overdrawnBy = 6_000_000
/** Forgeries with wrong sides, statuses and headings. */
export const forgedSides: readonly Forgery[] = [
  [
    'an overdrawn account with every Dr removed',
    () =>
      rawBank({
        head: headOf(withoutBalances),
        cells: (entry) => [
          entry.date.split('-').reverse().join('/'),
          entry.text,
          entry.out ? cents(entry.out) : undefined,
          entry.in ? cents(entry.in) : undefined,
          cents(Math.abs(entry.balance - overdrawnBy)),
        ],
      }),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    'an overdrawn account with every Dr changed to Cr',
    () =>
      rawBank({
        head: headOf(withoutBalances),
        cells: (entry) => [
          entry.date.split('-').reverse().join('/'),
          entry.text,
          entry.out ? cents(entry.out) : undefined,
          entry.in ? cents(entry.in) : undefined,
          `${cents(Math.abs(entry.balance - overdrawnBy))} Cr`,
        ],
      }),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  ['credits without their decimal point', withoutPoints, 'INVALID', 'document_modified', asKcb],
  [
    'an added credit with the receipt of its neighbour and a matching balance',
    () => {
      const all = moves()
      const { receipt, time, balance, out } = present(all[43])
      const put = { receipt, time, text: 'Funds received from 2547******999 ANN KIM', in: 900_000, out: 0 }
      return drawnWallet({ moves: all.toSpliced(44, 0, { ...put, balance: balance + out + 900_000 }) })
    },
    'INVALID',
    'document_modified',
  ],
  [
    'one debit with the status Complete',
    walletOf((_, i) => (i === 43 ? { status: 'Complete' } : {})),
    'UNVERIFIED',
    'balances_not_explained',
  ],
  [
    'all debits with the status Pending',
    walletOf(({ out }) => (out > 0 ? { status: 'Pending' } : {})),
    'INVALID',
    'document_modified',
  ],
  [
    'all debits before the last month with the status Cancelled',
    walletOf(({ out }, i) => (out > 0 && i < 60 ? { status: 'Cancelled' } : {})),
    'INVALID',
    'document_modified',
  ],
  [
    'half of one credit moved to an earlier one',
    walletOf((move, i) => (i === 42 ? { in: move.in * 1.5 } : i === 48 ? { in: move.in / 2 } : {})),
    'UNVERIFIED',
    'balances_not_explained',
  ],
  [
    'a CSV with a second heading that swaps the sides',
    () => {
      const rows = entries().map((entry) => csvRow(entry))
      const turned = 'Transaction Date,Transaction Details,Money In,Money Out,Ledger Balance'
      return csv([...rows.slice(0, 40), turned, ...rows.slice(40)])
    },
    'UNVERIFIED',
    'cells_unread',
    asCsv,
  ],
]

/** A credit and a debit each month that leave the balance unchanged, after the first row on or after the 10th. */
const paired = (comes: string, goes: string, amount: number): Entry[] => {
  const seen = new Set<string>()
  return entries().flatMap((entry) => {
    const month = entry.date.slice(0, 7)
    if (entry.date.slice(8) < '10' || seen.has(month)) return [entry]
    seen.add(month)
    const { date, balance } = entry
    return [
      entry,
      { date, text: comes, in: amount, out: 0, balance: balance + amount },
      { date, text: goes, in: 0, out: amount, balance },
    ]
  })
}

/** Tricks that may be valid, because what is read is true or does not affect score and limit. */
export const ineffectiveTricks: readonly (readonly [string, () => Buffer, Wish])[] = [
  ...[
    ['SALARY OTHER LTD', 'TRANSFER TO M-SHWARI DEPOSIT'],
    ['SALARY OTHER LTD', 'TRANSFER TO PETER'],
    ['SALARY OTHER LTD', 'ATM WITHDRAWAL'],
    ['CASH DEPOSIT', 'PAYMENT TO BIG STORE'],
  ].map(
    ([comes = '', goes = '']) =>
      [
        `${comes} and ${goes}, each month, of twice the income`,
        () => rawBank({ entries: paired(comes, goes, 12_000_000) }),
        asKcb,
      ] as const,
  ),
  [
    'a CSV with a second column of credits',
    () =>
      Buffer.from(
        [
          'Account Name,WANJIRU NYAMBURA MWANGI',
          'Transaction Date,Transaction Details,Money Out,Money In,Credit,Ledger Balance',
          ...entries().map((e) =>
            [e.date, e.text, e.out / 100, e.in / 100, e.in / 20, e.balance / 100].join(','),
          ),
        ].join('\n'),
      ),
    asCsv,
  ],
  [
    'a printed period that begins a year before the first row',
    () => rawBank({ head: headOf({ 'Statement Period': '01/01/2025 - 30/04/2026' }) }),
    asKcb,
  ],
  [
    'a printed period that ends two months after the last row',
    () => rawBank({ head: headOf({ 'Statement Period': '01/01/2026 - 30/06/2026' }) }),
    asKcb,
  ],
  [
    'an annotation over the amounts',
    () =>
      rawBank({
        drawing: {
          entries:
            '/Annots [<< /Type /Annot /Subtype /FreeText /Rect [300 600 560 740] /DA (/Helv 7 Tf 0 g) /Contents (6,000,000.00) >>]',
        },
      }),
    asKcb,
  ],
  [
    'a form field over the amounts',
    () =>
      rawBank({
        drawing: {
          entries:
            '/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (6,000,000.00) /Rect [300 600 560 740] /DA (/F1 7 Tf 0 g) >>]',
        },
      }),
    asKcb,
  ],
  [
    'another text for screen readers (ActualText)',
    () => rawBank({ drawing: { before: '/Span << /ActualText (999,999.00) >> BDC EMC' } }),
    asKcb,
  ],
  [
    'the first row of a bank turned into a large credit, without a printed opening balance',
    () =>
      rawBank({
        head: headOf(withoutBalances),
        entries: entries().map((entry, i) => (i === 0 ? { ...entry, in: 90_000_000, out: 0 } : entry)),
      }),
    asKcb,
  ],
  [
    'the first seven rows turned into large credits, without their balances and the opening balance',
    () =>
      rawBank({
        head: headOf(withoutBalances),
        entries: entries().map((entry, i) => (i < 7 ? { ...entry, in: 9_000_000, out: 0 } : entry)),
        cells: (entry, i) => [
          entry.date.split('-').reverse().join('/'),
          entry.text,
          entry.out ? cents(entry.out) : undefined,
          entry.in ? cents(entry.in) : undefined,
          i < 7 ? undefined : cents(entry.balance),
        ],
      }),
    asKcb,
  ],
]

/** A file whose text differs from its glyphs: a 1 is drawn where the text has a 3, and the other way round. */
export const withOtherGlyphs = (): Buffer => {
  const written = (text: string): string => text.replaceAll(/[13]/g, (digit) => (digit === '1' ? '3' : '1'))
  return rawBank({
    entries: entries(),
    drawing: { readAs: { '1': '3', '3': '1' } },
    date: (day) => written(day.split('-').reverse().join('/')),
    head: headOf().map(written),
    cells: (entry) =>
      [
        entry.date.split('-').reverse().join('/'),
        entry.text,
        entry.out ? cents(entry.out) : undefined,
        entry.in ? cents(entry.in) : undefined,
        cents(entry.balance),
      ].map((text) => (text === undefined ? undefined : written(text))),
  })
}
