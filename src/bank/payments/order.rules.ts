import { collectVerdict, payOutVerdict } from '../failure-reasons/provider-reasons.rules.js'
import type { PaymentKind, SendResult, StatusResult } from './port.js'

/**
 * CREATED: not known to be at the provider. SUBMITTED: it is there. UNKNOWN: sent without a usable answer. UNDER_REVIEW: no
 * outcome for a day; people look at it, and it is polled daily. SUCCESSFUL and FAILED are terminal (docs/design/payments.md#the-order).
 */
export type OrderStatus = 'CREATED' | 'SUBMITTED' | 'UNKNOWN' | 'UNDER_REVIEW' | 'SUCCESSFUL' | 'FAILED'

/**
 * NO_ANSWER: there was no outcome for a day. CONTRADICTION: the provider's status contradicts our terminal order.
 * NOT_COMPARED: the daily comparison got no final answer about the order; while the case is open it polls again every day.
 * PAYOUT_FAILED: a transfer to a customer failed, and is neither retried nor given back automatically.
 * SETTLEMENT_FILE: a settlement file of the provider differs from the order, or no file has it.
 * SETTLEMENT_FAILED: the provider's answer could not be booked several times in a row.
 */
export const reviewKinds = [
  'NO_ANSWER',
  'CONTRADICTION',
  'NOT_COMPARED',
  'PAYOUT_FAILED',
  'SETTLEMENT_FAILED',
  'SETTLEMENT_FILE',
] as const

export type ReviewKind = (typeof reviewKinds)[number]

/** Review kinds that are closed automatically when the order ends. */
export const closedWithTheOrder: readonly ReviewKind[] = ['NO_ANSWER', 'SETTLEMENT_FAILED']

/** Wait times are divided by the market's time scale: 1 in production. */
export interface Timing {
  readonly scale: number
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The waits before the first polls; then `hourlyRungs` waits of an hour follow, about a day in all. */
const ladderMs = [5, 10, 20, 40, 60, 120, 300, 600, 1800].map((seconds) => seconds * second)
const hourlyRungs = 23
/** The rung on which people are asked; from here on the order is polled daily. */
const lastRung = ladderMs.length + hourlyRungs

/** If the provider does not know an order this long after it was sent, it never arrived. */
const graceMs = 60 * second

/** A collection that has not reached the provider this long after its creation fails: a customer would not approve it any more. */
const collectSendMsMax = 15 * minute

/** Until this long after its creation, an order that the provider does not know is sent again. */
const resendMsMax = 24 * hour

const detailMax = 255
const transactionIdMax = 64

const rungMs = (rung: number): number => (rung >= lastRung ? 24 * hour : (ladderMs[rung] ?? hour))

/** An order as the rules need it. Its instants, and the `now` that the rules get with it, are the database's. */
export interface OrderFacts {
  readonly kind: PaymentKind
  readonly status: OrderStatus
  readonly sends: number
  readonly polls: number
  readonly sentAt: number | null
  /** The next poll by the ladder, if the present poll is an extra one. */
  readonly resumeAt: number | null
  readonly createdAt: number
}

export interface OrderChange {
  readonly status: OrderStatus
  readonly sends: number
  readonly polls: number
  readonly sentAt: number | null
  /** Milliseconds until a worker sends or polls it again; null when the order has ended. */
  readonly dueInMs: number | null
  readonly failureCode: string | null
  readonly providerReason: string | null
  readonly providerTransactionId: string | null
  readonly review: ReviewKind | null
  /** An alarm for our own staff. */
  readonly alarm: string | null
}

const unchanged = (order: OrderFacts): OrderChange => ({
  status: order.status,
  sends: order.sends,
  polls: order.polls,
  sentAt: order.sentAt,
  dueInMs: null,
  failureCode: null,
  providerReason: null,
  providerTransactionId: null,
  review: null,
  alarm: null,
})

/**
 * Waits one rung more. At the end of the ladder a review case is opened, and the order is still polled daily
 * (docs/design/payments.md#the-ladder).
 */
const wait = (
  order: OrderFacts,
  status: OrderStatus,
  reason: string | null,
  { scale }: Timing,
): OrderChange => {
  const isUsedUp = status !== 'CREATED' && order.polls >= lastRung
  return {
    ...unchanged(order),
    status: isUsedUp ? 'UNDER_REVIEW' : status,
    polls: Math.min(order.polls + 1, lastRung + 1),
    dueInMs: rungMs(order.polls) / scale,
    providerReason: reason?.slice(0, detailMax) ?? null,
    review: isUsedUp ? 'NO_ANSWER' : null,
  }
}

const fail = (order: OrderFacts, reason: string): OrderChange => {
  const { code, alarm } = order.kind === 'COLLECT' ? collectVerdict(reason) : payOutVerdict(reason)
  return {
    ...unchanged(order),
    status: 'FAILED',
    failureCode: code,
    providerReason: reason.slice(0, detailMax),
    alarm: alarm ? reason : null,
  }
}

/**
 * What the result of a dispatch means. A refusal ends an order only when no earlier send can have arrived; otherwise polling
 * decides (docs/design/principles.md#unknown-is-not-failed).
 */
export const afterSend = (
  order: OrderFacts,
  result: SendResult,
  now: number,
  timing: Timing,
): OrderChange => {
  switch (result.outcome) {
    case 'ACCEPTED':
      return { ...wait({ ...order, polls: 0 }, 'SUBMITTED', null, timing) }
    case 'UNKNOWN':
      return wait({ ...order, polls: 0 }, 'UNKNOWN', result.detail, timing)
    case 'REFUSED':
      if (order.sends > 1) return wait(order, 'UNKNOWN', result.reason, timing)
      return { ...fail(order, result.reason), failureCode: 'PROVIDER_ERROR', alarm: result.reason }
    case 'NOT_SENT':
      return notSent(order, result.reason, now, timing)
  }
}

const notSent = (order: OrderFacts, reason: string, now: number, timing: Timing): OrderChange => {
  if (order.sends > 1)
    return { ...wait(order, 'UNKNOWN', reason, timing), sends: order.sends - 1, alarm: reason }
  if (order.kind === 'COLLECT' && now - order.createdAt >= collectSendMsMax / timing.scale) {
    return { ...fail(order, reason), failureCode: 'PROVIDER_ERROR', alarm: reason }
  }
  return { ...wait(order, 'CREATED', reason, timing), sends: 0, sentAt: null, alarm: reason }
}

/** What the provider's status of an open order means, for polls of the ladder and extra ones alike. */
export const afterStatus = (
  order: OrderFacts,
  result: StatusResult,
  now: number,
  timing: Timing,
): OrderChange => {
  if (order.resumeAt === null) return onTheLadder(order, result, now, timing)
  // An extra poll, triggered by a callback or a walk: the order stays on its rung.
  const change = onTheLadder({ ...order, polls: Math.max(0, order.polls - 1) }, result, now, timing)
  return change.dueInMs === null || change.status === 'CREATED'
    ? change
    : { ...change, polls: Math.max(order.polls, change.polls), dueInMs: Math.max(0, order.resumeAt - now) }
}

const isCreatedButSent = ({ status, sends }: OrderFacts): boolean => status === 'CREATED' && sends > 0

const onTheLadder = (order: OrderFacts, result: StatusResult, now: number, timing: Timing): OrderChange => {
  switch (result.state) {
    case 'SUCCESSFUL':
      return {
        ...unchanged(order),
        status: 'SUCCESSFUL',
        providerTransactionId: result.providerTransactionId?.slice(0, transactionIdMax) ?? null,
      }
    case 'FAILED':
      return fail(order, result.reason)
    case 'PENDING':
      return wait(order, order.status === 'UNDER_REVIEW' ? order.status : 'SUBMITTED', null, timing)
    case 'UNKNOWN':
      // Once a send was attempted, the order may have arrived: it is UNKNOWN, and is reviewed when its ladder is used up.
      return wait(order, isCreatedButSent(order) ? 'UNKNOWN' : order.status, result.detail, timing)
    case 'NOT_FOUND':
      return notFound(order, now, timing)
  }
}

/**
 * Until the grace time has passed, the order may still be in transit. After that it counts as never arrived and is sent again.
 * If it has not arrived within a day, a review case is opened, so that no customer has to approve a payment of the day before.
 * The count of sends is kept: the provider may have been late to store a send, so a later refusal does not prove that none arrived.
 */
const notFound = (order: OrderFacts, now: number, timing: Timing): OrderChange => {
  if (now - order.createdAt >= resendMsMax / timing.scale) {
    return { ...wait({ ...order, polls: lastRung }, 'UNDER_REVIEW', 'not found', timing) }
  }
  return now - (order.sentAt ?? now) < graceMs / timing.scale
    ? wait(order, order.status, 'not found', timing)
    : { ...unchanged(order), status: 'CREATED', polls: 0, sentAt: null, dueInMs: 0 }
}

/** The provider has a different instruction under our reference, for example with another amount: waiting does not help. */
const isOfAnotherOrder = (result: StatusResult): boolean =>
  result.state === 'UNKNOWN' && result.detail.startsWith('OTHER_')

/** Whether the provider's status contradicts that of an ended order. Never applied automatically: people decide. */
export const contradicts = (ours: OrderStatus, result: StatusResult): boolean =>
  (ours === 'SUCCESSFUL' && (result.state === 'FAILED' || result.state === 'NOT_FOUND')) ||
  (ours === 'FAILED' && result.state === 'SUCCESSFUL') ||
  isOfAnotherOrder(result)

/** Whether a status of the provider is final: while it is PENDING or UNKNOWN, money may still move. */
export const isFinal = ({ state }: StatusResult): boolean => state !== 'PENDING' && state !== 'UNKNOWN'

/** After this many booking failures in a row a review case is opened. */
export const bookingFailuresMax = 5

/** A review case is open: there was no answer for a day, or none that could be booked. */
export const isUnderReview = ({
  status,
  failures,
}: {
  readonly status: OrderStatus
  readonly failures: number
}): boolean => status === 'UNDER_REVIEW' || failures >= bookingFailuresMax

/**
 * An answer that could not be booked is retried with the next claim. After a few failures in a row a review case is opened, and
 * the order is due once a day. With `dueInMs` null the order is due again when the lease ends.
 */
export const afterFailure = (
  failures: number,
  { scale }: Timing,
): { readonly isForPeople: boolean; readonly dueInMs: number | null } =>
  failures < bookingFailuresMax
    ? { isForPeople: false, dueInMs: null }
    : { isForPeople: true, dueInMs: (24 * hour) / scale }
