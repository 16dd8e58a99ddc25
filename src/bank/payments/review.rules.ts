import type { OrderStatus, ReviewKind } from './order.rules.js'
import type { PaymentKind } from './port.js'
import { publishedReasons, unpublishedReasons } from '../failure-reasons/provider-reasons.rules.js'

/** Paid out of band: the stored word that review cases, journal references and GraphQL have for it. */
export const PAID_OUT_OF_BAND = 'PAID_OTHERWISE'

/**
 * How two people resolve an order. ORDER_SUCCEEDED, ORDER_FAILED: so it ended at the provider. RETRY: poll again, or
 * send a transfer that failed for good once more. PAID_OUT_OF_BAND: a customer whose account is closing got the money
 * of a refused transfer another way. NOTHING: there is nothing to book here.
 */
export type ResolutionOutcome =
  'ORDER_SUCCEEDED' | 'ORDER_FAILED' | 'RETRY' | typeof PAID_OUT_OF_BAND | 'NOTHING'

/**
 * ANSWER: as if the provider had said it. ASK_AGAIN: from the first rung. CORRECT: a failed order succeeded after all, and
 * later attempts at the same are over.
 * JUDGE: a failed transfer failed for another reason. SEND_AGAIN: as a new attempt. PAY_OUT_OF_BAND: out of what is reserved
 * for it, not through the wallet. CLOSE: the case only.
 */
export type ResolutionEffect =
  'ANSWER' | 'ASK_AGAIN' | 'CORRECT' | 'JUDGE' | 'SEND_AGAIN' | 'PAY_OUT_OF_BAND' | 'CLOSE'

/**
 * Of an order that failed. UNDECIDED: what it was to move still waits for it, and for nothing else. REPLACED: it waits for
 * later attempts, none of which can have moved it yet. DECIDED: it has moved, or another attempt may have moved it, or it is
 * given back.
 */
export type FailedState = 'UNDECIDED' | 'REPLACED' | 'DECIDED'

export interface ReviewFacts {
  readonly caseKind: ReviewKind
  readonly orderKind: PaymentKind
  readonly status: OrderStatus
  /** Null: it has not failed. */
  readonly failedState: FailedState | null
  /** Its account is closing or closed: there is nothing to give the money back to. */
  readonly closing: boolean
  /** In another case of the same money the provider reports that a failed transfer arrived, or does not deny it. */
  readonly inDoubt: boolean
  /** The given reason would be handled without people: it would not open the same case again. */
  readonly judged: boolean
}

const ofFailedTransfer = (
  { caseKind, closing, inDoubt, judged }: ReviewFacts,
  outcome: ResolutionOutcome,
): ResolutionEffect | undefined => {
  // What may have been paid is decided first, in its own case, also where a proposal here is older than that case.
  if (caseKind === 'PAYOUT_FAILED' && inDoubt) return outcome === 'ORDER_SUCCEEDED' ? 'CORRECT' : undefined
  switch (outcome) {
    case 'ORDER_SUCCEEDED':
      return 'CORRECT'
    case 'ORDER_FAILED':
      return judged || caseKind !== 'PAYOUT_FAILED' ? 'JUDGE' : undefined
    // One who stays gets it back into the savings; and where the provider says two things, it may have been paid.
    case PAID_OUT_OF_BAND:
      return closing && caseKind === 'PAYOUT_FAILED' ? 'PAY_OUT_OF_BAND' : undefined
    // Where the provider says two things, another transfer could be a second one.
    case 'RETRY':
      return caseKind === 'PAYOUT_FAILED' ? 'SEND_AGAIN' : undefined
    // What is reserved would be reserved for ever.
    case 'NOTHING':
      return caseKind === 'PAYOUT_FAILED' ? undefined : 'CLOSE'
  }
}

const ofUnended: Readonly<Record<ResolutionOutcome, ResolutionEffect | undefined>> = {
  ORDER_SUCCEEDED: 'ANSWER',
  ORDER_FAILED: 'ANSWER',
  RETRY: 'ASK_AGAIN',
  // Its money may still arrive.
  [PAID_OUT_OF_BAND]: undefined,
  NOTHING: 'CLOSE',
}

const ofFailedCollection: Readonly<Record<ResolutionOutcome, ResolutionEffect | undefined>> = {
  // The customer's money is with us: once money moved, the quote is booked.
  ORDER_SUCCEEDED: 'CORRECT',
  ORDER_FAILED: 'CLOSE',
  RETRY: undefined,
  [PAID_OUT_OF_BAND]: undefined,
  NOTHING: 'CLOSE',
}

/** What an outcome does to an order as it stands; undefined where it cannot be booked here. */
export const resolutionEffect = (
  facts: ReviewFacts,
  outcome: ResolutionOutcome,
): ResolutionEffect | undefined => {
  const { orderKind, status, failedState } = facts
  if (status === 'SUCCESSFUL')
    return outcome === 'ORDER_SUCCEEDED' || outcome === 'NOTHING' ? 'CLOSE' : undefined
  if (status !== 'FAILED') return ofUnended[outcome]
  if (orderKind === 'COLLECT') return ofFailedCollection[outcome]
  if (failedState === 'UNDECIDED') return ofFailedTransfer(facts, outcome)
  if (failedState === 'REPLACED' && outcome === 'ORDER_SUCCEEDED') return 'CORRECT'
  return outcome === 'ORDER_FAILED' || outcome === 'NOTHING' ? 'CLOSE' : undefined
}

const reasons: ReadonlySet<string> = new Set([...publishedReasons, ...unpublishedReasons])

/** A failure has one of the provider's own words, and nothing else has one. */
export const isReasonFor = (outcome: ResolutionOutcome, reason: string | null): boolean =>
  outcome === 'ORDER_FAILED' ? reason !== null && reasons.has(reason) : reason === null
