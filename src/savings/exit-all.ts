import type { CustomerFacts } from '../customers/customers.repository.js'
import type { Tx } from '../database/database.js'
import { update } from '../database/rows.js'
import type { Call } from '../shared/call.js'
import { exitPosition } from './exit-position.js'
import { Payout } from './payout.entity.js'
import { releasePayout, type ReleaseDeps } from './release-payout.js'
import { selectSavings } from './savings.repository.js'

/** Sends a payout that is on hold as if it had none: a hold on a clock that stands would never end. */
export const waiveHold = async (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  facts: CustomerFacts,
  payout: Payout,
): Promise<boolean> => {
  await update(tx, Payout, { holdUntil: null }, `id = ? AND status = 'ON_HOLD'`, [payout.id])
  return releasePayout(tx, call, deps, payout, facts.customer.msisdn, facts.today)
}

/**
 * Leaves every open position of a customer on the terms of their business date, in the caller's transaction under the
 * customer's lock; those already on their way out stay as they are. What need not wait is sent.
 */
export const exitAll = async (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  facts: CustomerFacts,
  holds: 'KEPT' | 'WAIVED',
): Promise<readonly Payout[]> => {
  const open = await selectSavings(tx, `WHERE positions.customer_id = ? AND positions.status = 'OPEN'`, [
    facts.customer.id,
  ])
  const left: Payout[] = []
  for (const savings of open) {
    const payout = await exitPosition(tx, call, facts, savings, null)
    left.push(payout)
    if (holds === 'WAIVED') await waiveHold(tx, call, deps, facts, payout)
    else if (payout.holdUntil === null)
      await releasePayout(tx, call, deps, payout, facts.customer.msisdn, facts.today)
  }
  return left
}
