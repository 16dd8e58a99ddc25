/** A transformation `[a b c d e f]` of PDF: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** In points of the page, `y` upwards from the bottom. */
export interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The transformation that applies `inner` and then `outer`. */
export const combined = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

/** The smallest box around a box that was transformed by a matrix. */
export const transformedBox = (matrix: Matrix, { left, bottom, right, top }: Box): Box => {
  const [a, b, c, d, e, f] = matrix
  const xs = [a * left + c * bottom, a * left + c * top, a * right + c * bottom, a * right + c * top]
  const ys = [b * left + d * bottom, b * left + d * top, b * right + d * bottom, b * right + d * top]
  return {
    left: Math.min(...xs) + e,
    bottom: Math.min(...ys) + f,
    right: Math.max(...xs) + e,
    top: Math.max(...ys) + f,
  }
}

export const overlapOf = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.min(a.right, b.right),
  top: Math.min(a.top, b.top),
})

/**
 * How much of the width and of the height of `box` lies in `cover`: the smaller of these two shares, 0 if they do not
 * overlap.
 */
export const coveredShare = (box: Box, cover: Box): number => {
  const common = overlapOf(box, cover)
  const across = (common.right - common.left) / Math.max(box.right - box.left, 0.01)
  const up = (common.top - common.bottom) / Math.max(box.top - box.bottom, 0.01)
  return Math.max(0, Math.min(across, up))
}
