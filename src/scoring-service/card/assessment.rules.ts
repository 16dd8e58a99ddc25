import type { ShownReason } from './verdict/bureau.rules.js'
import { businessOf, businessScoreOf, type Business } from './business.rules.js'
import type { ClassifiedRow } from './rows/classify.rules.js'
import { completenessOf, confidenceOf, type Completeness } from './completeness.rules.js'
import { dossierOf, type Dossier } from './rows/dossier.rules.js'
import { factsOf, type Facts } from './features/features.rules.js'
import { limitsOf, type LendingLimits } from './limits.rules.js'
import { personaOf, salaryRows, type Persona } from './persona.rules.js'
import {
  genericPoints,
  capCodes,
  effectiveCaps,
  isThinFile,
  pointsOf,
  scoreOf,
  shortTermPoints,
  shortTermReasons,
  type CapCode,
  type Reason,
  type ScoredFeature,
} from './points/points.rules.js'
import {
  insufficientData,
  probabilityOfDefault,
  riskSummaryOf,
  type Decision,
} from './verdict/scale.rules.js'
import { scoreBandOf, type RiskBand, type ScoreBand } from '../../scoring-contract/bands.rules.js'
import { finite, twoDecimals } from './features/statistics.rules.js'
import { reasonsWith, verdictOf, type Obstacle, type Verdict } from './verdict/verdict.rules.js'
import type { ParsedStatement } from '../model/statement.js'

/** All that is concluded from the statements of one person. Money in hundredths. */
export interface Assessment {
  readonly facts: Facts
  readonly shortTermScore: number
  readonly genericScore: number
  readonly businessScore: number
  readonly scoreBand: ScoreBand
  readonly riskBand: RiskBand | null
  readonly probabilityOfDefault: number | null
  readonly decision: Decision
  readonly riskSummary: string
  readonly verdict: Verdict
  /** What limited the score or the decision; null where nothing did. */
  readonly cappedBy: Obstacle | CapCode | null
  readonly features: readonly ScoredFeature[]
  /** What cost the score the most points. */
  readonly reasons: readonly Reason[]
  /** First the reasons of obstacles, then those that cost the most points. */
  readonly reasonCodes: readonly ShownReason[]
  readonly business: Business | null
  readonly limits: LendingLimits
  readonly completeness: Completeness
  readonly confidence: number
  readonly salaries: ReadonlySet<ClassifiedRow>
  readonly persona: Persona
}

/** Band, risk and decision in the words of docs/scoring-contract.md#scores-and-bands. */
export const riskSummaryFor = ({ obstacle, riskBand }: Verdict): string => {
  if (obstacle === 'INVALID_DOCUMENT') return 'Not assessed (decline: statement not valid)'
  if (obstacle === 'DOCUMENTS_DISAGREE') return 'Not assessed (refer: statements do not agree)'
  if (obstacle === 'UNVERIFIED_DOCUMENT') return 'Not assessed (refer: statement not verified)'
  return riskSummaryOf(riskBand)
}

const valueOf = (value: number | null): number | null => {
  const known = finite(value)
  return known === null ? null : twoDecimals(known)
}

const asReason = ({ characteristic, value }: Reason): ShownReason => ({
  ...characteristic.reason,
  characteristic: characteristic.name,
  value: valueOf(value),
})

/** Whether no score is given: a document is invalid, or its amounts cannot be judged. */
const hasNoScore = ({ obstacle }: Verdict): boolean =>
  obstacle === 'INVALID_DOCUMENT' || obstacle === 'CURRENCY'

/**
 * Scores the statements of one person, at least one. Pure and deterministic: neither the order of documents and rows
 * nor the time of the call changes the result; `asOf` is the instant of the request, from which the age of the
 * statements is counted. With `request`, its obstacles count too: an obstacle in one document of a request decides for
 * all of them.
 */
export const assess = (
  statements: readonly ParsedStatement[],
  asOf: Date | null = null,
  request?: Pick<Dossier, 'documents' | 'disagreeing' | 'currencyProblem'>,
): Assessment => {
  const facts = factsOf(dossierOf(statements), asOf)
  const { documents, disagreeing, currencyProblem } = request ?? facts.dossier
  const points = pointsOf(facts.features)
  const verdict = verdictOf({
    documents,
    disagreeing,
    currency: currencyProblem,
    isThin: isThinFile(facts),
    score: scoreOf(shortTermPoints(points), facts),
  })
  const isUnscored = hasNoScore(verdict)
  const features = isUnscored ? [] : points
  const reasons = isUnscored ? [] : shortTermReasons(features, facts)
  const [limitingCap] = effectiveCaps(points, facts)
  const business = businessOf(facts)
  const businessScore = isUnscored ? insufficientData : businessScoreOf(facts, business)
  const salaries = salaryRows(facts)
  const { score, riskBand, obstacle, isLendable } = verdict
  return {
    facts,
    shortTermScore: score,
    genericScore: isUnscored ? insufficientData : scoreOf(genericPoints(points), facts),
    businessScore,
    scoreBand: scoreBandOf(score),
    riskBand,
    probabilityOfDefault: riskBand === null ? null : probabilityOfDefault(score),
    // Only a verdict of PA may have no decision, and PA is not assessed.
    decision: verdict.decision ?? 'INSUFFICIENT_DATA',
    riskSummary: riskSummaryFor(verdict),
    verdict,
    cappedBy: obstacle ?? (limitingCap === undefined ? null : capCodes[limitingCap]),
    features,
    reasons,
    reasonCodes: reasonsWith(verdict, reasons.map(asReason)),
    business,
    limits: limitsOf(facts, isLendable ? riskBand : null, { business, businessScore }),
    completeness: completenessOf(facts),
    confidence: obstacle === 'INVALID_DOCUMENT' ? 0 : confidenceOf(facts),
    salaries,
    persona: personaOf(facts, salaries),
  }
}
