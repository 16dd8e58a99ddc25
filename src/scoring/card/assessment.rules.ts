import { businessOf, businessScoreOf, type Business } from './business.rules.js'
import type { ClassifiedRow } from './classify.rules.js'
import { completenessOf, confidenceOf, type Completeness } from './completeness.rules.js'
import { dossierOf } from './dossier.rules.js'
import { factsOf, type Facts } from './features.rules.js'
import { limitsOf, type Limits } from './limits.rules.js'
import { personaOf, salaryRows, type Persona } from './persona.rules.js'
import {
  genericPoints,
  pointsOf,
  scoreOf,
  shortTermPoints,
  shortTermReasons,
  type ScoredFeature,
} from './points.rules.js'
import {
  decisionOf,
  probabilityOfDefault,
  riskBandOf,
  riskSummaryOf,
  scoreBandOf,
  type Decision,
  type RiskBand,
  type ScoreBand,
} from './scale.rules.js'
import type { Statement } from '../statement.js'

/** All that is concluded from the statements of one person. Money in minor units. */
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
  readonly features: readonly ScoredFeature[]
  readonly reasons: readonly ScoredFeature[]
  readonly business: Business | null
  readonly limits: Limits
  readonly completeness: Completeness
  readonly confidence: number
  readonly salaries: ReadonlySet<ClassifiedRow>
  readonly persona: Persona
}

/** Nobody is approved on a statement that is not what it says it is, whatever it says. */
export const decisionFor = (band: RiskBand | null, isValid: boolean): Decision =>
  isValid || band === null ? decisionOf(band) : 'DECLINE'

const summaryFor = (band: RiskBand | null, isValid: boolean): string => {
  const nominal = riskSummaryOf(band)
  return isValid || band === null ? nominal : nominal.replace(/, .*\)$/, ', decline: statement not valid)')
}

/**
 * Scores the statements of one person: at least one, all of one currency (`isOneCurrency`). Pure and deterministic: neither the order of
 * documents and rows nor when it runs changes anything.
 */
export const assess = (statements: readonly Statement[]): Assessment => {
  const facts = factsOf(dossierOf(statements))
  const { isValid } = facts.dossier
  const features = pointsOf(facts.features)
  const shortTermScore = scoreOf(shortTermPoints(features), facts)
  const business = businessOf(facts)
  const businessScore = businessScoreOf(facts, business)
  const riskBand = riskBandOf(shortTermScore)
  const salaries = salaryRows(facts)
  return {
    facts,
    shortTermScore,
    genericScore: scoreOf(genericPoints(features), facts),
    businessScore,
    scoreBand: scoreBandOf(shortTermScore),
    riskBand,
    probabilityOfDefault: probabilityOfDefault(shortTermScore),
    decision: decisionFor(riskBand, isValid),
    riskSummary: summaryFor(riskBand, isValid),
    features,
    reasons: shortTermReasons(features, facts),
    business,
    limits: limitsOf(facts, shortTermScore, business, businessScore),
    completeness: completenessOf(facts),
    confidence: confidenceOf(facts),
    salaries,
    persona: personaOf(facts, salaries),
  }
}
