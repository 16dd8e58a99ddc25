import type { Assessment } from '../card/assessment.rules.js'
import { model } from '../card/points/card.rules.js'
import type { ProductCode } from '../../scoring-contract/words.js'
import type { Reason } from '../card/points/points.rules.js'
import { shareOf, unitsOrNull } from './result-body.rules.js'
import { finite, twoDecimals, units } from '../card/features/statistics.rules.js'

const valueOf = ({ value }: Pick<Reason, 'value'>): number | null => {
  const known = finite(value)
  return known === null ? null : twoDecimals(known)
}

/** The `scoring` member of PAS and P8 (docs/scoring-contract.md#pas). `asOf` is the instant of the request. */
export const scoringSection = (assessment: Assessment, productCode: ProductCode, asOf: Date) => ({
  productCode,
  shortTermScore: assessment.shortTermScore,
  genericScore: assessment.genericScore,
  bwcScore: assessment.businessScore,
  scoreBand: assessment.scoreBand,
  riskBand: assessment.riskBand,
  probabilityOfDefault: shareOf(assessment.probabilityOfDefault),
  decision: assessment.decision,
  recommendedCreditLimit: {
    shortTermLimit: units(assessment.limits.shortTermLimit),
    businessLimit: unitsOrNull(assessment.limits.businessLimit),
    grossLimit: units(assessment.limits.grossLimit),
    netLimit: units(assessment.limits.shortTermLimit),
    currency: assessment.facts.dossier.currency,
  },
  affordability: {
    shortTerm: units(assessment.limits.affordability),
    business: unitsOrNull(assessment.limits.businessAffordability),
  },
  confidenceLevel: confidenceText(assessment),
  reasonCodes: assessment.reasonCodes,
  cappedBy: assessment.cappedBy,
  featuresUsed: assessment.features.map((feature) => ({
    name: feature.characteristic.name,
    value: valueOf(feature),
    bin: feature.bin,
    points: feature.points,
  })),
  model: { ...model, computedAt: asOf.toISOString() },
})

export const confidenceText = ({ confidence }: Assessment): string => `${Math.round(confidence * 100)}%`
