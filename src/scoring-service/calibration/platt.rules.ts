import { logOddsOf } from '../card/verdict/scale.rules.js'
import type { Observation } from './discrimination.rules.js'

/**
 * risk = 1 / (1 + e^(shift + slope x)), where x is the card's own log odds of the score. The uncalibrated card has
 * shift 0 and slope 1. A lower slope means that the scores separate less than they claim, a negative shift that every
 * risk is higher.
 */
export interface PlattFit {
  readonly shift: number
  readonly slope: number
  readonly rounds: number
  readonly hasConverged: boolean
}

/** The risk that a fit gives for a score. */
export const riskByPlatt = ({ shift, slope }: Pick<PlattFit, 'shift' | 'slope'>, score: number): number =>
  1 / (1 + Math.exp(shift + slope * logOddsOf(score)))

interface Point {
  readonly x: number
  /** The target: the chance of being good. */
  readonly target: number
  readonly weight: number
}

/**
 * Uses Platt's targets: a uniform prior on the counts moves them away from 0 and 1, so that the fit is finite even if
 * the scores separate good from bad people perfectly.
 */
const pointsOf = (observations: readonly Observation[]): Point[] => {
  const bads = observations.filter(({ isBad }) => isBad).length
  const goods = observations.length - bads
  const [good, bad] = [(goods + 1) / (goods + 2), 1 / (bads + 2)]
  const weights = new Map<string, Point>()
  for (const { score, isBad } of observations) {
    const key = `${score} ${isBad}`
    const weight = (weights.get(key)?.weight ?? 0) + 1
    weights.set(key, { x: logOddsOf(score), target: isBad ? bad : good, weight })
  }
  // Sorted by score, so that the order of the file changes no digit of the sums.
  return [...weights.values()].sort((a, b) => a.x - b.x || a.target - b.target)
}

/** ln(1 + e^z), without overflow. */
const softplus = (z: number): number => Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)))

const lossOf = (points: readonly Point[], shift: number, slope: number): number =>
  points.reduce((sum, { x, target, weight }) => {
    const z = shift + slope * x
    return sum + weight * (softplus(z) - target * z)
  }, 0)

const roundsMax = 100
const halvingsMax = 40
const gradientMax = 1e-9
/** Keeps the step finite when all scores are alike. */
const ridge = 1e-12

/** The maximum likelihood fit, by Newton's steps that are halved until they reduce the loss. Needs good and bad people. */
export const fitPlatt = (observations: readonly Observation[]): PlattFit => {
  const points = pointsOf(observations)
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  let [shift, slope] = [0, 1]
  for (let round = 0; round < roundsMax; round += 1) {
    let [g0, g1, h00, h01, h11] = [0, 0, ridge, 0, ridge]
    for (const { x, target, weight } of points) {
      const good = 1 / (1 + Math.exp(-(shift + slope * x)))
      const [error, curve] = [weight * (good - target), weight * good * (1 - good)]
      g0 += error
      g1 += error * x
      h00 += curve
      h01 += curve * x
      h11 += curve * x * x
    }
    if (Math.max(Math.abs(g0), Math.abs(g1)) < gradientMax * total) {
      return { shift, slope, rounds: round, hasConverged: true }
    }
    const determinant = h00 * h11 - h01 * h01
    const [d0, d1] = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant]
    const loss = lossOf(points, shift, slope)
    let part = 1
    for (let i = 0; i < halvingsMax && lossOf(points, shift - part * d0, slope - part * d1) > loss; i += 1)
      part /= 2
    shift -= part * d0
    slope -= part * d1
  }
  return { shift, slope, rounds: roundsMax, hasConverged: false }
}
