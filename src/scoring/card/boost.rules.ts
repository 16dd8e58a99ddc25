import { capOf, capScore, scoreReport, type BureauCap } from './bureau.rules.js'
import type { BureauReport } from '../bureau.js'
import {
  decisionOf,
  insufficientData,
  logOddsOf,
  probabilityOfDefault,
  riskBandOf,
  scoreBandOf,
  scoreOfOdds,
  type Decision,
  type RiskBand,
  type ScoreBand,
} from './scale.rules.js'

export interface BoostFacts {
  /** 0 to 1000, or -1 when the statement is too thin. */
  readonly statementScore: number
  /** Of the statement, from 0 to 1 (research 7.4 prints it as a percentage). */
  readonly confidence: number
  /** Null: the bureau has no record. */
  readonly report: BureauReport | null
  readonly asOf: Date
}

/** What P8 says of both sources together. Its limit is the engine's, which alone knows the income. */
export interface Boosted {
  readonly score: number
  readonly probabilityOfDefault: number | null
  readonly scoreBand: ScoreBand
  readonly riskBand: RiskBand | null
  readonly decision: Decision
  /** From 0 to 1. 0: the source had nothing to say. */
  readonly weights: { readonly statement: number; readonly bureau: number }
  readonly cappedBy: BureauCap | null
}

/** A record no older than this counts fully. */
const freshDaysMax = 31
const staleWeight = 0.7

/** 5 % default risk: what is assumed of a person of whom nothing is known. */
const priorLogOdds = logOddsOf(500)

/**
 * Fuses the statement's score and the bureau's in log-odds (research/scoring 8): each moves the prior by its weight. A reported
 * fraud, or an open account lost for more than 90 days, keeps the band at C whatever the rest says. -1 without any source.
 */
export const boost = ({ statementScore, confidence, report, asOf }: BoostFacts): Boosted => {
  const bureau = report && scoreReport(report, asOf)
  const bureauScore = bureau?.score ?? insufficientData
  const statementWeight = statementScore < 0 ? 0 : Math.min(1, Math.max(0, confidence))
  const freshness = (bureau?.reading.recordAgeDays ?? 0) <= freshDaysMax ? 1 : staleWeight
  const bureauWeight = bureauScore < 0 ? 0 : freshness

  const moved = (score: number, weight: number): number =>
    weight === 0 ? 0 : weight * (logOddsOf(score) - priorLogOdds)
  const logOdds = priorLogOdds + moved(statementScore, statementWeight) + moved(bureauScore, bureauWeight)
  const isSilent = statementWeight === 0 && bureauWeight === 0
  const fused = isSilent ? insufficientData : scoreOfOdds(Math.exp(logOdds))
  const cap = bureau && capOf(bureau.reading)
  const score = capScore(fused, cap)
  const riskBand = riskBandOf(score)
  return {
    score,
    probabilityOfDefault: probabilityOfDefault(score),
    scoreBand: scoreBandOf(score),
    riskBand,
    decision: decisionOf(riskBand),
    weights: { statement: statementWeight, bureau: bureauWeight },
    cappedBy: score === fused ? null : cap,
  }
}
