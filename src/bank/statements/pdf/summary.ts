import { groupedAmount, shortDate } from '../../messages/format.js'
import { addDays } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'
import { balanceOver } from '../contents/rows.rules.js'
import { colours, contentWidth, page, type Sheet } from '../../../platform/pdf/sheet.js'
import type { StatementView } from './view.js'

const gap = 8
const cardHeight = 42

/** The five main figures; they add up from left to right. */
export const drawSummary = (sheet: Sheet, { texts, contents }: StatementView): void => {
  const { currency, opening, totals, closing } = contents
  const money = (amount: Minor) => groupedAmount(amount, currency, texts.decimalMark)
  const signed = (amount: Minor) =>
    amount === 0n ? '0' : amount > 0n ? `+ ${money(amount)}` : `- ${money(-amount)}`
  const cards = [
    [texts.summary.opening, money(opening)],
    [texts.summary.paidIn, signed(totals.paidIn)],
    [texts.summary.paidOut, signed(-totals.paidOut)],
    [texts.summary.interest, signed(totals.interest - totals.tax)],
    [texts.summary.closing, `${money(closing)} ${currency}`],
  ] as const
  const width = (contentWidth - (cards.length - 1) * gap) / cards.length
  cards.forEach(([label, value], i) => {
    const x = page.margin + i * (width + gap)
    const isLast = i === cards.length - 1
    sheet.pdf.roundedRect(x, sheet.y, width, cardHeight, 4).fill(isLast ? colours.deep : colours.paper)
    sheet.text(label, x + 8, sheet.y + 9, {
      size: 7.5,
      colour: isLast ? '#c4d6da' : colours.soft,
      width: width - 12,
    })
    sheet.text(value, x + 8, sheet.y + 22, {
      size: 11,
      bold: true,
      colour: isLast ? colours.white : colours.ink,
      width: width - 12,
      whole: true,
    })
  })
  sheet.y += cardHeight + 16
}

const roundSteps = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]

/**
 * The top of the chart: at or above the highest balance, at least 100, and a round number whose half is round too, since the chart
 * has a line at its half.
 */
const topOf = (highest: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 100)))
  return roundSteps.map((step) => step * power).find((top) => top >= highest) ?? highest
}

const chartHeight = 84
const chartRowsCount = 2
const labelWidth = 62
const chartLeft = page.margin + labelWidth
const chartWidth = contentWidth - labelWidth
const small = { size: 7, colour: colours.soft } as const

/** The horizontal lines of the chart, from 0 to the top, each with its amount. */
const drawScale = (
  sheet: Sheet,
  { texts, contents }: StatementView,
  { top, yOf }: { readonly top: number; readonly yOf: (balance: number) => number },
): void => {
  const { pdf } = sheet
  for (let row = 0; row <= chartRowsCount; row++) {
    const value = (top * row) / chartRowsCount
    pdf.moveTo(chartLeft, yOf(value)).lineTo(chartLeft + chartWidth, yOf(value))
    pdf.lineWidth(0.5).strokeColor(colours.line).stroke()
    const label = groupedAmount(BigInt(Math.round(value)), contents.currency, texts.decimalMark)
    sheet.text(label, chartLeft - 8, yOf(value) - 4, {
      ...small,
      align: 'right',
      width: labelWidth - 8,
      whole: true,
    })
  }
}

/** Draws the balance as steps, day by day. Floating point is exact enough for a line of half a point. */
export const drawChart = (sheet: Sheet, view: StatementView): void => {
  const { texts, contents, period } = view
  const { pdf } = sheet
  const { days, points } = balanceOver(contents, period)
  // Without a balance there is nothing to draw.
  if (points.every(({ balance }) => balance === 0n)) return
  sheet.text(texts.chart, page.margin, sheet.y, { size: 11, bold: true, colour: colours.deep })
  sheet.y += 20
  const bottom = sheet.y + chartHeight
  const top = topOf(Math.max(...points.map(({ balance }) => Number(balance))))
  const yOf = (balance: number) => bottom - (Math.max(balance, 0) / top) * chartHeight
  const xOf = (day: number) => chartLeft + (day / days) * chartWidth
  drawScale(sheet, view, { top, yOf })

  const steps = (isNewPath: boolean) => {
    points.forEach(({ day, balance }, i) => {
      const y = yOf(Number(balance))
      if (i === 0 && isNewPath) pdf.moveTo(xOf(day), y)
      else pdf.lineTo(xOf(day), y)
      pdf.lineTo(xOf(points[i + 1]?.day ?? days), y)
    })
  }
  pdf.moveTo(chartLeft, bottom)
  steps(false)
  pdf
    .lineTo(chartLeft + chartWidth, bottom)
    .closePath()
    .fillOpacity(0.14)
    .fill(colours.accent)
    .fillOpacity(1)
  steps(true)
  pdf.lineWidth(1.3).lineJoin('round').strokeColor(colours.accent).stroke()

  const middle = Math.floor(days / 2)
  sheet.text(shortDate(period.from), chartLeft, bottom + 4, small)
  if (days > 2) sheet.text(shortDate(addDays(period.from, middle)), xOf(middle) - 18, bottom + 4, small)
  if (days > 1)
    sheet.text(shortDate(period.to), chartLeft + chartWidth, bottom + 4, { ...small, align: 'right' })
  sheet.y = bottom + 26
}
