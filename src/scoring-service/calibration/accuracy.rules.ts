import { probabilityOfDefault } from '../card/verdict/scale.rules.js'
import type { Observation } from './discrimination.rules.js'
import { scoreRanges, type ScoreRange } from './stability.rules.js'

/** The risk for a score, from 0 to 1. */
export type RiskOf = (score: number) => number

/** The risk that the card states today. */
export const riskByCard: RiskOf = (score) => probabilityOfDefault(score) ?? 0

export interface RangeAccuracy extends ScoreRange {
  readonly count: number
  readonly bads: number
  /** Null for an empty range. */
  readonly observed: number | null
  readonly expected: number | null
}

export interface Accuracy {
  /** The mean squared distance between the stated risk and what happened: 0 is perfect. */
  readonly brier: number
  /** The mean of -ln(the stated chance of what happened). */
  readonly logLoss: number
  readonly ranges: readonly RangeAccuracy[]
}

/** Keeps the loss finite where an event happened whose stated chance was 0. */
const leastChance = 1e-6

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** How the stated risks compare with what happened. Needs at least one observation. */
export const accuracyOf = (observations: readonly Observation[], riskOf: RiskOf): Accuracy => {
  const ordered = [...observations].sort((a, b) => a.score - b.score || Number(a.isBad) - Number(b.isBad))
  const squares = ordered.map(({ score, isBad }) => (riskOf(score) - Number(isBad)) ** 2)
  const losses = ordered.map(({ score, isBad }) => {
    const risk = riskOf(score)
    return -Math.log(Math.max(isBad ? risk : 1 - risk, leastChance))
  })
  const ranges = scoreRanges
    .filter(({ from }) => from >= 0)
    .map(({ from, to }) => {
      const inside = ordered.filter(({ score }) => score >= from && score <= to)
      return {
        from,
        to,
        count: inside.length,
        bads: inside.filter(({ isBad }) => isBad).length,
        observed: meanOf(inside.map(({ isBad }) => Number(isBad))),
        expected: meanOf(inside.map(({ score }) => riskOf(score))),
      }
    })
  return { brier: meanOf(squares) ?? 0, logLoss: meanOf(losses) ?? 0, ranges }
}
