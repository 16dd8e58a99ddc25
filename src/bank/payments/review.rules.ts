import type { OrderStatus, ReviewKind } from './order.rules.js'
import type { PaymentKind } from './port.js'
import { publishedReasons, unpublishedReasons } from '../failure-reasons/provider-reasons.rules.js'

/** The value for "paid out of band" in review cases, journal references and GraphQL. */
export const PAID_OUT_OF_BAND = 'PAID_OTHERWISE'

/**
 * How two people resolve a review case. ORDER_SUCCEEDED, ORDER_FAILED: how the order ended at the provider. RETRY: poll again, or
 * send a failed transfer once more. PAID_OUT_OF_BAND: a customer whose account is closing got the money of a refused transfer out
 * of band. NOTHING: there is nothing to book.
 */
export type ResolutionOutcome =
  'ORDER_SUCCEEDED' | 'ORDER_FAILED' | 'RETRY' | typeof PAID_OUT_OF_BAND | 'NOTHING'

/**
 * What a resolution does. ANSWER: book it like an answer of the provider. ASK_AGAIN: poll from the first rung. CORRECT: a failed
 * order has succeeded after all, and later attempts at the same payment end. CHANGE_REASON: book a failed transfer with another reason.
 * SEND_AGAIN: make a new attempt. PAY_OUT_OF_BAND: book the reserved money as paid out of band. CLOSE: only close the case.
 */
export type ResolutionEffect =
  'ANSWER' | 'ASK_AGAIN' | 'CORRECT' | 'CHANGE_REASON' | 'SEND_AGAIN' | 'PAY_OUT_OF_BAND' | 'CLOSE'

/**
 * Where the money of a failed order is. UNDECIDED: there is no later attempt to move it, and that of a transfer is still reserved.
 * REPLACED: there are later attempts, and none of them can have moved it yet. DECIDED: it has moved, another attempt may have moved it,
 * it is given back, or the deposit was voided.
 */
export type FailedState = 'UNDECIDED' | 'REPLACED' | 'DECIDED'

export interface ReviewFacts {
  readonly caseKind: ReviewKind
  readonly orderKind: PaymentKind
  readonly status: OrderStatus
  /** Null unless the order has failed. */
  readonly failedState: FailedState | null
  /** Its account is closing or closed: there is nothing to give the money back to. */
  readonly closing: boolean
  /** Another open case asks if a failed transfer of the same money has arrived. */
  readonly inDoubt: boolean
  /** A failure with the given reason is handled automatically, so that it would not open the same case again. */
  readonly isAutomatic: boolean
}

const ofFailedTransfer = (
  { caseKind, closing, inDoubt, isAutomatic }: ReviewFacts,
  outcome: ResolutionOutcome,
): ResolutionEffect | undefined => {
  // Another case asks if this money has already arrived. That case has to be resolved first, even if the proposal in this one is
  // older; until then only ORDER_SUCCEEDED can be booked here.
  if (caseKind === 'PAYOUT_FAILED' && inDoubt) return outcome === 'ORDER_SUCCEEDED' ? 'CORRECT' : undefined
  switch (outcome) {
    case 'ORDER_SUCCEEDED':
      return 'CORRECT'
    case 'ORDER_FAILED':
      return isAutomatic || caseKind !== 'PAYOUT_FAILED' ? 'CHANGE_REASON' : undefined
    // Only for a PAYOUT_FAILED in a closing account: an open account gets the money back in its savings, and in a CONTRADICTION the
    // transfer may have arrived.
    case PAID_OUT_OF_BAND:
      return closing && caseKind === 'PAYOUT_FAILED' ? 'PAY_OUT_OF_BAND' : undefined
    // In a CONTRADICTION the transfer may have arrived, and another one would pay twice.
    case 'RETRY':
      return caseKind === 'PAYOUT_FAILED' ? 'SEND_AGAIN' : undefined
    // With nothing booked, the money would stay reserved for ever.
    case 'NOTHING':
      return caseKind === 'PAYOUT_FAILED' ? undefined : 'CLOSE'
  }
}

const ofOpenOrder: Readonly<Record<ResolutionOutcome, ResolutionEffect | undefined>> = {
  ORDER_SUCCEEDED: 'ANSWER',
  ORDER_FAILED: 'ANSWER',
  RETRY: 'ASK_AGAIN',
  // The transfer may still succeed, and the customer would be paid twice.
  [PAID_OUT_OF_BAND]: undefined,
  NOTHING: 'CLOSE',
}

const ofFailedCollection: Readonly<Record<ResolutionOutcome, ResolutionEffect | undefined>> = {
  // We have the customer's money, so the deposit is booked with the terms of its quote.
  ORDER_SUCCEEDED: 'CORRECT',
  ORDER_FAILED: 'CLOSE',
  RETRY: undefined,
  [PAID_OUT_OF_BAND]: undefined,
  NOTHING: 'CLOSE',
}

/** What an outcome does to an order in its present state; undefined where it cannot be booked. */
export const resolutionEffect = (
  facts: ReviewFacts,
  outcome: ResolutionOutcome,
): ResolutionEffect | undefined => {
  const { orderKind, status, failedState } = facts
  if (status === 'SUCCESSFUL')
    return outcome === 'ORDER_SUCCEEDED' || outcome === 'NOTHING' ? 'CLOSE' : undefined
  if (status !== 'FAILED') return ofOpenOrder[outcome]
  if (failedState === 'UNDECIDED')
    return orderKind === 'COLLECT' ? ofFailedCollection[outcome] : ofFailedTransfer(facts, outcome)
  if (failedState === 'REPLACED' && outcome === 'ORDER_SUCCEEDED') return 'CORRECT'
  return outcome === 'ORDER_FAILED' || outcome === 'NOTHING' ? 'CLOSE' : undefined
}

const reasons: ReadonlySet<string> = new Set([...publishedReasons, ...unpublishedReasons])

/** ORDER_FAILED needs one of the provider's reasons; other outcomes have none. */
export const isReasonFor = (outcome: ResolutionOutcome, reason: string | null): boolean =>
  outcome === 'ORDER_FAILED' ? reason !== null && reasons.has(reason) : reason === null
