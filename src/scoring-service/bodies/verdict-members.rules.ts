import type { Assessment } from '../card/assessment.rules.js'
import type { ReasonCode } from '../card/verdict/bureau.rules.js'
import { model } from '../card/points/card.rules.js'
import type { Decision } from '../card/verdict/scale.rules.js'

/** What every product says at the end of its `data`, behind the members of the contract. */
export interface VerdictMembers {
  /** Null: nothing was to be decided, as PA scores nothing. */
  readonly decision: Decision | null
  /** What excludes stands first. */
  readonly reasonCodes: readonly ReasonCode[]
  readonly cappedBy: Assessment['cappedBy']
  /** Of all amounts; null where the statements do not tell one. */
  readonly currency: string | null
  readonly model: {
    readonly id: string
    readonly version: string
    readonly calibration: string
    readonly computedAt: string
  }
}

/** Of a product that is scored by its statements. */
export const verdictMembers = (
  { decision, reasonCodes, cappedBy, facts }: Assessment,
  asOf: Date,
): VerdictMembers => ({
  decision,
  reasonCodes,
  cappedBy,
  currency: facts.dossier.currency,
  model: { ...model, computedAt: asOf.toISOString() },
})
