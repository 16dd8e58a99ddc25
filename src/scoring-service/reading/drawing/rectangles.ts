import type { Box } from './geometry.js'

/** How the PDF library encodes the steps of a path: each is followed by its points. */
const step = { moveTo: 0, lineTo: 1, closePath: 4 } as const

type Point = readonly [number, number]

/** The corners of each part of a path; undefined if any part is curved or unknown. */
const partsOf = (path: readonly number[]): Point[][] | undefined => {
  const parts: Point[][] = []
  for (let i = 0; i < path.length;) {
    const kind = path[i]
    if (kind === step.closePath) {
      i += 1
      continue
    }
    if (kind !== step.moveTo && kind !== step.lineTo) return undefined
    const point: Point = [path[i + 1] as number, path[i + 2] as number]
    if (kind === step.moveTo) parts.push([point])
    else parts.at(-1)?.push(point)
    i += 3
  }
  return parts
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.01

const rectangleOf = (corners: readonly Point[]): Box | undefined => {
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const box = { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
  const ends = [
    [box.left, box.bottom],
    [box.right, box.bottom],
    [box.right, box.top],
    [box.left, box.top],
  ] as const
  const isCorner = ([x, y]: Point): boolean => ends.some(([a, b]) => isNear(x, a) && isNear(y, b))
  const isWhole = ends.every(([a, b]) => corners.some(([x, y]) => isNear(x, a) && isNear(y, b)))
  return corners.length >= 4 && corners.length <= 5 && corners.every(isCorner) && isWhole ? box : undefined
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top

/** More than enough for the rows of one page in one path, which are a few dozen. */
const partsMax = 300

/**
 * The rectangles that a path certainly fills. Rectangles that overlap are left out: they may be a frame, of which only
 * the border is filled. None if any shape of the path is curved or slanted, since it cannot be measured.
 */
export const rectanglesIn = (path: readonly number[]): Box[] => {
  const parts = partsOf(path) ?? []
  if (parts.length > partsMax) return []
  const boxes = parts.map(rectangleOf)
  if (boxes.includes(undefined)) return []
  const rectangles = boxes as Box[]
  return rectangles.filter((box) => rectangles.every((other) => other === box || !meet(box, other)))
}
