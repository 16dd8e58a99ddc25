import { PDFDocument, StandardFonts, type PDFPage } from 'pdf-lib'
import { encryptedAsByIssuer } from '../fixtures/issuer-encryption.js'
import { at } from '../../support/present.js'

/** A movement of a wallet, in cents. */
export interface Move {
  readonly receipt: string
  readonly time: string
  readonly text: string
  readonly in: number
  readonly out: number
  readonly balance: number
  readonly status?: string
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Receipts rise with time, like those of an issuer. */
const receiptOf = (i: number): string =>
  `UC${letters[Math.floor(i / 20) % 24]}${letters[i % 20]}0${String(i).padStart(5, '0')}`

/** Three months of a simple wallet, oldest row first. */
export const moves = (): Move[] => {
  let balance = 800_000
  return Array.from({ length: 90 }, (_, i) => {
    const day = new Date(Date.UTC(2026, 2, 1 + i)).toISOString().slice(0, 10)
    const isIncome = i % 6 === 0
    const amount = isIncome ? 1_200_000 : 150_000 + ((i * 7919) % 90_000)
    balance += isIncome ? amount : -amount
    return {
      receipt: receiptOf(i),
      time: `${day} 1${i % 10}:0${i % 6}:1${i % 7}`,
      text: isIncome
        ? 'Funds received from 2547******111 PETER KAMAU'
        : 'Merchant Payment to 555777 - KOLA SHOP',
      in: isIncome ? amount : 0,
      out: isIncome ? 0 : amount,
      balance,
    }
  })
}

const cents = (value: number): string => (value / 100).toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ',')
const total = (all: readonly Move[], side: 'in' | 'out'): number =>
  all.reduce((sum, move) => sum + (move.status === undefined ? move[side] : 0), 0)

export interface DrawnWallet {
  readonly moves?: readonly Move[]
  /** Printed instead of the true totals. */
  readonly totals?: readonly [paidIn: number, paidOut: number]
  readonly name?: string | null
  readonly phone?: string | null
  readonly made?: { readonly author?: string; readonly creator?: string; readonly producer?: string }
  readonly created?: Date
  readonly modified?: Date
}

/** The metadata in the newer generation of the issuer's files. */
export const issuerMetadata = {
  author: 'Safaricom PLC',
  creator: 'Safaricom PLC',
  producer: 'OpenPDF 1.3.26',
}

/** Draws a wallet statement with a general PDF library, and encrypts it as the issuer does. */
export const drawnWallet = async (wish: DrawnWallet = {}): Promise<Buffer> =>
  encryptedAsByIssuer(await unencryptedWallet(wish))

/** The same, decrypted by a person who has the password. */
export const unencryptedWallet = async (wish: DrawnWallet = {}): Promise<Buffer> => {
  const all = wish.moves ?? moves()
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const { author, creator, producer } = wish.made ?? issuerMetadata
  if (author !== undefined) document.setAuthor(author)
  document.setCreator(creator ?? '')
  document.setProducer(producer ?? '')
  document.setCreationDate(wish.created ?? new Date('2026-06-01T09:00:00Z'))
  document.setModificationDate(wish.modified ?? wish.created ?? new Date('2026-06-01T09:00:00Z'))
  let page: PDFPage = document.addPage([595, 842])
  const write = (text: string, x: number, y: number): void =>
    page.drawText(text, { x, y: 842 - y, size: 7, font })
  const right = (text: string, x: number, y: number): void =>
    write(text, x - font.widthOfTextAtSize(text, 7), y)
  write('M-PESA STATEMENT', 250, 40)
  const head = [
    ['Customer Name:', wish.name === undefined ? 'WANJIRU NYAMBURA MWANGI' : wish.name],
    ['Mobile Number:', wish.phone === undefined ? '254712345123' : wish.phone],
    ['Statement Period:', '01 Mar 2026 - 31 May 2026'],
    ['Request Date:', '01 Jun 2026'],
  ] as const
  let y = 70
  for (const [label, value] of head) {
    if (value === null) continue
    write(label, 40, y)
    write(value, 150, y)
    y += 12
  }
  const [paidIn, paidOut] = wish.totals ?? [total(all, 'in'), total(all, 'out')]
  const lines = [
    ['SEND MONEY:', 0, 0],
    ['RECEIVED MONEY:', paidIn, 0],
    ['AGENT DEPOSIT:', 0, 0],
    ['AGENT WITHDRAWAL:', 0, 0],
    ['LIPA NA M-PESA (PAYBILL):', 0, 0],
    ['LIPA NA M-PESA (BUY GOODS):', 0, paidOut],
    ['OTHERS:', 0, 0],
    ['TOTAL:', paidIn, paidOut],
  ] as const
  for (const [label, a, b] of lines) {
    y += 12
    write(label, 40, y)
    right(cents(a), 320, y)
    right(cents(b), 420, y)
  }
  const headings = (): void => {
    y += 20
    const names = [
      'Receipt No.',
      'Completion Time',
      'Details',
      'Transaction Status',
      'Paid In',
      'Withdrawn',
      'Balance',
    ]
    const places = [40, 100, 190, 330, 395, 445, 515]
    for (const [i, name] of names.entries()) write(name, at(places, i), y)
    y += 12
  }
  headings()
  for (const move of all.toReversed()) {
    if (y > 790) {
      page = document.addPage([595, 842])
      y = 20
      headings()
    }
    write(move.receipt, 40, y)
    write(move.time, 100, y)
    write(move.text, 190, y)
    write(move.status ?? 'Completed', 330, y)
    right(cents(move.in), 425, y)
    right(cents(move.out), 490, y)
    right(cents(move.balance), 556, y)
    y += 10
  }
  return Buffer.from(await document.save({ useObjectStreams: false }))
}
