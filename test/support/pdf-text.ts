import { loadPdfjs } from '../../src/scoring-service/reading/drawing/pdfjs.js'

/** A line on a page, from top to bottom, as its texts from left to right. */
export type PdfLine = readonly string[]

interface Placed {
  readonly text: string
  readonly x: number
  readonly y: number
}

/** Texts whose base lines differ by less than this are on one line. */
const sameLine = 1.5

const linesOf = (items: readonly Placed[]): PdfLine[] => {
  const lines: { y: number; items: Placed[] }[] = []
  for (const item of items.toSorted((a, b) => b.y - a.y)) {
    const line = lines.at(-1)
    if (line && line.y - item.y < sameLine) line.items.push(item)
    else lines.push({ y: item.y, items: [item] })
  }
  return lines.map(({ items }) => items.toSorted((a, b) => a.x - b.x).map(({ text }) => text))
}

/** The texts of each page, read by another library than the one that wrote the PDF. */
export const pdfPages = async (bytes: Uint8Array): Promise<PdfLine[][]> => {
  // A plain import would leave every suite of this process with a JSON.stringify that is a hundred times slower.
  const { getDocument } = await loadPdfjs()
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages: PdfLine[][] = []
  for (let n = 1; n <= document.numPages; n++) {
    const { items } = await (await document.getPage(n)).getTextContent()
    const placed = items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str.trim(), x: Number(item.transform[4]), y: Number(item.transform[5]) }]
        : [],
    )
    pages.push(linesOf(placed))
  }
  await document.destroy()
  return pages
}
