import type { Language } from '../../../kernel/call.js'
import { axisOf } from './axis.rules.js'
import { toHundredths, drawingWidth, toneOf, type Drawing, type Shape } from './shapes.rules.js'
import { compact } from '../display/format.rules.js'

export interface BarGroup {
  readonly label: string
  /** Printed below the label; omitted if the previous printed group has the same one. */
  readonly underLabel: string
  readonly bars: readonly { readonly value: number; readonly title: string }[]
}

const top = 8
const plotHeight = 150
const left = 44
const right = 4
const labelSize = 11
/** The width of the short name of a month and some space. */
const labelWidth = 24
const groupFill = 0.72
const groupWidthMax = 56

const labelsOf = (groups: readonly BarGroup[], slot: number): Shape[] => {
  const labelInterval = Math.max(1, Math.ceil(labelWidth / slot))
  let lastUnderLabel = ''
  return groups.flatMap(({ label, underLabel }, index) => {
    if (index % labelInterval !== 0) return []
    const x = toHundredths(left + (index + 0.5) * slot)
    const text = (y: number, words: string): Shape => ({
      kind: 'text',
      x,
      y,
      text: words,
      size: labelSize,
      tone: 'soft',
      anchor: 'middle',
    })
    const below = top + plotHeight
    const isNew = underLabel !== lastUnderLabel
    lastUnderLabel = underLabel
    return [text(below + 16, label), ...(isNew && underLabel !== '' ? [text(below + 31, underLabel)] : [])]
  })
}

/** Vertical bars in groups, over an axis that includes 0; the position in a group decides the tone. */
export const barChart = (groups: readonly BarGroup[], language: Language): Drawing => {
  const axis = axisOf(groups.flatMap(({ bars }) => bars.map(({ value }) => value)))
  const yOf = (value: number): number =>
    toHundredths(top + plotHeight * (1 - (value - axis.low) / (axis.high - axis.low)))
  const grid = axis.ticks.flatMap((tick): Shape[] => [
    { kind: 'line', x1: left, y1: yOf(tick), x2: drawingWidth - right, y2: yOf(tick), tone: 'line' },
    {
      kind: 'text',
      x: left - 5,
      y: toHundredths(yOf(tick) + 4),
      text: compact(tick, language),
      size: labelSize,
      tone: 'soft',
      anchor: 'end',
    },
  ])
  const slot = (drawingWidth - left - right) / Math.max(1, groups.length)
  const groupWidth = Math.min(groupWidthMax, slot * groupFill)
  const bars = groups.flatMap(({ bars: members }, index) => {
    const width = groupWidth / Math.max(1, members.length)
    const start = left + (index + 0.5) * slot - groupWidth / 2
    return members.flatMap(({ value, title }, place): Shape[] => {
      if (!Number.isFinite(value)) return []
      const [from, to] = [yOf(Math.max(0, value)), yOf(Math.min(0, value))]
      const height = toHundredths(to - from)
      return [
        {
          kind: 'rect',
          x: toHundredths(start + place * width),
          y: from,
          width: toHundredths(width),
          height,
          tone: toneOf(place),
          title,
        },
      ]
    })
  })
  const zero: Shape = {
    kind: 'line',
    x1: left,
    y1: yOf(0),
    x2: drawingWidth - right,
    y2: yOf(0),
    tone: 'soft',
  }
  const shapes = [...grid, ...bars, zero, ...labelsOf(groups, slot)]
  return { width: drawingWidth, height: top + plotHeight + 36, shapes }
}
