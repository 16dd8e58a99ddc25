/** A text on a page, in points from the left and from the top. The font is monospaced, so that the right edge is known. */
export interface RawText {
  readonly x: number
  readonly y: number
  readonly text: string
}

/** Changes of a page besides its texts. */
export interface RawDrawing {
  /** Operators before the texts of every page. */
  readonly before?: string
  /** Operators after the texts of the first page. */
  readonly after?: string
  /** Further entries of every page dictionary. */
  readonly entries?: string
  /** The font size in points. */
  readonly size?: number
  /** The layer (optional content) of all texts. */
  readonly layer?: 'ON' | 'OFF'
  /** By letter that is drawn: the letter that a program reads instead. */
  readonly readAs?: Readonly<Record<string, string>>
}

export interface RawFile {
  readonly pages: readonly (readonly RawText[])[]
  readonly info: Readonly<Record<string, string>>
  readonly drawing?: RawDrawing
}

const usualSize = 7
const width = 0.6 * usualSize
export const pageHeight = 842
export const rightOf = (text: string, right: number): number => right - text.length * width

const escaped = (text: string): string => text.replaceAll(/[\\()]/g, '\\$&')

/** The operators that draw a text. */
export const written = ({ x, y, text }: RawText, size = usualSize): string =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${(pageHeight - y).toFixed(2)} Tm (${escaped(text)}) Tj ET`

const streamOf = (content: string): string =>
  `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`

const hexOf = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0')

/** A ToUnicode table by which programs read other letters than those drawn. */
const letterTable = (readAs: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(readAs).map(([code, letter]) => `<${hexOf(code)}> <00${hexOf(letter)}>`)
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def',
    '1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange',
    `${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar endcmap end end`,
  ].join(' ')
}

/** Writes a PDF without any library, and without code of the reader. */
export const rawPdf = ({ pages, info, drawing = {} }: RawFile): Buffer => {
  const { before = '', after = '', entries = '', size, layer, readAs } = drawing
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const layerAt = 5 + 2 * pages.length
  const lettersAt = layerAt + 1
  add(
    layer === undefined
      ? '<< /Type /Catalog /Pages 2 0 R >>'
      : `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [${layerAt} 0 R] /D << /${layer} [${layerAt} 0 R] >> >> >>`,
  )
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  add(
    `<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding ${readAs ? `/ToUnicode ${lettersAt} 0 R` : ''} >>`,
  )
  const layers = layer === undefined ? '' : `/Properties << /L1 ${layerAt} 0 R >>`
  for (const [i, page] of pages.entries()) {
    const words = page.map((text) => written(text, size))
    const content = [
      before,
      ...(layer === undefined ? words : ['/OC /L1 BDC', ...words, 'EMC']),
      i === 0 ? after : '',
    ]
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${pageHeight}] ${entries} /Resources << /Font << /F1 3 0 R >> ${layers} >> /Contents ${5 + 2 * i} 0 R >>`,
    )
    add(streamOf(content.join('\n')))
  }
  const infoAt = add(
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} (${escaped(value)})`)
      .join(' ')} >>`,
  )
  if (layer !== undefined || readAs !== undefined) add('<< /Type /OCG /Name (Layer) >>')
  if (readAs !== undefined) add(streamOf(letterTable(readAs)))
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
