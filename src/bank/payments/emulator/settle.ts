import type { Instant } from '../../../kernel/clock.js'
import { routes } from './order-request.js'
import type { EmulatedStatus, StoredOrder } from './orders.js'
import { planOf } from './outcomes.js'

export interface Delays {
  /** From acceptance to the end of an ordinary order. */
  readonly delayMs: number
  /** Divides the 25 seconds that an order of a number ending in 454 takes. */
  readonly timeScale: number
}

const delayedMs = 25_000

/**
 * The status of an accepted order at `now`: what the outcome control set, else what its number prescribes. It is
 * derived from the instant of acceptance, so that no timer can be lost. A walk's order settles without a delay, unless
 * its number is one that always delays.
 */
export const statusOf = (order: StoredOrder, now: Instant, delays: Delays): EmulatedStatus => {
  if (order.outcome) return order.outcome
  const pending: EmulatedStatus = { status: 'PENDING', reason: null }
  const plan = planOf(order.kind, order.msisdn)
  if (order.acceptedAt === null || plan.end === 'PENDING') return pending
  const ordinaryMs = order.immediate ? 0 : delays.delayMs
  const waitMs = plan.delayed ? delayedMs / delays.timeScale : ordinaryMs
  if (now < order.acceptedAt + waitMs) return pending
  return plan.end === 'SUCCESSFUL'
    ? { status: 'SUCCESSFUL', reason: null }
    : { status: 'FAILED', reason: plan.end.failed }
}

/**
 * The provider's answer about an order. The real provider has sent `reason` as an object too; here it is a string, as public
 * clients expect.
 */
export const statusBody = (order: StoredOrder, now: Instant, delays: Delays): object => {
  const { status, reason } = statusOf(order, now, delays)
  return {
    ...(status === 'SUCCESSFUL' ? { financialTransactionId: order.transactionId } : {}),
    externalId: order.externalId,
    amount: order.amount,
    currency: order.currency,
    [routes[order.kind].party]: { partyIdType: 'MSISDN', partyId: order.msisdn },
    payerMessage: order.payerMessage,
    payeeNote: order.payeeNote,
    status,
    ...(reason === null ? {} : { reason }),
  }
}
