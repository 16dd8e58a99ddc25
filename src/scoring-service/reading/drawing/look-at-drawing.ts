import { createHash } from 'node:crypto'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from '../text/page.js'
import { loadPdfjs } from './pdfjs.js'
import { drawnPageOf } from './drawn-page.js'
import { hiddenFigures } from './hidden-figures.js'
import { pagesToExamine } from './pages-to-examine.js'

/** What the drawing of some pages of a document shows. */
export interface DrawingFindings {
  readonly examinedCount: number
  /** The numbers of pages with figures that were painted over. */
  readonly coveredOn: readonly number[]
  /** The numbers of pages with amounts that were drawn without ink. */
  readonly unseenOn: readonly number[]
  /**
   * Words that are invisible wherever they occur on the examined pages, up to a limit. What a printing house adds
   * invisibly for its machines is not among them, since the same words are visible elsewhere.
   */
  readonly unseenWords: readonly string[]
}

/** From 0 to 1, and dependent on the bytes alone, so that the same pages of a file are examined each time. */
const shiftOf = (bytes: Buffer): number => (createHash('sha256').update(bytes).digest()[0] as number) / 256

/** At most this many invisible words of a page are remembered. */
const unseenWordsMax = 500

/** Examines how pages were drawn, not only their text. A page whose operators cannot be read is skipped. */
export const lookAtDrawing = async (
  document: PDFDocumentProxy,
  pages: readonly Page[],
  bytes: Buffer,
): Promise<DrawingFindings> => {
  const { OPS, AnnotationMode } = await loadPdfjs()
  const layers = await document.getOptionalContentConfig()
  const isShown = (layer: unknown): boolean => layers.isVisible(layer)
  const coveredOn: number[] = []
  const unseenOn: number[] = []
  const words = new Set<string>()
  const isSeenOnPages: ((word: string) => boolean)[] = []
  let examinedCount = 0
  for (const number of pagesToExamine(pages, shiftOf(bytes))) {
    const page = await document.getPage(number)
    const operators = await page
      .getOperatorList({ annotationMode: AnnotationMode.DISABLE })
      .catch(() => undefined)
    page.cleanup()
    if (!operators) continue
    const {
      covered,
      unseen,
      unseenWords: unseenOnPage,
      isSeen,
    } = hiddenFigures(drawnPageOf(operators, OPS, isShown))
    examinedCount += 1
    if (covered.length > 0) coveredOn.push(number)
    if (unseen.length > 0) unseenOn.push(number)
    for (const word of unseenOnPage.slice(0, unseenWordsMax)) words.add(word)
    isSeenOnPages.push(isSeen)
  }
  const unseenWords = [...words].filter((word) => !isSeenOnPages.some((isSeen) => isSeen(word)))
  return { examinedCount, coveredOn, unseenOn, unseenWords }
}
