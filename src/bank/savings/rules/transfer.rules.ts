import type { PayOutVerdict } from '../../failure-reasons/provider-reasons.rules.js'

export interface FailedTransfer {
  readonly verdict: PayOutVerdict
  readonly attempt: number
  /**
   * Each other part of the payout was never sent, or failed for a reason after which money is given back, and none of them waits for
   * people to decide (once people have decided about this part, the others need not be decided first).
   */
  readonly othersAllowGiveBack: boolean
  /** The account is closing or closed: there is nothing to give a position back to. */
  readonly isClosing: boolean
  /** Another transfer of the same money failed, but may have arrived: that is decided first. */
  readonly isAnotherInDoubt: boolean
}

/** With REVIEW and FAIL people decide; FAIL is for a closing account, to which nothing can be given back. */
export type TransferVerdict =
  | { readonly effect: 'GIVE_BACK' | 'FAIL' | 'REVIEW'; readonly code: string }
  | { readonly effect: 'RETRY'; readonly inMs: number }

/** A failure that is handled automatically; for others a review case is opened. */
export const isAutomatic = ({ effect }: TransferVerdict): boolean =>
  effect === 'GIVE_BACK' || effect === 'RETRY'

const attemptsMax = 3
const minuteMs = 60_000
/** The wait before a retry where people have to fix our own float or account first. */
const repairWaitMs = 30 * minuteMs

/**
 * What happens to a payout when the order of a transfer has ended as FAILED. A retry is another order with its own reference
 * (docs/design/withdrawals-and-leaving.md#failed-transfers).
 */
export const transferVerdict = ({
  verdict,
  attempt,
  othersAllowGiveBack,
  isClosing,
  isAnotherInDoubt,
}: FailedTransfer): TransferVerdict => {
  const { effect, code, alarm } = verdict
  if (effect === 'REVIEW' || isAnotherInDoubt) return { effect: 'REVIEW', code }
  if (effect === 'RETRY' && alarm) return { effect, inMs: repairWaitMs }
  if (effect === 'GIVE_BACK' && isClosing) return { effect: 'FAIL', code }
  if (effect === 'GIVE_BACK' && othersAllowGiveBack) return { effect, code }
  return attempt < attemptsMax ? { effect: 'RETRY', inMs: attempt * minuteMs } : { effect: 'REVIEW', code }
}
