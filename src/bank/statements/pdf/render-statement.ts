import { drawFacts, drawHead, drawThinHead } from './head.js'
import { drawMovements } from './movements.js'
import type { StatementView } from './view.js'
import { drawSavings } from './savings.js'
import { colours, createSheet, contentWidth, page, type Sheet } from '../../../platform/pdf/sheet.js'
import { drawChart, drawSummary } from './summary.js'
import { drawUnderWay } from './under-way.js'

const noteStyle = { width: contentWidth, lineGap: 1.5 } as const
const noteGap = 5

const notesOf = ({ texts, bank, isOpen }: StatementView): string[] => [
  ...(isOpen ? [texts.lastDayOpen] : []),
  ...texts.notes,
  ...(bank.details.length > 0 ? [texts.contact([bank.name, ...bank.details].join(' - '))] : []),
]

const notesHeight = ({ pdf }: Sheet, notes: readonly string[]): number => {
  pdf.font('Helvetica').fontSize(7.5)
  return notes.reduce((sum, note) => sum + pdf.heightOfString(note, noteStyle) + noteGap, 0)
}

/** The notes at the end. They never begin a page, since the section before them leaves room for them. */
const drawNotes = ({ pdf, y }: Sheet, notes: readonly string[]): void => {
  let top = y
  for (const note of notes) {
    pdf.font('Helvetica').fontSize(7.5).fillColor(colours.soft)
    pdf.text(note, page.margin, top, noteStyle)
    top += pdf.heightOfString(note, noteStyle) + noteGap
  }
}

const drawFoot = (
  sheet: Sheet,
  { bank, texts, statement }: StatementView,
  pageNumber: number,
  pageCount: number,
): void => {
  const y = page.height - 36
  const right = page.width - page.margin
  const small = { size: 7, colour: colours.soft } as const
  sheet.pdf
    .moveTo(page.margin, y - 6)
    .lineTo(right, y - 6)
    .lineWidth(0.5)
    .strokeColor(colours.line)
    .stroke()
  sheet.text([bank.name, ...bank.details].join('  |  '), page.margin, y, {
    ...small,
    width: contentWidth - 190,
  })
  sheet.text(`${statement.reference}   ${texts.page(pageNumber, pageCount)}`, right, y, {
    ...small,
    align: 'right',
  })
}

/**
 * Renders a statement as PDF. It yields after each page, so that a long statement does not block other work of the process.
 */
export const renderStatement = async (view: StatementView): Promise<Buffer> => {
  const { bank, title, texts, language, period, statement } = view
  const info = {
    title: `${bank.name} - ${title} - ${texts.period(period)}`,
    author: bank.name,
    language,
    createdAt: new Date(statement.requestedAt),
  }
  const sheet = await createSheet(info, (next) => drawThinHead(next, view))
  drawHead(sheet, view)
  drawFacts(sheet, view)
  drawSummary(sheet, view)
  drawChart(sheet, view)
  await drawMovements(sheet, view)
  await drawUnderWay(sheet, view)
  const notes = notesOf(view)
  await drawSavings(sheet, view, notesHeight(sheet, notes))
  drawNotes(sheet, notes)
  return sheet.finish((pageNumber, pageCount) => drawFoot(sheet, view, pageNumber, pageCount))
}
