import type { Assessment } from '../card/assessment.rules.js'
import type { ShownReason } from '../card/verdict/bureau.rules.js'
import type { Decision } from '../card/verdict/scale.rules.js'
import type { Verdict } from '../card/verdict/verdict.rules.js'
import type { RiskBand } from '../../scoring-contract/bands.rules.js'

/** The decision on a whole request, from all its documents and the bureau. */
interface RequestDecision {
  readonly verdict: Verdict
  readonly cappedBy: Assessment['cappedBy']
  readonly reasonCodes: readonly ShownReason[]
}

/** The members of a section that depend on the decision. */
interface Section {
  readonly riskBand: RiskBand | null
  readonly probabilityOfDefault: number | null
  readonly reasonCodes: readonly ShownReason[]
  readonly cappedBy: Assessment['cappedBy']
}

// Only PA may have no decision, and PA bodies do not use this function.
export const decisionOf = ({ decision }: Verdict): Decision => decision ?? 'INSUFFICIENT_DATA'

/**
 * Puts the decision on the whole request into a section that scores one part of it. If an obstacle (verdict.rules.ts)
 * decides, the reasons and the `cappedBy` of the request replace those of the section, and a band that is not the band
 * of the request becomes null, as does its probability.
 */
export const decidedBy = <S extends Section>(
  { verdict, cappedBy, reasonCodes }: RequestDecision,
  section: S,
) => {
  const withDecision = { ...section, decision: decisionOf(verdict) }
  if (verdict.obstacle === null) return withDecision
  const bandMembers =
    section.riskBand === verdict.riskBand ? {} : { riskBand: null, probabilityOfDefault: null }
  return { ...withDecision, ...bandMembers, reasonCodes, cappedBy }
}
