import { colours, contentWidth, page, type Sheet, type Style } from '../../../platform/pdf/sheet.js'

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
  /** A second line under the row. */
  readonly note?: string
}

const rowHeight = 15.5
const noteHeight = 9
const headHeight = 17
const padding = 4

/** The width of a cell's text, which may extend over empty cells after it. */
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
      const within = { align, width: room - 2 * padding, whole: align === 'right' }
      sheet.text(cell.text, at, sheet.y + 4, { ...style, ...within, ...cell.style })
    }
    x += width
  })
}

const drawHead = (sheet: Sheet, columns: readonly Column[]): void => {
  sheet.pdf.rect(page.margin, sheet.y, contentWidth, headHeight).fill(colours.deep)
  const cells = columns.map(({ title }) => ({ text: title }))
  drawCells(sheet, columns, cells, { size: 7.5, bold: true, colour: colours.white })
  sheet.y += headHeight
}

const heightOf = ({ note }: TableRow): number => rowHeight + (note === undefined ? 0 : noteHeight)

const drawRow = (
  sheet: Sheet,
  columns: readonly Column[],
  row: TableRow,
  { isOdd, notesUnder }: { readonly isOdd: boolean; readonly notesUnder: number },
): void => {
  const ground = row.isTotal ? colours.line : isOdd ? colours.paper : undefined
  if (ground) sheet.pdf.rect(page.margin, sheet.y, contentWidth, heightOf(row)).fill(ground)
  drawCells(sheet, columns, row.cells, { size: 8, bold: row.isTotal ?? false })
  if (row.note !== undefined) {
    const before = columns.slice(0, notesUnder).reduce((sum, { width }) => sum + width, 0)
    const left = page.margin + before + padding
    sheet.text(row.note, left, sheet.y + 13.5, { size: 6.5, colour: colours.soft })
  }
  sheet.y += heightOf(row)
}

/** The title of a section. Begins a new page if the start of the section does not fit on this one. */
export const drawTitle = async (sheet: Sheet, title: string, startHeight: number): Promise<void> => {
  if (sheet.y + 22 + startHeight > page.bottom) await sheet.newPage()
  sheet.text(title, page.margin, sheet.y, { size: 11, bold: true, colour: colours.deep })
  sheet.y += 18
}

/** The height of a head and two rows: the smallest part of a table that may begin on a page. */
export const tableRoomMin = headHeight + 2 * (rowHeight + noteHeight)

/** A table with at most this many rows is not divided between two pages. */
const wholeRowsMax = 10

/**
 * The height that a page must have left for a table to begin there; for a short table that of the whole table and of what
 * follows.
 */
export const roomToBegin = (rows: Iterable<TableRow>, heightAfter = 0): number => {
  let height = headHeight
  let count = 0
  for (const row of rows) {
    if (++count > wholeRowsMax) return tableRoomMin
    height += heightOf(row)
  }
  return height + heightAfter
}

export interface TableEnds {
  /** The two rows drawn at a page break after the row `last`: one at the end of its page, one at the beginning of the next. */
  readonly carried?: (last: TableRow) => readonly [TableRow, TableRow]
  /** The height of what follows the table, which never begins a page alone: the last two rows of the table move with it. */
  readonly heightAfter?: number
  /** The index of the column under which the notes of rows are written, from 0; 1 by default. */
  readonly notesUnder?: number
}

/** Draws a table over as many pages as needed, with its head on each. Rows are read one at a time. */
export const drawTable = async (
  sheet: Sheet,
  columns: readonly Column[],
  rows: Iterable<TableRow>,
  { carried, heightAfter = 0, notesUnder = 1 }: TableEnds = {},
): Promise<void> => {
  drawHead(sheet, columns)
  let rowsOnPage = 0
  const draw = (row: TableRow) => drawRow(sheet, columns, row, { isOdd: rowsOnPage++ % 2 === 1, notesUnder })
  const roomForCarried = carried ? rowHeight : 0
  let last: TableRow | undefined
  for (const { row, rest } of withRest(rows)) {
    const tail = rest.length === 1 ? heightOf(row) + heightOf(rest[0]!) + heightAfter : 0
    const isLast = rest.length === 0
    const needed = Math.max(tail, heightOf(row) + (isLast ? heightAfter : roomForCarried))
    if (rowsOnPage > 0 && sheet.y + needed > page.bottom) {
      const [end, begin] = (last && carried?.(last)) ?? []
      if (end) draw(end)
      await sheet.newPage()
      drawHead(sheet, columns)
      rowsOnPage = 0
      if (begin) draw(begin)
    }
    draw(row)
    last = row
  }
  sheet.pdf
    .moveTo(page.margin, sheet.y)
    .lineTo(page.margin + contentWidth, sheet.y)
    .lineWidth(0.7)
    .strokeColor(colours.deep)
    .stroke()
}

/** Each row with up to two rows that follow it. */
function* withRest(rows: Iterable<TableRow>): Iterable<{ row: TableRow; rest: readonly TableRow[] }> {
  const buffer: TableRow[] = []
  for (const next of rows) {
    buffer.push(next)
    if (buffer.length === 3) yield { row: buffer.shift()!, rest: buffer }
  }
  for (let row = buffer.shift(); row; row = buffer.shift()) yield { row, rest: buffer }
}
