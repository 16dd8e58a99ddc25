/** What a reset waits for: the first of these, in this order (docs/design/clocks-and-nights.md#reset). */
export type ResetWait = 'CLOCK_WALK' | 'PAYMENT_SETTLEMENT' | 'PAYOUT_SETTLEMENT' | 'REGISTRATION'

export type Reset =
  | { readonly status: 'READY' | 'FAILED'; readonly waitingOn: null }
  | { readonly status: 'WORKING'; readonly waitingOn: ResetWait }

/** A customer after a call of the reset. */
export interface ResetFacts {
  readonly collectionsInFlight: number
  /** Positions that are not closed, and transfers to the customer that are in flight. */
  readonly payoutsInFlight: number
  readonly isRegistered: boolean
}

/**
 * READY means that nothing is left to do. A call that withdrew, sent or registered anything answers WORKING with what it waits for;
 * the next call may then answer READY. A call that only lifted blocks or closed review cases answers READY.
 */
export const resetVerdict = (facts: ResetFacts): Reset => {
  if (facts.collectionsInFlight > 0) return { status: 'WORKING', waitingOn: 'PAYMENT_SETTLEMENT' }
  if (facts.payoutsInFlight > 0) return { status: 'WORKING', waitingOn: 'PAYOUT_SETTLEMENT' }
  if (!facts.isRegistered) return { status: 'WORKING', waitingOn: 'REGISTRATION' }
  return { status: 'READY', waitingOn: null }
}
