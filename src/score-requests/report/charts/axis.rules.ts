export interface Axis {
  readonly low: number
  readonly high: number
  /** The round numbers at the ticks, from the lowest to the highest. */
  readonly ticks: readonly number[]
}

const steps = [1, 2, 2.5, 5, 10]
const ticksWanted = 4
/**
 * Values nearer to 0 than this count as 0. No amount or count is shown so exactly; and for the tiniest ranges the
 * computed step would be 0.
 */
const nearZero = 0.005

/** The round step that gives about the wanted number of ticks. */
const stepOf = (range: number): number => {
  const rough = range / ticksWanted
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (steps.find((step) => step * power >= rough) ?? 10)
}

/** An axis that includes 0 and all finite values. From 0 to 1 when no value differs from 0. */
export const axisOf = (values: readonly number[]): Axis => {
  const finite = values.filter((value) => Number.isFinite(value) && Math.abs(value) >= nearZero)
  const lowest = Math.min(0, ...finite)
  const highest = Math.max(0, ...finite)
  if (lowest === highest) return { low: 0, high: 1, ticks: [0] }
  const step = stepOf(highest - lowest)
  const first = Math.floor(lowest / step)
  const last = Math.ceil(highest / step)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { low: first * step, high: last * step, ticks }
}
