import { colours, type Sheet } from '../../../platform/pdf/sheet.js'
import { withColon } from '../display/translate.rules.js'
import type { ChartView, PanelView } from '../view/view.rules.js'
import { beside, chips, pair, paragraph, picture, stack, swatch, type Block } from './blocks.js'

/** How many of the page's six columns a panel is wide. */
export const spanOf = ({ display, gauge, pills, chart }: PanelView): number => {
  if (display === 'bar' || display === 'bar_chart_grouped') return 6
  if (chart && display === 'bar_horizontal') return chart.isExplained ? 6 : 3
  if (display === 'pie' || display === 'bar_horizontal') return 3
  return gauge || display === 'text_block' || pills.length > 4 ? 3 : 2
}

const gap = 14
const tableSize = 7

const tableOf = (sheet: Sheet, { table }: ChartView, width: number): Block => {
  const values = table.head.length - 1
  const columnWidth = Math.min(90, (width * 0.7) / values)
  const line = (cells: readonly string[], bold: boolean): Block => ({
    height: 9.7,
    draw: (x, y) =>
      cells.forEach((text, at) => {
        const style = { size: tableSize, bold, colour: bold ? colours.soft : colours.ink } as const
        if (at === 0) sheet.text(text, x, y, style)
        else sheet.text(text, x + width - (values - at) * columnWidth, y, { ...style, align: 'right' })
      }),
  })
  return stack([line(table.head, true), ...table.rows.map((row) => line(row, false))])
}

const meanings = (sheet: Sheet, { table }: ChartView, width: number): Block =>
  stack(
    table.rows.flatMap(([label = '', _points, ...rest]) => [
      paragraph(sheet, `${withColon(label, sheet.language)} ${rest.slice(0, -1).join(', ')}`, width, {
        size: 7.2,
        bold: true,
        spaceBelow: 0,
      }),
      paragraph(sheet, rest.at(-1) ?? '', width, { size: 6.8, colour: colours.soft, spaceBelow: 3 }),
    ]),
  )

const legendOf = (sheet: Sheet, { legend, table }: ChartView, width: number): Block =>
  stack(
    legend.map(({ tone, label, text }, at) => {
      const amount = table.rows[at]?.[2]
      const words = amount === undefined ? text : `${text}  (${amount})`
      const line = pair(sheet, [label, words], width - 10, { size: 7.6 })
      return {
        height: line.height + 3,
        draw: (x: number, y: number) => {
          swatch(sheet, tone, x, y + 1)
          line.draw(x + 10, y)
        },
      }
    }),
  )

const legendLine = (sheet: Sheet, { legend }: ChartView): Block => ({
  height: legend.length === 0 ? 0 : 12,
  draw: (x, y) =>
    legend.forEach(({ tone, label }, at) => {
      swatch(sheet, tone, x + at * 60, y)
      sheet.text(label, x + at * 60 + 10, y - 0.5, { size: 7.6 })
    }),
})

const chartOf = (sheet: Sheet, { display }: PanelView, chart: ChartView, width: number): Block => {
  const half = (width - gap) / 2
  if (display === 'pie') {
    const ring = width * 0.36
    return beside(picture(sheet, chart.drawing, ring), legendOf(sheet, chart, width - ring - gap), ring + gap)
  }
  if (display === 'bar_horizontal') {
    return chart.isExplained
      ? beside(picture(sheet, chart.drawing, half), meanings(sheet, chart, half), half + gap)
      : picture(sheet, chart.drawing, width)
  }
  const left = stack([picture(sheet, chart.drawing, width * 0.46), legendLine(sheet, chart)])
  const right = tableOf(sheet, chart, width * 0.54 - gap)
  return beside(left, right, width * 0.46 + gap)
}

/** The maximum width of a label with its value: across a wider gap they would not be seen as a pair. */
const pairWidthMax = 260

const soft = { size: 6.8, colour: colours.soft } as const

const valueOf = (sheet: Sheet, panel: PanelView, width: number): readonly Block[] => {
  const { display, figures, pills, lines, chart, gauge, empty } = panel
  if (empty !== undefined)
    return [paragraph(sheet, empty, width, { size: 9, colour: colours.soft, spaceBelow: 4 })]
  if (chart) return [chartOf(sheet, panel, chart, width)]
  if (display === 'tag') {
    const all = figures.map(({ value, tone, isAbsent }) => ({ text: value, tone, isSoft: isAbsent }))
    return [chips(sheet, all, width)]
  }
  if (display === 'pill') {
    const all = pills.map(({ label, state, word }) => ({
      text: `${withColon(label, sheet.language)} ${word}`,
      tone: undefined,
      isSoft: state !== 'yes',
    }))
    return [chips(sheet, all, width)]
  }
  if (display === 'text_block')
    return lines.map((line) => paragraph(sheet, line, width, { size: 8.6, spaceBelow: 3 }))
  if (display === 'double_metric_card' || figures.length > 1) {
    return figures.map(({ label, value, isAbsent }) =>
      pair(sheet, [label, value], Math.min(width, pairWidthMax), {
        size: display === 'text' ? 8.2 : 10.5,
        bold: !isAbsent,
        colour: isAbsent ? colours.soft : colours.ink,
      }),
    )
  }
  const size = gauge ? 22 : display === 'metric_card' ? 15 : 10
  const words = figures.map(({ value, isAbsent }) =>
    paragraph(sheet, value, width, {
      size: isAbsent ? Math.min(size, 12) : size,
      bold: !isAbsent,
      colour: isAbsent ? colours.soft : colours.ink,
      spaceBelow: 3,
    }),
  )
  return gauge ? [...words, picture(sheet, gauge, width)] : words
}

/** A panel with its title, its values, and the explanation below them. */
export const panelBlock = (sheet: Sheet, panel: PanelView, width: number): Block => {
  const { title, explanations } = panel
  return stack([
    paragraph(sheet, title, width, { size: 8, bold: true, colour: colours.deep, spaceBelow: 3 }),
    ...valueOf(sheet, panel, width),
    { height: 2, draw: () => undefined },
    ...explanations.map(({ label, text }) =>
      paragraph(
        sheet,
        explanations.length === 1 ? text : `${withColon(label, sheet.language)} ${text}`,
        width,
        {
          ...soft,
          spaceBelow: 1,
        },
      ),
    ),
  ])
}
