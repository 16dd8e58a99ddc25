import type { Instant } from '../../../kernel/clock.js'
import { colours, createSheet, contentWidth, page, type Sheet } from '../../../platform/pdf/sheet.js'
import { drawCowrie } from '../../../platform/pdf/draw-cowrie.js'
import {
  verdictFirst,
  type PanelView,
  type PartView,
  type ReportView,
  type SectionView,
  type VerdictView,
} from '../view/view.rules.js'
import { paragraph, stack } from './blocks.js'
import { printable } from './draw-shapes.js'
import { withColon, translate } from '../display/translate.rules.js'
import { panelBlock, spanOf } from './panels.js'

const headHeight = 78
const thinHeight = 34
const headNoteColour = '#c4d6da'
const right = page.width - page.margin

const drawHead = (sheet: Sheet, { language, subject, product, askedOn, id }: ReportView): void => {
  const { pdf } = sheet
  pdf.rect(0, 0, page.width, headHeight).fill(colours.deep)
  pdf.rect(0, headHeight, page.width, 3).fill(colours.accent)
  drawCowrie(sheet, page.margin + 13, 39, 1.25)
  sheet.text('Cauri', page.margin + 38, 18, { size: 20, bold: true, colour: colours.white })
  sheet.text(translate('Score report', language), page.margin + 39, 46, { size: 9.5, colour: headNoteColour })
  const textWidth = contentWidth * 0.62
  sheet.text(printable(subject.name), right, 18, {
    size: 14,
    bold: true,
    colour: colours.white,
    align: 'right',
    width: textWidth,
  })
  const end =
    subject.nationalIdEnd === ''
      ? []
      : [`${translate('national ID ending in', language)} ${printable(subject.nationalIdEnd)}`]
  const subjectText = [product, printable(subject.phoneNumber), ...end]
    .filter((text) => text !== '')
    .join(', ')
  sheet.text(subjectText, right, 38, {
    size: 9,
    colour: headNoteColour,
    align: 'right',
    width: contentWidth * 0.75,
  })
  sheet.text(`${askedOn}   ${printable(id)}`, right, 52, {
    size: 8,
    colour: headNoteColour,
    align: 'right',
    width: textWidth,
  })
  sheet.y = headHeight + 17
}

const drawThinHead = (sheet: Sheet, { subject, product }: ReportView): void => {
  sheet.pdf.rect(0, 0, page.width, thinHeight).fill(colours.deep)
  sheet.pdf.rect(0, thinHeight, page.width, 2).fill(colours.accent)
  drawCowrie(sheet, page.margin + 6, thinHeight / 2, 0.62)
  sheet.text('Cauri', page.margin + 20, 11, { size: 12, bold: true, colour: colours.white })
  const text = `${printable(subject.name)} - ${product}`
  sheet.text(text, right, 13, {
    size: 8.5,
    colour: headNoteColour,
    align: 'right',
    width: contentWidth * 0.8,
  })
  sheet.y = thinHeight + 18
}

const columns = 6
const gap = 8
const padding = 8

/** The panels in their order, as many side by side as fit. */
const rowsOf = (panels: readonly PanelView[]): readonly (readonly PanelView[])[] => {
  const rows: PanelView[][] = []
  let columnsTaken = columns
  for (const panel of panels) {
    const span = spanOf(panel)
    if (columnsTaken + span > columns) {
      rows.push([])
      columnsTaken = 0
    }
    rows.at(-1)?.push(panel)
    columnsTaken += span
  }
  return rows
}

const titleRoom = 20

/** All cards of a row are as high as the highest one, and together as wide as the page. */
const drawRow = async (
  sheet: Sheet,
  panels: readonly PanelView[],
  title: string | undefined,
): Promise<void> => {
  const spans = panels.reduce((total, panel) => total + spanOf(panel), 0)
  const free = contentWidth - gap * (panels.length - 1)
  const cards = panels.map((panel) => {
    const width = (free * spanOf(panel)) / spans
    return { width, block: panelBlock(sheet, panel, width - 2 * padding) }
  })
  const height = Math.max(...cards.map(({ block }) => block.height)) + 2 * padding - 2
  if (sheet.y + height + (title === undefined ? 0 : titleRoom) > page.bottom) await sheet.newPage()
  if (title !== undefined) {
    sheet.text(printable(title), page.margin, sheet.y, { size: 12, bold: true, colour: colours.deep })
    sheet.y += titleRoom
  }
  let x: number = page.margin
  for (const { width, block } of cards) {
    sheet.pdf.roundedRect(x, sheet.y, width, height, 4).lineWidth(0.7).strokeColor(colours.line).stroke()
    block.draw(x + padding, sheet.y + padding)
    x += width + gap
  }
  sheet.y += height + gap
}

const drawSection = async (sheet: Sheet, { title, panels }: SectionView): Promise<void> => {
  for (const [at, row] of rowsOf(panels).entries()) {
    await drawRow(sheet, row, at === 0 ? title : undefined)
  }
  sheet.y += 8
}

const drawWords = (sheet: Sheet, text: string, size: number, bold: boolean): void => {
  const block = paragraph(sheet, text, contentWidth, {
    size,
    bold,
    spaceBelow: 6,
    colour: bold ? colours.deep : colours.soft,
  })
  block.draw(page.margin, sheet.y)
  sheet.y += block.height
}

const verdictColours: Partial<Readonly<Record<VerdictView['tone'], string>>> = {
  good: '#1d6b45',
  fair: '#8a5a00',
  poor: '#a3322a',
}

const drawVerdict = async (sheet: Sheet, verdict: VerdictView): Promise<void> => {
  const { title, tone, text, reasonsTitle, reasons } = verdict
  const width = contentWidth - 24
  const colour = verdictColours[tone] ?? colours.deep
  const block = stack([
    paragraph(sheet, title, width, { size: 15, bold: true, colour, spaceBelow: 3 }),
    paragraph(sheet, text, width, { size: 9.5, spaceBelow: 4 }),
    ...(reasons.length === 0
      ? []
      : [
          paragraph(sheet, withColon(reasonsTitle, sheet.language), width, {
            size: 8.5,
            colour: colours.soft,
            spaceBelow: 1,
          }),
        ]),
    ...reasons.map((reason) => paragraph(sheet, `\u2013 ${reason}`, width, { size: 9, spaceBelow: 1 })),
  ])
  const height = block.height + 2 * padding
  if (sheet.y + height > page.bottom) await sheet.newPage()
  sheet.pdf.rect(page.margin, sheet.y, contentWidth, height).fill(colours.paper)
  sheet.pdf.rect(page.margin, sheet.y, 4, height).fill(colour)
  block.draw(page.margin + 14, sheet.y + padding)
  sheet.y += height + 10
}

const partRoomMin = 140

const drawPart = async (sheet: Sheet, { title, verdict, note, sections }: PartView): Promise<void> => {
  if (title !== undefined) {
    if (sheet.y + partRoomMin > page.bottom) await sheet.newPage()
    drawWords(sheet, title, 15, true)
  }
  if (verdict) await drawVerdict(sheet, verdict)
  if (note !== undefined) drawWords(sheet, note, 8, false)
  for (const section of sections) await drawSection(sheet, section)
}

const drawFoot = (
  sheet: Sheet,
  { language, id }: ReportView,
  pageNumber: number,
  pageCount: number,
): void => {
  const y = page.height - 36
  const small = { size: 7, colour: colours.soft } as const
  sheet.pdf
    .moveTo(page.margin, y - 6)
    .lineTo(right, y - 6)
    .lineWidth(0.5)
    .strokeColor(colours.line)
    .stroke()
  sheet.text(translate('Confidential: personal data of a customer.', language), page.margin, y, small)
  sheet.text(`${printable(id)}   ${pageNumber} / ${pageCount}`, right, y, { ...small, align: 'right' })
}

/** The report as PDF: the panels of the page in the same order, each with its explanation. */
export const renderReport = async (view: ReportView, createdAt: Instant): Promise<Buffer> => {
  const info = {
    title: `${withColon(translate('Score report', view.language), view.language)} ${printable(view.subject.name)}`,
    author: 'Cauri',
    language: view.language,
    createdAt: new Date(createdAt),
  }
  const sheet = await createSheet(info, (next) => drawThinHead(next, view))
  drawHead(sheet, view)
  if (view.state) {
    drawWords(sheet, view.state.title, 15, true)
    drawWords(sheet, view.state.text, 10, false)
    if (view.state.detail !== null)
      drawWords(
        sheet,
        `${withColon(translate('Message of the service', view.language), view.language)} ${view.state.detail}`,
        9,
        false,
      )
  }
  const { lead, parts } = verdictFirst(view.parts)
  if (lead) await drawVerdict(sheet, lead)
  for (const part of parts) await drawPart(sheet, part)
  return sheet.finish((pageNumber, pageCount) => drawFoot(sheet, view, pageNumber, pageCount))
}
