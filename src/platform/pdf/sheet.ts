import { createRequire } from 'node:module'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Language } from '../../kernel/call.js'
import { layOutByPairs, type FontLayout } from './lay-out-by-pairs.js'

/** The size of A4 in points, and the margins. */
export const page = { width: 595.28, height: 841.89, margin: 40, bottom: 786 } as const
export const contentWidth = page.width - 2 * page.margin

export const colours = {
  deep: '#123c4a',
  accent: '#c98a2b',
  ink: '#1f2a30',
  soft: '#64737b',
  line: '#d5dde0',
  paper: '#f3f6f7',
  white: '#ffffff',
  credit: '#1d6b45',
} as const

export interface Style {
  readonly size?: number
  readonly bold?: boolean
  readonly colour?: string
  readonly align?: 'left' | 'right'
  /** A wider text is written smaller; if it still does not fit, it is cut with an ellipsis, unless `whole` is set. */
  readonly width?: number
  /** Never cut: for amounts, which would be wrong without their end. */
  readonly whole?: boolean
}

const ellipsis = '\u2026'
const sizeMin = 4.5
/** The ascent of Liberation Sans, as a fraction of its size. */
const ascent = 0.905

const fileOf = (path: string): string => createRequire(import.meta.url).resolve(path)

/** The embedded fonts, so that a document looks the same in every reader. They are as wide as Helvetica, which they replace. */
const fontFile = (name: string): string => fileOf(`pdfjs-dist/standard_fonts/LiberationSans-${name}.ttf`)

/** For names with letters that Liberation Sans lacks, as in Yoruba, Hausa and Ewe. */
const fallbackFonts = {
  Noto: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  'Noto-Bold': '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
} as const

/** Whether Liberation Sans has all characters of a text. */
const isInLiberationSans = (text: string): boolean =>
  /^[\t\n\r\u0020-\u017f\u2010-\u2027\u2030-\u203a\u20ac\u2122]*$/.test(text)

/**
 * A document that is drawn in one pass, from top to bottom at `y`. Coordinates are always given, since the automatic flow of the
 * library would begin new pages by itself.
 */
export interface Sheet {
  readonly language: Language
  readonly pdf: PDFKit.PDFDocument
  /** The vertical position of the next element. */
  y: number
  /** Sets the font that has the letters of a text. */
  fontFor(text: string, bold?: boolean): PDFKit.PDFDocument
  /** One line of text whose top is `y`; `x` is its left end, or its right one. */
  text(text: string, x: number, y: number, style?: Style): void
  /** Begins a new page, and yields to other work of the process. */
  newPage(): Promise<void>
  /** Draws on every page now that their number is known, and returns the bytes. */
  finish(onPage: (pageNumber: number, pageCount: number) => void): Promise<Buffer>
}

export interface SheetInfo {
  readonly title: string
  readonly author: string
  readonly language: Language
  readonly createdAt: Date
}

const openPdf = async (info: SheetInfo): Promise<PDFKit.PDFDocument> => {
  // Loaded with the first document, since its fonts would slow down every start.
  const { default: PdfDocument } = await import('pdfkit')
  const pdf = new PdfDocument({
    size: 'A4',
    // No default font: pdfkit would load it again for every text.
    font: '',
    margin: 0,
    bufferPages: true,
    lang: info.language,
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.createdAt },
  })
  pdf.registerFont('Helvetica', fontFile('Regular'))
  pdf.registerFont('Helvetica-Bold', fontFile('Bold'))
  for (const name of ['Helvetica', 'Helvetica-Bold'])
    // The types of pdfkit do not declare `_font`, the selected font.
    layOutByPairs(name, (pdf.font(name) as unknown as { readonly _font: FontLayout })._font)
  return pdf
}

/** The bytes of the document after its end. */
const bytesOf = (pdf: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })

/** The text as it fits in the present font, with its size. */
const fit = (
  pdf: PDFKit.PDFDocument,
  text: string,
  { width, size, whole }: { readonly width: number; readonly size: number; readonly whole: boolean },
) => {
  const textWidth = pdf.widthOfString(text)
  if (textWidth <= width) return { shown: text, fittedSize: size }
  const fittedSize = Math.max(sizeMin, (size * width) / textWidth - 0.01)
  pdf.fontSize(fittedSize)
  if (whole || pdf.widthOfString(text) <= width) return { shown: text, fittedSize }
  let end = text.length
  while (end > 0 && pdf.widthOfString(text.slice(0, end) + ellipsis) > width) end--
  return { shown: text.slice(0, end) + ellipsis, fittedSize }
}

const fontsOf = (pdf: PDFKit.PDFDocument): Sheet['fontFor'] => {
  const known = new Set<string>()
  return (text, bold = false) => {
    if (isInLiberationSans(text)) return pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica')
    const name = bold ? 'Noto-Bold' : 'Noto'
    // Registered on demand: half a megabyte that few documents need.
    if (!known.has(name)) pdf.registerFont(name, fileOf(fallbackFonts[name]))
    known.add(name)
    return pdf.font(name)
  }
}

/** @param onNewPage draws the head of every page but the first, and sets `y` below it */
export const createSheet = async (info: SheetInfo, onNewPage: (sheet: Sheet) => void): Promise<Sheet> => {
  const pdf = await openPdf(info)
  const bytes = bytesOf(pdf)
  const fontFor = fontsOf(pdf)
  const sheet: Sheet = {
    pdf,
    language: info.language,
    y: 0,
    fontFor,
    text: (text, x, y, style = {}) => {
      const { size = 8.5, bold = false, colour = colours.ink, align = 'left', width, whole = false } = style
      fontFor(text, bold).fontSize(size).fillColor(colour)
      const { shown, fittedSize } =
        width === undefined ? { shown: text, fittedSize: size } : fit(pdf, text, { width, size, whole })
      const left = align === 'left' ? x : x - pdf.widthOfString(shown)
      // A text that was made smaller keeps the base line of its neighbours.
      pdf.text(shown, left, y + (size - fittedSize) * ascent, { lineBreak: false })
    },
    newPage: async () => {
      pdf.addPage()
      onNewPage(sheet)
      await breathe()
    },
    finish: (onPage) => {
      const { start, count } = pdf.bufferedPageRange()
      for (let i = 0; i < count; i++) {
        pdf.switchToPage(start + i)
        onPage(i + 1, count)
      }
      pdf.end()
      return bytes
    },
  }
  return sheet
}
