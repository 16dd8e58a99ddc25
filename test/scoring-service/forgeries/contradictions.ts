import { drawnWallet, moves, type Move } from './drawn-wallet.js'
import { cents, entries, headOf, oracleMetadata, rawBank, type Entry, type RawBank } from './raw-bank.js'
import { written } from './raw-pdf.js'
import { rich, richHead, type Forgery } from './tricks.js'

const asKcb = { documentType: 'BANK_STATEMENT', bankName: 'KCB', password: null } as const

const withHolder = (name: string): RawBank => ({ head: headOf({ 'Account Name': name }) })
const createdOn = (CreationDate: string | undefined): RawBank => ({
  info: {
    Creator: oracleMetadata.Creator,
    Producer: oracleMetadata.Producer,
    ...(CreationDate && { CreationDate }),
  },
})
const dayFirst = (date: string): string => date.split('-').reverse().join('/')
const amount = (value: number): string | undefined => (value === 0 ? undefined : cents(value))
const trueBalance = (i: number): string => cents(entries()[i]?.balance ?? 0)

const fiveColumns = (heading: string, cells: NonNullable<RawBank['cells']>): RawBank => ({
  headings: ['Transaction Date', 'Transaction Details', 'Money Out', 'Money In', ...heading.split('|')],
  rights: [300, 370, 450, 550],
  cells,
})

const daysLater = (days: number): Move[] =>
  moves().map((move) => ({
    ...move,
    time: new Date(Date.parse(`${move.time.replace(' ', 'T')}Z`) + days * 86_400_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' '),
  }))

const othersHead = richHead({ 'Account Name': 'OTIENO ODHIAMBO' })
const ownName = written({ x: 40, y: 30, text: 'Account Name: WANJIRU MWANGI' })
const applicantNameAt = (y: number): string => written({ x: 40, y, text: 'Account Name: WANJIRU MWANGI' })

/** Forgeries with dates, holders, banks or colours that contradict each other. */
export const forgedContradictions: readonly Forgery[] = [
  [
    'with a creation date before its last row',
    () => rawBank(createdOn("D:20260401090000+03'00'")),
    'UNVERIFIED',
    'dates_contradict',
    asKcb,
  ],
  [
    'an old wallet statement with all dates moved by a year',
    () => drawnWallet({ created: new Date('2025-06-01T09:00:00Z') }),
    'UNVERIFIED',
    'dates_contradict',
  ],
  [
    'rows with dates in the future',
    () => rawBank(),
    'UNVERIFIED',
    'dates_contradict',
    { ...asKcb, asOf: new Date('2026-03-01T08:00:00Z') },
  ],
  [
    'a wallet statement with rows after its request date',
    () => drawnWallet({ moves: daysLater(20), created: new Date('2026-06-25T09:00:00Z') }),
    'UNVERIFIED',
    'dates_contradict',
  ],
  ['without a creation date', () => rawBank(createdOn(undefined)), 'UNVERIFIED', 'maker_unknown', asKcb],
  [
    'with an invalid creation date',
    () => rawBank(createdOn('yesterday')),
    'UNVERIFIED',
    'maker_unknown',
    asKcb,
  ],
  [
    'two banks in one title',
    () => rawBank({ title: 'KCB BANK KENYA LIMITED   EQUITY BANK (KENYA) LIMITED' }),
    'UNVERIFIED',
    'issuer_not_named',
    asKcb,
  ],
  [
    'the statement of another bank that names this one below',
    () =>
      rawBank({
        title: 'EQUITY BANK (KENYA) LIMITED',
        head: [...headOf(), 'Correspondent: KCB BANK KENYA'],
      }),
    'UNVERIFIED',
    'issuer_not_named',
    asKcb,
  ],
  ...['WANJIRU MWANGI & PETER OTIENO', 'PETER OTIENO OR WANJIRU MWANGI', 'WANJIRU MWANGI HOLDINGS LTD'].map(
    (name): Forgery => [
      `the account of ${name}`,
      () => rawBank(withHolder(name)),
      'UNVERIFIED',
      'names_differ',
      asKcb,
    ],
  ),
  ['rows in nearly white', rich({ before: '0.99 0.99 0.98 rg' }), 'INVALID', 'document_modified', asKcb],
  ['rows in a light grey', rich({ before: '0.93 g' }), 'INVALID', 'document_modified', asKcb],
  ['rows in a white outline', rich({ before: '1 Tr 1 G' }), 'INVALID', 'document_modified', asKcb],
  [
    'rows below large white letters',
    rich({ after: 'q 1 g BT /F1 900 Tf 1 0 0 1 0 100 Tm (MMMM) Tj ET Q' }),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    'white rows, and a curve elsewhere on the page',
    rich({ before: '0 0 m 1 1 2 2 3 3 c f 1 g' }),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    "the applicant's name in white over that of another person",
    rich({ after: `q 1 g ${applicantNameAt(54)} Q` }, { head: othersHead }),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    "the applicant's name in invisible text above that of another person",
    rich({ before: `q 3 Tr ${ownName} Q` }, { head: othersHead }),
    'INVALID',
    undefined,
    asKcb,
  ],
  [
    'a second column of balances that matches the forged amounts',
    rich(
      {},
      fiveColumns('Ledger Balance|Available Balance', (entry: Entry, i) => [
        dayFirst(entry.date),
        entry.text,
        amount(entry.out),
        amount(entry.in),
        trueBalance(i),
        cents(entry.balance),
      ]),
    ),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    'an income and its repayment in one row',
    () =>
      rawBank({
        cells: (entry) => [
          dayFirst(entry.date),
          entry.text,
          entry.in ? cents(40_000_000) : amount(entry.out),
          entry.in ? cents(entry.in + 40_000_000) : undefined,
          cents(entry.balance),
        ],
      }),
    'REFUSED',
    undefined,
    asKcb,
  ],
  [
    'incomes as negative debits',
    rich(
      {},
      {
        cells: (entry) => [
          dayFirst(entry.date),
          entry.text,
          cents(entry.out || -entry.in),
          undefined,
          cents(entry.balance),
        ],
      },
    ),
    'INVALID',
    'document_modified',
    asKcb,
  ],
  [
    'a month left out of a wallet statement',
    () => drawnWallet({ moves: moves().filter(({ time }) => !time.startsWith('2026-04')) }),
    'UNVERIFIED',
    'balances_not_explained',
  ],
  [
    'the smallest payments left out of a wallet statement',
    () => drawnWallet({ moves: moves().filter(({ out }) => out === 0 || out >= 155_000) }),
    'INVALID',
    'document_modified',
  ],
]

/** White text that a printing house adds for its machines, which hides nothing. */
export const withMachineText = (): Buffer =>
  rawBank({
    drawing: {
      before: `q 1 g ${written({ x: 40, y: 800, text: 'WANJIRU NYAMBURA MWANGI 01802345678901' })} Q`,
    },
  })
