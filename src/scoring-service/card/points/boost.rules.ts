import type { BureauReport } from '../../model/bureau.js'
import { capOf, capScore, scoreReport, type BureauCap } from '../verdict/bureau.rules.js'
import type { CapCode } from './points.rules.js'
import { clampScore, insufficientData } from '../verdict/scale.rules.js'

/** What the statements say, as far as it is taken for the fusion. */
export interface StatementSide {
  /** 0 to 1000, or -1 when the statements are too thin. */
  readonly score: number
  /** The part of its points that tells how loans are paid: the bureau tells of the same loans. */
  readonly debtPoints: number
  /** From 0 to 1, and 0 for statements that nobody vouches for. */
  readonly confidence: number
  /** The largest score that the statements allow by what they lack, and what that is. */
  readonly scoreMax: number
  readonly scoreMaxBy: CapCode | null
}

export interface BoostFacts {
  readonly statement: StatementSide
  /** Null: the bureau has no record. */
  readonly report: BureauReport | null
  readonly asOf: Date
}

/** The score of both sources together. What is decided of it is the verdict's. */
export interface Boosted {
  readonly score: number
  /** From 0 to 1, of what speaks for the person. What speaks against them counts in full. 0: nothing to say. */
  readonly weights: { readonly statement: number; readonly bureau: number }
  readonly cappedBy: BureauCap | CapCode | null
}

/** A record no older than this counts fully. */
const freshDaysMax = 31
const staleWeight = 0.7

/** 5 % default risk: what is assumed of a person of whom nothing is known. Points are log-odds from here. */
const prior = 500

/**
 * Of a source that is relied on less, what is good counts less and what is bad as much as ever: to make a source less
 * reliable must never pay.
 */
const weighed = (points: number, weight: number): number => (points > 0 ? weight * points : points)

/** Two witnesses of the same loans: where they agree, the stronger word counts, and once. */
const once = (ours: number, theirs: number): number => {
  if (ours > 0 && theirs > 0) return Math.max(ours, theirs)
  return ours < 0 && theirs < 0 ? Math.min(ours, theirs) : ours + theirs
}

/**
 * Fuses the statements' score and the bureau's in log-odds (docs/design/scoring-service.md#two-sources), of which a point is
 * the same in both. A reported fraud, a loan that was lost and a short history hold the score as they hold that of their own
 * source. -1 without any source.
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
  const ofBureau = isBureauSilent ? 0 : weighed(bureau.score - prior, bureauWeight)
  const points = weighed(rest, statementWeight) + once(weighed(debt, statementWeight), ofBureau)

  const fused = isStatementSilent && isBureauSilent ? insufficientData : clampScore(prior + points)
  const held = Math.min(fused, isStatementSilent ? fused : statement.scoreMax)
  const cap = bureau && capOf(bureau.reading)
  const score = capScore(held, cap)
  const heldBy = held === fused ? null : statement.scoreMaxBy
  return {
    score,
    weights: { statement: statementWeight, bureau: bureauWeight },
    cappedBy: score === held ? heldBy : cap,
  }
}
