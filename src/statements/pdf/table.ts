import { colours, inner, page, type Sheet, type Style } from './sheet.js'

export interface Column {
  readonly title: string
  /** In points; all columns together are as wide as the page between its margins. */
  readonly width: number
  readonly align?: 'left' | 'right'
}

export interface Cell {
  readonly text: string
  readonly style?: Style
}

export interface TableRow {
  readonly cells: readonly Cell[]
  /** Drawn in bold on a tinted ground. */
  readonly isTotal?: boolean
}

const rowHeight = 15.5
const headHeight = 17
const padding = 4

/** An empty cell is no wall: a text may run on over it. */
const roomFrom = (columns: readonly Column[], cells: readonly Cell[], first: number): number => {
  let room = columns[first]!.width
  for (let i = first + 1; cells[i]?.text === ''; i++) room += columns[i]!.width
  return room
}

const drawCells = (sheet: Sheet, columns: readonly Column[], cells: readonly Cell[], style: Style): void => {
  let x: number = page.margin
  columns.forEach(({ width, align = 'left' }, i) => {
    const cell = cells[i]
    if (cell && cell.text !== '') {
      const at = align === 'left' ? x + padding : x + width - padding
      const room = align === 'left' ? roomFrom(columns, cells, i) : width
      sheet.text(cell.text, at, sheet.y + 4, { ...style, align, width: room - 2 * padding, ...cell.style })
    }
    x += width
  })
}

const drawHead = (sheet: Sheet, columns: readonly Column[]): void => {
  sheet.pdf.rect(page.margin, sheet.y, inner, headHeight).fill(colours.deep)
  const cells = columns.map(({ title }) => ({ text: title }))
  drawCells(sheet, columns, cells, { size: 7.5, bold: true, colour: colours.white })
  sheet.y += headHeight
}

const drawRow = (sheet: Sheet, columns: readonly Column[], row: TableRow, isOdd: boolean): void => {
  const ground = row.isTotal ? colours.line : isOdd ? colours.paper : undefined
  if (ground) sheet.pdf.rect(page.margin, sheet.y, inner, rowHeight).fill(ground)
  drawCells(sheet, columns, row.cells, { size: 8, bold: row.isTotal ?? false })
  sheet.y += rowHeight
}

/** The title of a section; begins a page when not even the beginning of what follows has room on this one. */
export const drawTitle = async (sheet: Sheet, title: string, roomFor: number): Promise<void> => {
  if (sheet.y + 22 + roomFor > page.bottom) await sheet.newPage()
  sheet.text(title, page.margin, sheet.y, { size: 11, bold: true, colour: colours.deep })
  sheet.y += 18
}

/** What a head and two rows need: less of a table is not worth beginning. */
export const tableRoomMin = headHeight + 2 * rowHeight

/** Draws a table over as many pages as it takes, with its head on each. Rows are taken one at a time. */
export const drawTable = async (
  sheet: Sheet,
  columns: readonly Column[],
  rows: Iterable<TableRow>,
): Promise<void> => {
  drawHead(sheet, columns)
  let onPage = 0
  for (const row of rows) {
    if (sheet.y + rowHeight > page.bottom) {
      await sheet.newPage()
      drawHead(sheet, columns)
      onPage = 0
    }
    drawRow(sheet, columns, row, onPage++ % 2 === 1)
  }
  sheet.pdf
    .moveTo(page.margin, sheet.y)
    .lineTo(page.margin + inner, sheet.y)
    .lineWidth(0.7)
    .strokeColor(colours.deep)
    .stroke()
}
