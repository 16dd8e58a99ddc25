import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import { trace } from '../../../kernel/trace.js'
import { holdEnd } from './hold.js'
import { withdrawalTermsOn } from '../rules/withdrawal.rules.js'
import type { DepositTerms } from '../rules/position.rules.js'
import type { Payout } from './payout.entity.js'
import type { Position } from './savings.entity.js'

/** When a position is withdrawn, and the id of its payout. */
export interface PlannedWithdrawal {
  readonly payoutId: string
  readonly withdrawalReference: string | null
  readonly on: LocalDate
  readonly at: Instant
  readonly holdHours: number
  /** The last day whose interest is in the books for this position. */
  readonly accruedTo: LocalDate
}

/** The payout of a withdrawal, as it is first written: ON_HOLD, also when it is sent at once. */
export const plannedPayout = (
  { position, deposits }: { readonly position: Position; readonly deposits: readonly DepositTerms[] },
  { payoutId, withdrawalReference, on, at, holdHours, accruedTo }: PlannedWithdrawal,
): Payout => {
  const terms = withdrawalTermsOn(position, deposits, on)
  return {
    id: payoutId,
    customerId: position.customerId,
    accountId: position.accountId,
    positionId: position.id,
    openKey: position.id,
    book: position.book,
    withdrawalReference,
    basis: terms.basis,
    effectiveRatePpm: terms.effectiveRatePpm,
    principal: terms.principal,
    interest: terms.interest,
    tax: terms.tax,
    accrued: terms.accrued,
    accruedNet: terms.accruedNet,
    amount: terms.amount,
    currency: position.currency,
    withdrawnOn: on,
    withdrawalAccruedTo: accruedTo,
    holdHours,
    heldUntil: holdEnd({ now: at }, { book: position.book, today: on }, terms.basis, holdHours),
    firstSendableOn: null,
    status: 'ON_HOLD',
    failureCode: null,
    settledOn: null,
    createdAt: at,
    traceparent: trace.current() ?? null,
  }
}

/**
 * The id of a payout of an opt-out before its withdrawal is booked, since the id is already shown to the customer. It is derived
 * from the position, which the opt-out pays out only once: nothing is given back to a closing account.
 */
export const plannedPayoutId = (positionId: string): string => positionId.replace(/^POS-/, 'SET-')
