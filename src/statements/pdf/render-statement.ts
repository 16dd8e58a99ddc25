import { drawFacts, drawHead, drawThinHead } from './head.js'
import { drawMovements } from './movements.js'
import type { StatementPaper } from './paper.js'
import { drawSavings } from './savings.js'
import { colours, createSheet, inner, page, type Sheet } from './sheet.js'
import { drawChart, drawSummary } from './summary.js'

const noteStyle = { width: inner, lineGap: 1.5 } as const

const drawNotes = async (sheet: Sheet, { texts }: StatementPaper): Promise<void> => {
  const { pdf } = sheet
  for (const note of texts.notes) {
    pdf.font('Helvetica').fontSize(7.5)
    const height = pdf.heightOfString(note, noteStyle)
    if (sheet.y + height > page.bottom) await sheet.newPage()
    pdf.font('Helvetica').fontSize(7.5).fillColor(colours.soft)
    pdf.text(note, page.margin, sheet.y, noteStyle)
    sheet.y += height + 5
  }
}

const drawFoot = (sheet: Sheet, { bank, texts, statement }: StatementPaper, n: number, of: number): void => {
  const y = page.height - 36
  const right = page.width - page.margin
  const small = { size: 7, colour: colours.soft } as const
  sheet.pdf
    .moveTo(page.margin, y - 6)
    .lineTo(right, y - 6)
    .lineWidth(0.5)
    .strokeColor(colours.line)
    .stroke()
  sheet.text([bank.name, ...bank.details].join('  |  '), page.margin, y, { ...small, width: inner - 190 })
  sheet.text(`${statement.reference}   ${texts.page(n, of)}`, right, y, { ...small, align: 'right' })
}

/**
 * A statement as PDF, one page or many. Lets other work have its turn after each page, so that a long one holds up
 * nobody in the same process.
 */
export const renderStatement = async (paper: StatementPaper): Promise<Buffer> => {
  const { bank, texts, language, period, statement } = paper
  const info = {
    title: `${bank.name} - ${texts.title} - ${texts.period(period)}`,
    author: bank.name,
    language,
    createdAt: new Date(statement.requestedAt),
  }
  const sheet = await createSheet(info, (next) => drawThinHead(next, paper))
  drawHead(sheet, paper)
  drawFacts(sheet, paper)
  drawSummary(sheet, paper)
  drawChart(sheet, paper)
  await drawMovements(sheet, paper)
  await drawSavings(sheet, paper)
  await drawNotes(sheet, paper)
  return sheet.finish((n, of) => drawFoot(sheet, paper, n, of))
}
