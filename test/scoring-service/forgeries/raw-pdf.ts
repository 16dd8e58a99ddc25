/** A text on a page, in points from the left and from the top, in a letter of one width: its right edge can be told. */
export interface RawText {
  readonly x: number
  readonly y: number
  readonly text: string
}

export interface RawFile {
  readonly pages: readonly (readonly RawText[])[]
  readonly info: Readonly<Record<string, string>>
}

const size = 7
const width = 0.6 * size
export const pageHeight = 842
export const rightOf = (text: string, right: number): number => right - text.length * width

const escaped = (text: string): string => text.replaceAll(/[\\()]/g, '\\$&')

const contentOf = (texts: readonly RawText[]): string =>
  texts
    .map(
      ({ x, y, text }) =>
        `BT /F1 ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${(pageHeight - y).toFixed(2)} Tm (${escaped(text)}) Tj ET`,
    )
    .join('\n')

/** Writes a PDF byte by byte: nothing of a library is in it, and nothing of the reader. */
export const rawPdf = ({ pages, info }: RawFile): Buffer => {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>')
  for (const [i, page] of pages.entries()) {
    const content = contentOf(page)
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${pageHeight}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
    )
    add(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`)
  }
  const infoAt = add(
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} (${escaped(value)})`)
      .join(' ')} >>`,
  )
  let file = '%PDF-1.4\n'
  const places = objects.map((body, i) => {
    const at = Buffer.byteLength(file, 'latin1')
    file += `${i + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const table = Buffer.byteLength(file, 'latin1')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  file += places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${infoAt} 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
