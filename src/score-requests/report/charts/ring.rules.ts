import { toHundredths, toneOf, type Drawing, type Shape } from './shapes.rules.js'

export interface Slice {
  readonly label: string
  /** From 0 to 1. */
  readonly share: number
  readonly title: string
}

const size = 180
const middle = size / 2
const outer = 84
const inner = 50

const point = (radius: number, turn: number): string => {
  const angle = turn * 2 * Math.PI - Math.PI / 2
  return `${toHundredths(middle + radius * Math.cos(angle))} ${toHundredths(middle + radius * Math.sin(angle))}`
}

/**
 * A full circle is drawn as two half circles, since an arc of a full circle has no direction; the hole is drawn in the
 * other direction.
 */
const wholeRing = [
  `M ${point(outer, 0)} A ${outer} ${outer} 0 0 1 ${point(outer, 0.5)} A ${outer} ${outer} 0 0 1 ${point(outer, 0)} Z`,
  `M ${point(inner, 0)} A ${inner} ${inner} 0 0 0 ${point(inner, 0.5)} A ${inner} ${inner} 0 0 0 ${point(inner, 0)} Z`,
].join(' ')

const ringPiece = (from: number, to: number): string => {
  if (to - from >= 0.999_99) return wholeRing
  const large = to - from > 0.5 ? 1 : 0
  return [
    `M ${point(outer, from)}`,
    `A ${outer} ${outer} 0 ${large} 1 ${point(outer, to)}`,
    `L ${point(inner, to)}`,
    `A ${inner} ${inner} 0 ${large} 0 ${point(inner, from)}`,
    'Z',
  ].join(' ')
}

/** Slices of a ring, clockwise from the top, in the order of the legend; shares of zero are left out. */
export const ring = (slices: readonly Slice[]): Drawing => {
  const sum = slices.reduce((total, { share }) => total + (share > 0 ? share : 0), 0)
  // The sum of rounded shares may be slightly above 1.
  const whole = Math.max(1, sum)
  let turn = 0
  const shapes = slices.flatMap(({ share, title }, index): Shape[] => {
    if (!(share > 0)) return []
    const from = turn
    turn += share / whole
    return [{ kind: 'path', d: ringPiece(from, Math.min(1, turn)), tone: toneOf(index), title }]
  })
  return { width: size, height: size, shapes }
}
