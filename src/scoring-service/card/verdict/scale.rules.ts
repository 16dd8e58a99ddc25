import type { RiskBand } from '../../../scoring-contract/bands.rules.js'

/**
 * Converts odds to scores and back; all scores of this service have this scale. Anchored on the bands
 * (docs/design/scoring-service.md#the-scale): 5 % default risk at 500 points and 2 % at 700.
 */
export const scaleFactor = 200 / Math.log(49 / 19)

/** The score of a person about whom too little is known. It means neither good nor bad. */
export const insufficientData = -1

const scoreMax = 1000
const anchorScore = 500
const anchorOdds = 19

export type Decision = 'APPROVE' | 'APPROVE_WITH_CONDITIONS' | 'REFER' | 'DECLINE' | 'INSUFFICIENT_DATA'

/** Rounds to a whole score from 0 to 1000. */
export const clampScore = (score: number): number => Math.min(scoreMax, Math.max(0, Math.round(score)))

/** The score of the odds of good to bad (19 is one default in twenty), a whole number from 0 to 1000. */
export const scoreOfOdds = (oddsGood: number): number =>
  clampScore(anchorScore + scaleFactor * Math.log(oddsGood / anchorOdds))

/** ln(odds of good to bad) of a score. Not for -1, which is no score. */
export const logOddsOf = (score: number): number => Math.log(anchorOdds) + (score - anchorScore) / scaleFactor

/** The share from 0 to 1 that is expected to default; null for -1. */
export const probabilityOfDefault = (score: number): number | null =>
  score < 0 ? null : 1 / (1 + Math.exp(logOddsOf(score)))

const decisions: Readonly<Record<RiskBand, Decision>> = {
  A: 'APPROVE',
  B: 'APPROVE_WITH_CONDITIONS',
  C: 'DECLINE',
}

/** The decision that a band gives; null is the band of -1. */
export const decisionOf = (band: RiskBand | null): Decision =>
  band === null ? 'INSUFFICIENT_DATA' : decisions[band]

const summaries: Readonly<Record<RiskBand, string>> = {
  A: 'A (2% default risk, approve)',
  B: 'B (5% default risk, approve with conditions)',
  C: 'C (15% default risk, decline)',
}

/**
 * The fixed text for a band (docs/scoring-contract.md#scores-and-bands). The `probabilityOfDefault` of a score may
 * differ from the percentage in the text.
 */
export const riskSummaryOf = (band: RiskBand | null): string =>
  band === null ? 'Insufficient data' : summaries[band]
