import { toHundredths, drawingWidth, type Drawing, type Shape, type Tone } from './shapes.rules.js'

/** The bands (docs/scoring-contract.md#scores-and-bands), from the lowest; each is 200 points wide. */
const bands: readonly (readonly [name: string, tone: Tone])[] = [
  ['high risk', 'poor'],
  ['poor', 'poor'],
  ['fair', 'fair'],
  ['good', 'good'],
  ['excellent', 'good'],
]
const scoreMax = 1000
const barTop = 14
const barHeight = 12
const gap = 2
const margin = 8

/**
 * A score on the scale of 0 to 1000. Without a score (-1, or none), no place is marked and no band is coloured.
 * `translateBand` translates the name of a band.
 */
export const gauge = (score: number | null, translateBand: (band: string) => string): Drawing => {
  const hasScore = score !== null && score >= 0 && score <= scoreMax
  const width = drawingWidth - 2 * margin
  const band = width / bands.length
  const zones = bands.flatMap(([name, tone], index): Shape[] => {
    const x = margin + index * band
    return [
      {
        kind: 'rect',
        x: toHundredths(x),
        y: barTop,
        width: toHundredths(band - gap),
        height: barHeight,
        tone: hasScore ? tone : 'line',
      },
      {
        kind: 'text',
        x: toHundredths(x + band / 2),
        y: barTop + barHeight + 31,
        text: translateBand(name),
        size: 12.5,
        tone: 'soft',
        anchor: 'middle',
      },
    ]
  })
  const limits = Array.from({ length: bands.length + 1 }, (_, index): Shape => {
    const text = String((scoreMax / bands.length) * index)
    return {
      kind: 'text',
      x: index === 0 ? 0 : index === bands.length ? drawingWidth : toHundredths(margin + index * band),
      y: barTop + barHeight + 15,
      text,
      size: 12,
      tone: 'soft',
      anchor: index === 0 ? 'start' : index === bands.length ? 'end' : 'middle',
    }
  })
  const x = hasScore ? toHundredths(margin + (score / scoreMax) * (width - gap)) : 0
  const mark: Shape[] = hasScore
    ? [
        { kind: 'path', d: `M ${toHundredths(x - 7)} 1 L ${toHundredths(x + 7)} 1 L ${x} 12 Z`, tone: 'ink' },
        { kind: 'rect', x: toHundredths(x - 1), y: 10, width: 2, height: barHeight + 8, tone: 'ink' },
      ]
    : []
  return { width: drawingWidth, height: barTop + barHeight + 38, shapes: [...zones, ...limits, ...mark] }
}
