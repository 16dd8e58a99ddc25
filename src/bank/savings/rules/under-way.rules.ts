import { payoutCancelled } from '../../failure-reasons/provider-reasons.rules.js'
import type { Standings } from '../../messages/standings.js'
import type { Instant } from '../../../kernel/clock.js'
import { maxMinor, minMinor, type Minor } from '../../../kernel/money.js'
import { msPerHour, type PayoutStatus } from './withdrawal.rules.js'

/** The progress of the transfers of a payout or refund. */
export interface Progress {
  /** The amount that has reached the customer. */
  readonly arrived: Minor
  /** Whether a transfer that has not arrived is a retry of one that has FAILED, or has FAILED itself. */
  readonly isRefused: boolean
  /** Whether a transfer that has not arrived is under review. */
  readonly isUnderReview: boolean
  /** Whether a transfer is not sent because the account is blocked. */
  readonly isFrozen: boolean
}

export const noProgress: Progress = { arrived: 0n, isRefused: false, isUnderReview: false, isFrozen: false }

export interface PayoutFacts extends Progress {
  readonly status: PayoutStatus
  /** Null once the position was given back. */
  readonly openKey: string | null
  readonly heldUntil: Instant | null
  readonly failureCode: string | null
}

/**
 * The status of a payout at a moment. Whether its hold has ended follows from the time, even if the job that sends it is late. A
 * walk sends held payouts on a day that is not complete yet; this is not shown before the day is complete
 * (docs/design/clocks-and-nights.md#what-a-walk-shows).
 *
 * @param moment the present time of its book
 */
export const payoutStatusAt = (
  { status, heldUntil, isFrozen }: Pick<PayoutFacts, 'status' | 'heldUntil' | 'isFrozen'>,
  moment: Instant,
): PayoutStatus => {
  if (isFrozen && status === 'ON_HOLD') return status
  if (heldUntil === null || (status !== 'ON_HOLD' && status !== 'PROCESSING')) return status
  return heldUntil > moment ? 'ON_HOLD' : 'PROCESSING'
}

/** FROZEN is shown before the others, as it is the only cause about which the customer can do something. */
export const transferStanding = ({
  isRefused,
  isUnderReview,
  isFrozen,
}: Omit<Progress, 'arrived'>): 'FROZEN' | 'SENDING' | 'DELAYED' | 'CHECKING' => {
  if (isFrozen) return 'FROZEN'
  return isRefused ? 'DELAYED' : isUnderReview ? 'CHECKING' : 'SENDING'
}

export const payoutStanding = (payout: PayoutFacts, moment: Instant): Standings['PAYOUT'] => {
  switch (payoutStatusAt(payout, moment)) {
    case 'ON_HOLD':
      // The end of a block is not known, so no date is promised.
      return payout.isFrozen ? 'FROZEN' : 'HELD'
    case 'PAID':
      return 'SENT'
    case 'FAILED':
      if (payout.openKey !== null) return 'DELAYED'
      return payout.failureCode === payoutCancelled ? 'CANCELLED' : 'GIVEN_BACK'
    case 'UNDER_REVIEW':
      return transferStanding({ ...payout, isUnderReview: true })
    case 'PROCESSING':
      return transferStanding(payout)
  }
}

export const refundStanding = (amount: Minor, progress: Progress): Standings['REFUND'] =>
  progress.arrived >= amount ? 'REFUNDED' : transferStanding(progress)

export const depositStanding = (order: {
  readonly isUnderReview: boolean
  readonly isClosing: boolean
}): Standings['DEPOSIT'] => (order.isUnderReview ? 'CHECKING' : order.isClosing ? 'CLOSING' : 'REQUESTED')

/** The states in which money has not reached its customer, and is not back in their savings. */
export type Owed = Exclude<Standings['PAYOUT' | 'REFUND'], 'SENT' | 'GIVEN_BACK' | 'CANCELLED' | 'REFUNDED'>

export const isOwed = (standing: Standings['PAYOUT' | 'REFUND']): standing is Owed =>
  standing !== 'SENT' && standing !== 'GIVEN_BACK' && standing !== 'CANCELLED' && standing !== 'REFUNDED'

/** The status of a line of the mini statement, for all kinds of money. */
export type LineStatus = 'PENDING' | 'SUCCESSFUL' | 'FAILED'

export const lineStatuses: {
  readonly [Kind in keyof Standings]: Readonly<Record<Standings[Kind], LineStatus>>
} = {
  DEPOSIT: { REQUESTED: 'PENDING', CLOSING: 'PENDING', CHECKING: 'PENDING' },
  PAYOUT: {
    HELD: 'PENDING',
    FROZEN: 'PENDING',
    SENDING: 'PENDING',
    DELAYED: 'PENDING',
    CHECKING: 'PENDING',
    SENT: 'SUCCESSFUL',
    GIVEN_BACK: 'FAILED',
    CANCELLED: 'FAILED',
  },
  REFUND: {
    FROZEN: 'PENDING',
    SENDING: 'PENDING',
    DELAYED: 'PENDING',
    CHECKING: 'PENDING',
    REFUNDED: 'SUCCESSFUL',
  },
}

/** The transfer was refused, is under review, or is held back by a block. */
export const isInTrouble = (standing: Standings['PAYOUT' | 'REFUND']): boolean =>
  standing === 'DELAYED' || standing === 'CHECKING' || standing === 'FROZEN'

interface PayoutAmounts {
  /** The whole amount of a payout, and the principal in it. */
  readonly amount: Minor
  readonly principal: Minor
}

/** The part of a payout that has not reached the customer. Its first transfer carries the interest, so the rest is principal. */
export const outstandingOf = (
  { amount, principal }: PayoutAmounts,
  arrived: Minor,
): { readonly principal: Minor; readonly interest: Minor } => {
  const left = maxMinor(0n, amount - arrived)
  return { principal: minMinor(principal, left), interest: maxMinor(0n, left - principal) }
}

/** The hours left of a hold, rounded up; null when nothing is held. */
export const hoursLeft = (
  payout: Pick<PayoutFacts, 'status' | 'heldUntil' | 'isFrozen'>,
  moment: Instant,
): number | null =>
  payoutStatusAt(payout, moment) !== 'ON_HOLD' || payout.heldUntil === null || payout.isFrozen
    ? null
    : Math.ceil((payout.heldUntil - moment) / msPerHour)
