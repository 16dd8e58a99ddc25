import { rawPdf, rightOf, type RawDrawing, type RawText } from './raw-pdf.js'
import { present } from '../../support/present.js'

/** A movement of an account, in cents. */
export interface Entry {
  readonly date: string
  readonly text: string
  readonly out: number
  readonly in: number
  readonly balance: number
}

const opening = 5_000_000
const monthLengths = [31, 28, 31, 30]

/** Four months of a simple account: a salary, rent, and a purchase nearly every other day. */
export const entries = (): Entry[] => {
  let balance = opening
  const found: Entry[] = []
  const book = (date: string, text: string, amount: number): void => {
    balance += amount
    found.push({ date, text, in: Math.max(0, amount), out: Math.max(0, -amount), balance })
  }
  for (const [month, days] of monthLengths.entries()) {
    for (let day = 1; day <= days; day += 1) {
      const date = `2026-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      if (day === 2) book(date, 'RENT', -1_800_000)
      if (day % 2 === 1) book(date, `SHOP ${day}`, -(40_000 + ((day * 7919 + month * 104_729) % 60_000)))
      if (day === 25) book(date, 'SALARY ACME', 6_000_000)
    }
  }
  return found
}

export const cents = (value: number): string =>
  `${value < 0 ? '-' : ''}${(Math.abs(value) / 100).toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ',')}`

const dayFirst = (date: string): string => date.split('-').reverse().join('/')

/** The cells of a line, from the left. */
type Line = readonly (string | undefined)[]

export interface RawBank {
  readonly entries?: readonly Entry[]
  readonly title?: string
  /** Labels above the table. */
  readonly head?: readonly string[]
  readonly headings?: readonly string[]
  /** The cells of a row. By default they are date, text, debit, credit and balance. */
  readonly cells?: (entry: Entry, i: number) => Line
  /** Lines after the last row, after each row, and at the foot of each page. */
  readonly afterTable?: readonly Line[]
  readonly afterRow?: (entry: Entry, i: number) => readonly Line[]
  readonly foot?: (page: number, of: number) => string
  /** The distance between two lines, in points. */
  readonly lineHeight?: number
  readonly info?: Readonly<Record<string, string>>
  readonly date?: (iso: string) => string
  readonly money?: (value: number) => string
  readonly newestFirst?: boolean
  /** The right edges of the columns of amounts. */
  readonly rights?: readonly number[]
  readonly drawing?: RawDrawing
}

export const oracleMetadata = {
  Creator: 'Oracle BI Publisher 12.2',
  Producer: 'Oracle BI Publisher 12.2',
  CreationDate: "D:20260501090000+03'00'",
}

export const headOf = (more: Readonly<Record<string, string | undefined>> = {}): string[] =>
  Object.entries({
    'Account Name': 'WANJIRU NYAMBURA MWANGI',
    'Account Number': '01802345678901',
    Currency: 'KES',
    'Statement Period': '01/01/2026 - 30/04/2026',
    'Opening Balance': cents(opening),
    'Closing Balance': cents(entries().at(-1)?.balance ?? 0),
    ...more,
  }).flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]))

const lefts = [40, 110] as const
const rights = [360, 450, 550] as const
const rowsPerPage = 45

/** Draws a bank statement; `wish` forges it or changes its layout. */
export const rawBank = (wish: RawBank = {}): Buffer => {
  const date = wish.date ?? dayFirst
  const money = wish.money ?? cents
  const orEmpty = (value: number): string | undefined => (value === 0 ? undefined : money(value))
  const cells =
    wish.cells ??
    ((entry: Entry) => [
      date(entry.date),
      entry.text,
      orEmpty(entry.out),
      orEmpty(entry.in),
      money(entry.balance),
    ])
  const own = (wish.entries ?? entries()).map((entry, i) => [
    cells(entry, i),
    ...(wish.afterRow?.(entry, i) ?? []),
  ])
  const rows = [...(wish.newestFirst ? own.reverse() : own).flat(), ...(wish.afterTable ?? [])]
  const headings = wish.headings ?? [
    'Transaction Date',
    'Transaction Details',
    'Money Out',
    'Money In',
    'Ledger Balance',
  ]
  const pages: RawText[][] = []
  const put = (page: RawText[], row: Line, y: number): void => {
    for (const [i, text] of row.entries()) {
      if (text === undefined || text === '') continue
      page.push({
        text,
        y,
        x: i < 2 ? present(lefts[i]) : rightOf(text, present((wish.rights ?? rights)[i - 2])),
      })
    }
  }
  for (let at = 0; at < rows.length; at += rowsPerPage) {
    const page: RawText[] = []
    let y = 40
    if (at === 0) {
      page.push({ text: wish.title ?? 'KCB BANK KENYA LIMITED', x: 40, y })
      for (const text of wish.head ?? headOf()) page.push({ text, x: 40, y: (y += 14) })
      y += 24
    }
    put(page, headings, y)
    for (const row of rows.slice(at, at + rowsPerPage)) put(page, row, (y += wish.lineHeight ?? 12))
    if (wish.foot)
      page.push({ text: wish.foot(pages.length + 1, Math.ceil(rows.length / rowsPerPage)), x: 40, y: 830 })
    pages.push(page)
  }
  return rawPdf({
    pages,
    info: wish.info ?? oracleMetadata,
    ...(wish.drawing === undefined ? {} : { drawing: wish.drawing }),
  })
}

const withAppended = (text: (length: number) => string, bytes = rawBank()): Buffer =>
  Buffer.concat([bytes, Buffer.from(text(bytes.length), 'latin1')])

/** Appends an incremental update: a cross-reference section that refers to the previous one. */
export const updatedBy = (comment: string, bytes = rawBank()): Buffer => {
  const [, dictionary = '', start = ''] =
    /trailer\s*<<(.*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/s.exec(bytes.toString('latin1')) ?? []
  return withAppended(
    (length) =>
      `${comment}\nxref\n0 0\ntrailer\n<<${dictionary}/Prev ${start} >>\nstartxref\n${length + comment.length + 1}\n%%EOF\n`,
    bytes,
  )
}
