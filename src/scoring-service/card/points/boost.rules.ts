import type { BureauReport } from '../../model/bureau.js'
import { capOf, capScore, scoreReport, type BureauCap } from '../verdict/bureau.rules.js'
import type { CapCode } from './points.rules.js'
import { clampScore, insufficientData } from '../verdict/scale.rules.js'

/** What the boosted score takes from the statements. */
export interface StatementSide {
  /** 0 to 1000, or -1 when the statements have no score. */
  readonly score: number
  /** The points for how loans are paid; the bureau reports the same loans. */
  readonly debtPoints: number
  /** From 0 to 1; 0 for statements that are not verified. */
  readonly confidence: number
  /** The largest score that the caps of the statements allow, and the name of the cap. */
  readonly scoreMax: number
  readonly scoreMaxBy: CapCode | null
}

/** What a boosted score is computed from: the score of the statements, and the report of the bureau. */
export interface BoostFacts {
  readonly statement: StatementSide
  /** Null: the bureau has no record. */
  readonly report: BureauReport | null
  readonly asOf: Date
}

/** The score of both sources together, by which the decision is made. */
export interface Boosted {
  readonly score: number
  /**
   * The weights of positive points, from 0 to 1; negative points count in full. 0: the source has no score or is not
   * reliable.
   */
  readonly weights: { readonly statement: number; readonly bureau: number }
  readonly cappedBy: BureauCap | CapCode | null
}

/** A record no older than this counts fully. */
const freshDaysMax = 31
const staleWeight = 0.7

/** 5 % default risk: the assumption about a person of whom nothing is known. Points are log-odds relative to this score. */
const prior = 500

/**
 * A lower weight reduces positive points only. Negative points count in full, so that making a source less reliable
 * never raises a score.
 */
const weighted = (points: number, weight: number): number => (points > 0 ? weight * points : points)

/** The points of both sources for the same loans: if both are positive or both negative, only the stronger one counts. */
const countedOnce = (ours: number, theirs: number): number => {
  if (ours > 0 && theirs > 0) return Math.max(ours, theirs)
  return ours < 0 && theirs < 0 ? Math.min(ours, theirs) : ours + theirs
}

/**
 * Fuses the score of the statements and that of the bureau in log-odds (docs/design/scoring-service.md#two-sources); a
 * point means the same in both. The caps of the statements and those of the bureau apply to this score too. -1 if neither
 * source has a score and no cap of the bureau applies.
 */
export const boost = ({ statement, report, asOf }: BoostFacts): Boosted => {
  const bureau = report && scoreReport(report, asOf)
  const isStatementSilent = statement.score < 0
  const isBureauSilent = !bureau || bureau.score < 0
  const freshness = (bureau?.reading.recordAgeDays ?? 0) <= freshDaysMax ? 1 : staleWeight
  const statementWeight = isStatementSilent ? 0 : Math.min(1, Math.max(0, statement.confidence))
  const bureauWeight = isBureauSilent ? 0 : report?.nameMatches === false ? 0 : freshness

  const debt = isStatementSilent ? 0 : statement.debtPoints
  const rest = isStatementSilent ? 0 : statement.score - prior - debt
  const ofBureau = isBureauSilent ? 0 : weighted(bureau.score - prior, bureauWeight)
  const points = weighted(rest, statementWeight) + countedOnce(weighted(debt, statementWeight), ofBureau)

  const fused = isStatementSilent && isBureauSilent ? insufficientData : clampScore(prior + points)
  const afterStatementCap = Math.min(fused, isStatementSilent ? fused : statement.scoreMax)
  const cap = bureau && capOf(bureau.reading)
  const score = capScore(afterStatementCap, cap)
  const statementCap = afterStatementCap === fused ? null : statement.scoreMaxBy
  return {
    score,
    weights: { statement: statementWeight, bureau: bureauWeight },
    cappedBy: score === afterStatementCap ? statementCap : cap,
  }
}
