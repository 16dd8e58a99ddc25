import type { Assessment } from '../card/assessment.rules.js'
import type { ShownReason } from '../card/verdict/bureau.rules.js'
import { model } from '../card/points/card.rules.js'
import type { Decision } from '../card/verdict/scale.rules.js'

/** The members that every product has at the end of its `data`, after its own. */
export interface VerdictMembers {
  /** Null for PA without an obstacle. */
  readonly decision: Decision | null
  /** The reasons of obstacles come first. */
  readonly reasonCodes: readonly ShownReason[]
  readonly cappedBy: Assessment['cappedBy']
  /** The currency of all amounts; null when it is not known, or there are several. */
  readonly currency: string | null
  readonly model: {
    readonly id: string
    readonly version: string
    readonly calibration: string
    readonly computedAt: string
  }
}

/** The members of a product that is scored by its statements. */
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
