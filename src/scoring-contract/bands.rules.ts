export type RiskBand = 'A' | 'B' | 'C'
export type ScoreBand = 'excellent' | 'good' | 'fair' | 'poor' | 'high risk' | 'insufficient data'

/** A from 600, B from 400, C below; null for -1. */
export const riskBandOf = (score: number): RiskBand | null => {
  if (score < 0) return null
  if (score >= 600) return 'A'
  return score >= 400 ? 'B' : 'C'
}

/** The names of docs/scoring-contract.md#scores-and-bands. */
export const scoreBandOf = (score: number): ScoreBand => {
  if (score < 0) return 'insufficient data'
  if (score >= 800) return 'excellent'
  if (score >= 600) return 'good'
  if (score >= 400) return 'fair'
  return score >= 200 ? 'poor' : 'high risk'
}
