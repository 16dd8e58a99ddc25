import type { Hold } from '../records/hold.js'
import type { PayoutView } from '../records/payouts.repository.js'
import type { Savings } from '../records/savings.repository.js'
import type { PositionStatus } from '../rules/position.rules.js'
import type { WithdrawalTerms } from '../rules/withdrawal.rules.js'

/**
 * The result of a withdrawal preview. `terms` are those of a withdrawal now; if it is booked already, they are those of that
 * withdrawal, and `payout` is set. `reference` is set only if the preview can be confirmed.
 */
export interface PreviewOutcome {
  readonly status: PositionStatus | 'NOT_FOUND'
  readonly savings: Savings | null
  readonly terms: WithdrawalTerms | null
  readonly payout: PayoutView | null
  readonly hold: Hold | null
  /** Whether a block on the account keeps the preview from being confirmed; its figures are then for information only. */
  readonly isBlocked: boolean
  readonly reference: string | null
}

export interface WithdrawalPreview extends PreviewOutcome {
  /** What the customer reads, in the language of the call; null where there is nothing to say. The request log keeps it. */
  readonly text: string | null
}
