import { cents, entries, headOf, type Entry, type RawBank } from './raw-bank.js'

const dayFirst = (date: string): string => date.split('-').reverse().join('/')
const amount = (value: number): string | undefined => (value === 0 ? undefined : cents(value))

type Cells = NonNullable<RawBank['cells']>

/** The usual cells with the given changes. */
const cells =
  (
    of: (
      entry: Entry,
      i: number,
    ) => Partial<Record<'date' | 'text' | 'out' | 'in' | 'balance', string | undefined>>,
  ): Cells =>
  (entry, i) => {
    const shown = {
      date: dayFirst(entry.date),
      text: entry.text,
      out: amount(entry.out),
      in: amount(entry.in),
      balance: cents(entry.balance),
      ...of(entry, i),
    }
    return [shown.date, shown.text, shown.out, shown.in, shown.balance]
  }

/** The usual rows, in an overdrawn account. */
const overdrawn = (): Entry[] => entries().map((entry) => ({ ...entry, balance: entry.balance - 6_000_000 }))
const overdrawnHead = headOf({ 'Opening Balance': undefined, 'Closing Balance': undefined })

/** The usual rows, in whole shillings. */
const inUnits = (): Entry[] => {
  let balance = 5_000_000
  return entries().map((entry) => {
    const out = Math.round(entry.out / 100) * 100
    balance += entry.in - out
    return { ...entry, out, balance }
  })
}

/** The first row of a day is in the morning, the second in the afternoon. */
const clock = ({ date }: Entry, i: number, times: readonly [string, string]): string =>
  entries()[i - 1]?.date === date ? times[1] : times[0]
const monthName = (date: string): string =>
  ['January', 'February', 'March', 'April'][Number(date.slice(5, 7)) - 1] ?? ''
const balanceLine = (date: string, text: string, value: number): (string | undefined)[] => [
  date,
  text,
  undefined,
  undefined,
  cents(value),
]

type GenuineLayout = readonly [what: string, layout: RawBank, wanted: 'VALID' | 'ANY']

/** Layouts that a bank may print. Each is read correctly or is not valid; none is misread and valid. */
export const genuineLayouts: readonly GenuineLayout[] = [
  [
    'headings in capitals',
    { headings: ['TRANSACTION DATE', 'TRANSACTION DETAILS', 'MONEY OUT', 'MONEY IN', 'LEDGER BALANCE'] },
    'VALID',
  ],
  [
    'debits with a minus',
    { cells: cells((e) => ({ out: e.out ? `-${cents(e.out)}` : undefined })) },
    'VALID',
  ],
  [
    'debits in brackets',
    { cells: cells((e) => ({ out: e.out ? `(${cents(e.out)})` : undefined })) },
    'VALID',
  ],
  ['credits with a plus', { cells: cells((e) => ({ in: e.in ? `+${cents(e.in)}` : undefined })) }, 'ANY'],
  [
    'the currency in front of each balance',
    { cells: cells((e) => ({ balance: `KES ${cents(e.balance)}` })) },
    'VALID',
  ],
  ['Ksh in front of each balance', { cells: cells((e) => ({ balance: `Ksh ${cents(e.balance)}` })) }, 'ANY'],
  [
    'the currency in front of all amounts',
    {
      cells: cells((e) => ({
        out: e.out ? `KES ${cents(e.out)}` : undefined,
        in: e.in ? `KES ${cents(e.in)}` : undefined,
        balance: `KES ${cents(e.balance)}`,
      })),
    },
    'ANY',
  ],
  [
    'times after the dates',
    { cells: cells((e, i) => ({ date: `${dayFirst(e.date)} ${clock(e, i, ['09:05', '14:15'])}` })) },
    'VALID',
  ],
  [
    'times with seconds',
    { cells: cells((e, i) => ({ date: `${dayFirst(e.date)} ${clock(e, i, ['09:05:05', '14:15:05'])}` })) },
    'VALID',
  ],
  [
    'times on a 12-hour clock',
    { cells: cells((e, i) => ({ date: `${dayFirst(e.date)} ${clock(e, i, ['09:05 AM', '02:15 PM'])}` })) },
    'ANY',
  ],
  ['full names of months', { date: (d) => `${d.slice(8)} ${monthName(d)} ${d.slice(0, 4)}` }, 'VALID'],
  [
    'names of months in capitals with dashes',
    { date: (d) => `${d.slice(8)}-${monthName(d).slice(0, 3).toUpperCase()}-${d.slice(0, 4)}` },
    'VALID',
  ],
  [
    'days without a leading zero',
    { date: (d) => `${Number(d.slice(8))}/${Number(d.slice(5, 7))}/${d.slice(0, 4)}` },
    'VALID',
  ],
  [
    'details over two lines',
    { afterRow: (e) => [[undefined, `REF ${e.date.replaceAll('-', '')}`]] },
    'VALID',
  ],
  ['numbered pages', { foot: (page, of) => `Page ${page} of ${of}` }, 'VALID'],
  [
    'a note at the foot of each page',
    { foot: () => 'This is a system generated statement and requires no signature.' },
    'VALID',
  ],
  ['a line that ends the table', { afterTable: [[undefined, '*** END OF STATEMENT ***']] }, 'ANY'],
  [
    'the closing balance below the table',
    { afterTable: [balanceLine('30/04/2026', 'CLOSING BALANCE', entries().at(-1)?.balance ?? 0)] },
    'ANY',
  ],
  [
    'a balance without a date below the table',
    {
      afterTable: [
        [undefined, 'Closing Balance', undefined, undefined, cents(entries().at(-1)?.balance ?? 0)],
      ],
    },
    'ANY',
  ],
  [
    'totals below the table',
    {
      afterTable: [
        [
          undefined,
          'TOTAL',
          cents(entries().reduce((sum, e) => sum + e.out, 0)),
          cents(entries().reduce((sum, e) => sum + e.in, 0)),
          undefined,
        ],
      ],
    },
    'ANY',
  ],
  [
    'a balance carried forward in the middle of the table',
    { afterRow: (e, i) => (i === 40 ? [balanceLine('', 'BALANCE C/F', e.balance)] : []) },
    'ANY',
  ],
  ['lines far apart', { lineHeight: 14 }, 'VALID'],
  ['an account that is overdrawn, with a minus', { entries: overdrawn(), head: overdrawnHead }, 'VALID'],
  [
    'an account that is overdrawn, with Dr',
    {
      entries: overdrawn(),
      head: overdrawnHead,
      cells: cells((e) => ({
        balance: e.balance < 0 ? `${cents(-e.balance)} Dr` : `${cents(e.balance)} Cr`,
      })),
    },
    'VALID',
  ],
  [
    'an account that is overdrawn, in brackets',
    {
      entries: overdrawn(),
      head: overdrawnHead,
      cells: cells((e) => ({ balance: e.balance < 0 ? `(${cents(-e.balance)})` : cents(e.balance) })),
    },
    'VALID',
  ],
  ['no opening and no closing balance', { head: overdrawnHead }, 'VALID'],
  [
    'a name with a title and the words in another order',
    { head: headOf({ 'Account Name': 'MRS MWANGI WANJIRU NYAMBURA' }) },
    'VALID',
  ],
  ['an account number with spaces', { head: headOf({ 'Account Number': '0180 2345 6789 01' }) }, 'VALID'],
  ['an account number that is masked', { head: headOf({ 'Account Number': '018******8901' }) }, 'ANY'],
  [
    'two dashes in the empty column',
    { cells: cells((e) => ({ out: e.out ? cents(e.out) : '--', in: e.in ? cents(e.in) : '--' })) },
    'VALID',
  ],
  [
    'NIL in the empty column',
    { cells: cells((e) => ({ out: e.out ? cents(e.out) : 'NIL', in: e.in ? cents(e.in) : 'NIL' })) },
    'ANY',
  ],
  [
    'three stars in the empty column',
    { cells: cells((e) => ({ out: e.out ? cents(e.out) : '***', in: e.in ? cents(e.in) : '***' })) },
    'ANY',
  ],
  [
    'amounts without decimals',
    {
      money: (value) => (value / 100).toFixed(0),
      entries: inUnits(),
      head: overdrawnHead,
    },
    'ANY',
  ],
  [
    'balances with a star that means cleared',
    { cells: cells((e) => ({ balance: `${cents(e.balance)} *` })) },
    'ANY',
  ],
]

const shownDate = ({ date }: Entry): string => dayFirst(date)
const spaced = (value: number): string => cents(value).replaceAll(',', ' ')
const turnover = (of: readonly Entry[], side: 'in' | 'out'): string =>
  cents(of.reduce((sum, e) => sum + e[side], 0))

/** Layouts that must never count as modified: each is read correctly or refused. */
export const unusualLayouts: readonly (readonly [what: string, layout: RawBank])[] = [
  [
    'balances carried forward between pages, without opening and closing balance',
    {
      head: overdrawnHead,
      afterRow: (e, i) =>
        i === 44
          ? [balanceLine('', 'BALANCE C/F', e.balance), balanceLine('', 'BALANCE B/F', e.balance)]
          : [],
    },
  ],
  [
    'totals below each page',
    {
      head: overdrawnHead,
      afterRow: (_, i) =>
        i === 43
          ? [
              [
                undefined,
                'TOTAL',
                turnover(entries().slice(0, 44), 'out'),
                turnover(entries().slice(0, 44), 'in'),
              ],
            ]
          : [],
      afterTable: [
        [undefined, 'TOTAL', turnover(entries().slice(44), 'out'), turnover(entries().slice(44), 'in')],
      ],
    },
  ],
  [
    'one column of amounts with spaces and a trailing sign',
    {
      headings: ['Transaction Date', 'Details', 'Amount', 'Balance'],
      rights: [450, 550],
      cells: (e) => [shownDate(e), e.text, e.in ? spaced(e.in) : `${spaced(e.out)}-`, spaced(e.balance)],
    },
  ],
  [
    'one column of amounts with spaces and a trailing sign, without balances',
    {
      headings: ['Transaction Date', 'Details', 'Amount'],
      rights: [450],
      cells: (e) => [shownDate(e), e.text, e.in ? spaced(e.in) : `${spaced(e.out)}-`],
    },
  ],
  [
    'the currency in front of balances with spaces',
    {
      entries: inUnits().map((e) => ({ ...e, balance: e.balance + 200_000_000 })),
      head: overdrawnHead,
      cells: cells((e) => ({ balance: `KES ${spaced(e.balance)}` })),
    },
  ],
  ...['Dr/Cr', 'D/C'].flatMap((side) =>
    [true, false].map(
      (hasBalances) =>
        [
          `the side in a column ${side}${hasBalances ? '' : ', without balances'}`,
          {
            headings: ['Transaction Date', 'Narration', 'Amount', side, ...(hasBalances ? ['Balance'] : [])],
            rights: [370, 430, 550],
            cells: (e: Entry) => [
              shownDate(e),
              e.text,
              cents(e.in || e.out),
              e.in ? 'CR' : 'DR',
              ...(hasBalances ? [cents(e.balance)] : []),
            ],
          },
        ] as const,
    ),
  ),
  ...[
    ['Branch', '018'],
    ['No', '7'],
    ['Cheque No', '1044'],
  ].flatMap(([heading = '', cell]) =>
    [
      ['Transaction Details', 'Money Out', 'Money In', 'Ledger Balance'],
      ['Narration', 'Debit', 'Credit', 'Balance'],
    ].map(
      ([details = '', ...amounts]) =>
        [
          `a column ${heading} before ${amounts.join(', ')}`,
          {
            headings: ['Transaction Date', details, heading, ...amounts],
            rights: [270, 370, 460, 555],
            cells: (e: Entry) => [
              shownDate(e),
              e.text,
              cell,
              amount(e.out) ?? '0.00',
              amount(e.in) ?? '0.00',
              cents(e.balance),
            ],
          },
        ] as const,
    ),
  ),
  ...[
    ['Amount Out', 'Amount In', 'Balance'],
    ['Dr', 'Cr', 'Bal'],
    ['Payments', 'Receipts', 'Account Balance'],
    ['DR Amount', 'CR Amount', 'Balance (KES)'],
    ['Debit', 'Credit', 'Position'],
    ['Amount Out', 'Credit', 'Balance'],
  ].map(
    (amounts) =>
      [
        `columns with the headings ${amounts.join(', ')}`,
        { headings: ['Transaction Date', 'Narration', ...amounts] },
      ] as const,
  ),
]
