import { shortDate } from '../../messages/format.js'
import { drawCowrie } from '../../../platform/pdf/draw-cowrie.js'
import { colours, contentWidth, page, type Sheet } from '../../../platform/pdf/sheet.js'
import type { StatementView } from './view.js'

const bandHeight = 78
const thinHeight = 34

/** The head of the first page: the bank and the title. */
export const drawHead = (sheet: Sheet, { bank, title, texts, period }: StatementView): void => {
  const { pdf } = sheet
  const right = page.width - page.margin
  pdf.rect(0, 0, page.width, bandHeight).fill(colours.deep)
  pdf.rect(0, bandHeight, page.width, 3).fill(colours.accent)
  drawCowrie(sheet, page.margin + 13, 39, 1.25)
  sheet.text(bank.name, page.margin + 38, 22, { size: 22, bold: true, colour: colours.white })
  sheet.text(bank.details[0] ?? '', page.margin + 39, 49, { size: 8.5, colour: '#c4d6da' })
  sheet.text(title, right, 25, { size: 15, bold: true, colour: colours.white, align: 'right' })
  sheet.text(texts.period(period), right, 48, { size: 9.5, colour: '#c4d6da', align: 'right' })
  sheet.y = bandHeight + 19
}

/** The head of every other page. */
export const drawThinHead = (sheet: Sheet, { bank, title, texts, period }: StatementView): void => {
  const right = page.width - page.margin
  sheet.pdf.rect(0, 0, page.width, thinHeight).fill(colours.deep)
  sheet.pdf.rect(0, thinHeight, page.width, 2).fill(colours.accent)
  drawCowrie(sheet, page.margin + 6, thinHeight / 2, 0.62)
  sheet.text(bank.name, page.margin + 20, 11, { size: 12, bold: true, colour: colours.white })
  sheet.text(`${title} - ${texts.period(period)}`, right, 13, {
    size: 8.5,
    colour: '#c4d6da',
    align: 'right',
  })
  sheet.y = thinHeight + 20
}

/** Side by side: the customer, and the reference and dates of the statement. */
export const drawFacts = (sheet: Sheet, { texts: { facts }, holder, statement }: StatementView): void => {
  const half = (contentWidth - 14) / 2
  const blocks = [
    {
      title: facts.customer,
      lines: [
        [facts.number, `+${holder.msisdn}`],
        [facts.email, holder.email],
        [facts.account, holder.accountId],
        [facts.openedOn, shortDate(holder.openedOn)],
      ],
    },
    {
      title: facts.statement,
      lines: [
        [facts.reference, statement.reference],
        [facts.period, statement.period],
        [facts.issuedOn, shortDate(statement.issuedOn)],
        [facts.currency, statement.currency],
      ],
    },
  ] as const
  const height = 78
  blocks.forEach(({ title, lines }, i) => {
    const x = page.margin + i * (half + 14)
    sheet.pdf.roundedRect(x, sheet.y, half, height, 4).lineWidth(0.7).strokeColor(colours.line).stroke()
    sheet.text(title.toUpperCase(), x + 10, sheet.y + 9, { size: 7.5, bold: true, colour: colours.accent })
    lines.forEach(([label, value], line) => {
      const y = sheet.y + 23 + line * 13
      sheet.text(label, x + 10, y, { size: 8, colour: colours.soft })
      sheet.text(value, x + half - 10, y, { size: 8, bold: true, align: 'right', width: half - 72 })
    })
  })
  sheet.y += height + 12
}
