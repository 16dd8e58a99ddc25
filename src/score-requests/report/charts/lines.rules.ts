import { toHundredths, cutTo, drawingWidth, type Drawing, type Shape } from './shapes.rules.js'

export interface BarLine {
  readonly label: string
  readonly value: number
  /** The value as text. */
  readonly text: string
}

const lineHeight = 36
const barHeight = 9
const textSize = 13.5

/**
 * Horizontal bars, each below its label and value. If some values are negative, all bars begin at a common zero line,
 * and sign decides side and tone. With `areJudged` the sign decides the tone even if none is negative.
 */
export const barLines = (lines: readonly BarLine[], areJudged = false): Drawing => {
  const values = lines.map(({ value }) => value).filter(Number.isFinite)
  const lowest = Math.min(0, ...values)
  const range = Math.max(0, ...values) - lowest || 1
  const isTwoSided = lowest < 0
  const xOf = (value: number): number => toHundredths(((value - lowest) / range) * drawingWidth)
  const shapes = lines.flatMap(({ label, value, text }, index): Shape[] => {
    const y = index * lineHeight
    const valueWidth = text.length * textSize * 0.6 + 12
    const words = { y: y + 13, size: textSize } as const
    const drawn = Number.isFinite(value) ? value : 0
    const x = xOf(Math.min(0, drawn))
    return [
      {
        kind: 'text',
        x: 0,
        text: cutTo(label, drawingWidth - valueWidth, textSize),
        tone: 'ink',
        anchor: 'start',
        ...words,
      },
      { kind: 'text', x: drawingWidth, text, tone: 'ink', anchor: 'end', bold: true, ...words },
      { kind: 'rect', x: 0, y: y + 19, width: drawingWidth, height: barHeight, tone: 'line' },
      {
        kind: 'rect',
        x,
        y: y + 19,
        width: toHundredths(xOf(Math.max(0, drawn)) - x),
        height: barHeight,
        tone: isTwoSided || areJudged ? (drawn < 0 ? 'poor' : 'good') : 's1',
        title: `${label}: ${text}`,
      },
    ]
  })
  const height = lines.length * lineHeight
  const middle: Shape = { kind: 'line', x1: xOf(0), y1: 14, x2: xOf(0), y2: height, tone: 'soft' }
  return { width: drawingWidth, height, shapes: isTwoSided ? [...shapes, middle] : shapes }
}
