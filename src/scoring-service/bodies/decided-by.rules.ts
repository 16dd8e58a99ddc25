import type { Assessment } from '../card/assessment.rules.js'
import type { ReasonCode } from '../card/verdict/bureau.rules.js'
import type { Decision } from '../card/verdict/scale.rules.js'
import type { Verdict } from '../card/verdict/verdict.rules.js'
import type { RiskBand } from '../../scoring-contract/bands.rules.js'

/** What was decided of a request, by all its documents and the bureau. */
interface Decided {
  readonly verdict: Verdict
  readonly cappedBy: Assessment['cappedBy']
  readonly reasonCodes: readonly ReasonCode[]
}

/** The members that depend on the decision. */
interface Section {
  readonly riskBand: RiskBand | null
  readonly probabilityOfDefault: number | null
  readonly reasonCodes: readonly ReasonCode[]
  readonly cappedBy: Assessment['cappedBy']
}

// A score was asked for, so there is always a decision.
export const decisionOf = ({ decision }: Verdict): Decision => decision ?? 'INSUFFICIENT_DATA'

/**
 * A section that scores one part of the request, with the decision of the whole request. Where the band of the part
 * differs from that of the request, the section shows no band and no probability.
 */
export const decidedBy = <S extends Section>({ verdict, cappedBy, reasonCodes }: Decided, section: S) => {
  const decided = { ...section, decision: decisionOf(verdict) }
  if (verdict.obstacle === null) return decided
  const unbanded = section.riskBand === verdict.riskBand ? {} : { riskBand: null, probabilityOfDefault: null }
  return { ...decided, ...unbanded, reasonCodes, cappedBy }
}
