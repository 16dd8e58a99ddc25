import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { isAmountText } from '../text/amounts.js'
import { brokenPdf, notAPdf } from './explain-refusal.js'
import { lookAtDrawing, type DrawingFindings } from '../drawing/look-at-drawing.js'
import { metaOf, type DocumentMeta } from '../text/meta.js'
import type { Page, TextItem } from '../text/page.js'
import { loadPdfjs } from '../drawing/pdfjs.js'
import { encryptionLevelOf } from './encryption.js'
import { leftBehind } from './left-behind.js'
import { editsOf, hasCorrectOffsets, hasUpdates } from './revisions.js'
import { Unreadable } from '../text/unreadable.js'

/** The longest real statement of two years has about 200. */
export const pageCountMax = 1000

export interface PdfText {
  readonly pages: readonly Page[]
  readonly meta: DocumentMeta
  readonly encrypted: boolean
  /** The level of the security handler; null if the file names none. */
  readonly encryptionLevel: number | null
  /** How many incremental updates are edits: those of a signature or of a linearised file are not. */
  readonly edits: number
  /**
   * How many objects of an earlier state are still in the file (left-behind.ts): pages, contents of pages, and second
   * objects of one number. Null if encryption makes it impossible to know; 0, without a search, if there are edits.
   */
  readonly leftBehind: number | null
  /** Whether all objects are where the cross-reference table says. */
  readonly hasCorrectOffsets: boolean
  readonly drawing: DrawingFindings
}

interface NamedError {
  readonly name?: string
  readonly code?: number
  readonly message?: string
}

const needPassword = 1

const unreadableOf = (error: unknown, bytes: Buffer): Unreadable => {
  const { name, code, message } = error as NamedError
  if (name === 'PasswordException') {
    return code === needPassword
      ? new Unreadable(
          'password_required',
          'the document is encrypted and no password was given: send a new request with it',
        )
      : new Unreadable(
          'wrong_password',
          'the password does not open the document: send a new request with another',
        )
  }
  if (/encrypt|crypt filter/i.test(message ?? '')) {
    return new Unreadable(
      'encrypted_unsupported',
      'the document is encrypted in a way that a password does not open: ask for the file as its issuer sent it',
    )
  }
  return brokenPdf(bytes)
}

interface DrawnText {
  readonly str: string
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
  readonly fontName: string
}

const isText = (item: unknown): item is DrawnText => typeof (item as { str?: unknown }).str === 'string'

/**
 * Text that is more slanted than this belongs to no line, such as a watermark across the page or a note along its edge.
 */
const slantMax = 0.2
const isSlanted = (across: number, down: number): boolean => Math.abs(down) > slantMax * Math.abs(across)

/** How far a text of a page goes to the right and down in a view of the page. */
const directionIn = (view: readonly number[], { transform }: DrawnText): readonly [number, number] => {
  const [a = 0, b = 0, c = 0, d = 0] = view
  const [along = 0, up = 0] = transform
  return [a * along + c * up, b * along + d * up]
}

const isUpright = (view: readonly number[], text: DrawnText): boolean => {
  const [across, down] = directionIn(view, text)
  return across > 0 && !isSlanted(across, down)
}

/** The view in which a page is read: turned if that makes more of its texts upright, as after a turn in a viewer of PDFs. */
const viewOf = (page: PDFPageProxy, texts: readonly DrawnText[]) => {
  const uprightIn = ({ transform }: { readonly transform: readonly number[] }): number =>
    texts.filter((text) => isUpright(transform, text)).length
  const unturned = page.getViewport({ scale: 1 })
  if (2 * uprightIn(unturned) >= texts.length) return unturned
  const turned = [90, 180, 270].map((turn) => page.getViewport({ scale: 1, rotation: page.rotate + turn }))
  return turned.reduce((best, view) => (uprightIn(view) > uprightIn(best) ? view : best), unturned)
}

const readPage = async (page: PDFPageProxy, number: number): Promise<Page> => {
  const { items } = await page.getTextContent({ disableNormalization: true })
  const drawn = items.flatMap((item) => (isText(item) && item.str.trim() !== '' ? [item] : []))
  const { width, height, transform: view } = viewOf(page, drawn)
  const [a, b, c, d, e, f] = view as [number, number, number, number, number, number]
  const texts: TextItem[] = []
  for (const item of drawn) {
    const text = item.str.trim()
    if (isSlanted(...directionIn(view, item))) continue
    const [, , , , left = 0, base = 0] = item.transform
    const x = a * left + c * base + e
    const y = b * left + d * base + f
    texts.push({
      text,
      x,
      right: x + item.width,
      y,
      height: item.height,
      font: item.fontName,
      isAmount: isAmountText(text),
    })
  }
  page.cleanup()
  return { number, width, height, items: texts }
}

const readPages = async (document: PDFDocumentProxy): Promise<Page[]> => {
  const pages: Page[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    pages.push(await readPage(await document.getPage(number), number))
  }
  return pages
}

/** Whether the first bytes are those of a PDF, as at upload; a broken PDF may still have them. */
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1024).includes('%PDF-')

/** Throws `Unreadable` for an impossible number of pages, and for more pages than are read. */
const pageCountOf = (count: number): number => {
  // A damaged page tree may give any count.
  if (!Number.isSafeInteger(count) || count < 0)
    throw new Unreadable(
      'corrupt_pdf',
      'the document says that it has an impossible number of pages: ask for another copy of it',
    )
  if (count > pageCountMax)
    throw new Unreadable(
      'too_many_pages',
      `the document has ${count} pages, at most ${pageCountMax} are read: send fewer months in each document`,
    )
  return count
}

const refuseWithoutText = (pages: readonly Page[]): void => {
  if (pages.every((page) => page.items.length === 0))
    throw new Unreadable(
      'image_only',
      'the document has no text, its pages are blank or pictures: ask for the electronic statement',
    )
}

const open = async (bytes: Buffer, password: string | null) => {
  const { getDocument, VerbosityLevel } = await loadPdfjs()
  return getDocument({
    data: new Uint8Array(bytes),
    ...(password === null ? {} : { password }),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    isEvalSupported: false,
    enableXfa: false,
    // We never look at pictures, and unpacking them would take time and unlimited memory.
    maxImageSize: 1,
  })
}

/**
 * The text of a PDF with its positions. `onPages` gets the number of pages as soon as it is known.
 * Refuses (`Unreadable`): not_a_pdf, corrupt_pdf, password_required, wrong_password, encrypted_unsupported,
 * too_many_pages, image_only.
 */
export const readPdf = async (
  bytes: Buffer,
  password: string | null,
  onPages: (count: number) => void = () => {},
): Promise<PdfText> => {
  if (!isPdf(bytes)) throw notAPdf(bytes)
  const edits = editsOf(bytes)
  const leftBehindCount = edits > 0 ? 0 : leftBehind(bytes, hasUpdates(bytes))
  const task = await open(bytes, password)
  try {
    const document = await task.promise
    onPages(pageCountOf(document.numPages))
    const info = (await document.getMetadata()).info as Record<string, unknown>
    const pages = await readPages(document)
    refuseWithoutText(pages)
    const drawing = await lookAtDrawing(document, pages, bytes)
    return {
      pages,
      meta: metaOf(info),
      encrypted: info.EncryptFilterName != null,
      encryptionLevel: encryptionLevelOf(bytes),
      edits,
      leftBehind: leftBehindCount,
      hasCorrectOffsets: hasCorrectOffsets(bytes),
      drawing,
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : unreadableOf(error, bytes)
  } finally {
    await task.destroy()
  }
}
