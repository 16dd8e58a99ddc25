import { Account } from '../../customers/customer.entity.js'
import type { CustomerFacts } from '../../customers/customers.repository.js'
import type { Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { update } from '../../../platform/database/rows.js'
import type { Call } from '../../../kernel/call.js'
import { newReference } from '../../../kernel/ids.js'
import { exitPositions } from './exit-position.js'
import { Payout } from '../records/payout.entity.js'
import { plannedPayoutId } from '../records/planned-payout.js'
import { releaseOwn, releasePayout, type ReleaseDeps } from './release-payout.js'
import { selectStored, type Savings } from '../records/savings.repository.js'

/** Sends a payout that is on hold as if it had none: a hold on a clock that stands would never end. */
export const waiveHold = async (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  facts: CustomerFacts,
  payout: Payout,
): Promise<boolean> => {
  await update(tx, Payout, { heldUntil: null, holdUntil: null }, `id = ? AND status = 'ON_HOLD'`, [payout.id])
  return releasePayout(tx, call, deps, payout, facts.customer.msisdn, facts.today)
}

/** Exits of one transaction: their locks are held for a fraction of a second. */
const exitsMax = 25

interface Exited {
  readonly payouts: readonly Payout[]
  /** No open position is left. */
  readonly isAll: boolean
}

const openPositions = async (tx: Tx, customerId: string): Promise<string[]> => {
  const rows = await tx.all(
    `SELECT id FROM positions WHERE customer_id = ? AND status = 'OPEN' ORDER BY maturity_on, id LIMIT ${exitsMax + 1}`,
    [customerId],
  )
  return rows.map(({ id }) => String(id))
}

/**
 * Leaves open positions of a customer, as many as one transaction takes, in the caller's and under the customer's lock; those
 * already on their way out stay as they are. What need not wait is sent. The terms are those of their business date, or of
 * the opt-out that was accepted: with its last exit, the account is one that closes like any other.
 */
export const exitSome = async (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  facts: CustomerFacts,
  holds: 'KEPT' | 'WAIVED',
): Promise<Exited> => {
  const { customer, account, today } = facts
  const leaveOn = account?.leaveOn ?? null
  const ids = await openPositions(tx, customer.id)
  const { places, parameters } = inList(ids.slice(0, exitsMax))
  const open = ids.length === 0 ? [] : await selectStored(tx, `WHERE positions.id IN (${places})`, parameters)
  const payoutIdOf = ({ position }: Savings) =>
    leaveOn === null ? newReference('SET') : plannedPayoutId(position.id)
  const leaving = open.map((savings) => ({
    savings,
    payoutId: payoutIdOf(savings),
    withdrawalReference: null,
  }))
  const left = { ...facts, today: leaveOn ?? today }
  const payouts = open.length === 0 ? [] : await exitPositions(tx, call, left, leaving)
  const unheld = payouts.filter(({ heldUntil }) => heldUntil === null)
  await releaseOwn(tx, call, deps, unheld, { msisdn: customer.msisdn, on: today })
  if (holds === 'WAIVED')
    for (const payout of payouts)
      if (payout.heldUntil !== null) await waiveHold(tx, call, deps, facts, payout)
  const isAll = ids.length <= exitsMax
  if (isAll && leaveOn !== null)
    await update(tx, Account, { leaveOn: null, leaveAt: null }, 'id = ?', [account!.id])
  return { payouts, isAll }
}
