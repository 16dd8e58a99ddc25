import { Account } from '../../customers/customer.entity.js'
import type { CustomerFacts } from '../../customers/customers.repository.js'
import type { Tx } from '../../../platform/database/database.js'
import { inList } from '../../../platform/database/in-list.js'
import { update } from '../../../platform/database/rows.js'
import type { Call } from '../../../kernel/call.js'
import { newReference } from '../../../kernel/ids.js'
import { withdrawPositions } from './withdraw-position.js'
import { Payout } from '../records/payout.entity.js'
import { plannedPayoutId } from '../records/planned-payout.js'
import { releaseNew, releasePayout, type ReleaseDeps } from './release-payout.js'
import { selectStored, type Savings } from '../records/savings.repository.js'

/** Sends a payout on hold at once, for test customers: their hold would end only when the clock is advanced. */
export const waiveHold = async (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  { facts, payout }: { readonly facts: CustomerFacts; readonly payout: Payout },
): Promise<boolean> => {
  await update(tx, Payout, { heldUntil: null, firstSendableOn: null }, `id = ? AND status = 'ON_HOLD'`, [
    payout.id,
  ])
  return releasePayout(tx, call, deps, { payout, msisdn: facts.customer.msisdn, on: facts.today })
}

/** Withdrawals per transaction: their locks are held for a fraction of a second. */
const withdrawalsMax = 25

interface WithdrawnSoFar {
  readonly payouts: readonly Payout[]
  /** No open position is left. */
  readonly isAll: boolean
}

const openPositionIds = async (tx: Tx, customerId: string): Promise<string[]> => {
  const rows = await tx.all(
    `SELECT id FROM positions WHERE customer_id = ? AND status = 'OPEN' ORDER BY maturity_on, id LIMIT ${withdrawalsMax + 1}`,
    [customerId],
  )
  return rows.map(({ id }) => String(id))
}

/**
 * Withdraws open positions of a customer, up to `withdrawalsMax`, in the caller's transaction and under the customer's lock.
 * Payouts without a hold are sent. The terms are those of the business date, or of the accepted opt-out. The last withdrawal of an
 * opt-out clears its date, after which the account closes as soon as everything has settled.
 */
export const withdrawSome = async (
  tx: Tx,
  call: Call,
  deps: ReleaseDeps,
  { facts, holds }: { readonly facts: CustomerFacts; readonly holds: 'KEPT' | 'WAIVED' },
): Promise<WithdrawnSoFar> => {
  const { customer, account, today } = facts
  const closingOn = account?.closingOn ?? null
  const ids = await openPositionIds(tx, customer.id)
  const { places, parameters } = inList(ids.slice(0, withdrawalsMax))
  const open = ids.length === 0 ? [] : await selectStored(tx, `WHERE positions.id IN (${places})`, parameters)
  const payoutIdOf = ({ position }: Savings) =>
    closingOn === null ? newReference('SET') : plannedPayoutId(position.id)
  const withdrawals = open.map((savings) => ({
    savings,
    payoutId: payoutIdOf(savings),
    withdrawalReference: null,
  }))
  const factsOfTerms = { ...facts, today: closingOn ?? today }
  const payouts = open.length === 0 ? [] : await withdrawPositions(tx, call, factsOfTerms, withdrawals)
  const unheld = payouts.filter(({ heldUntil }) => heldUntil === null)
  await releaseNew(tx, call, deps, { payouts: unheld, msisdn: customer.msisdn, on: today })
  if (holds === 'WAIVED')
    for (const payout of payouts)
      if (payout.heldUntil !== null) await waiveHold(tx, call, deps, { facts, payout })
  const isAll = ids.length <= withdrawalsMax
  if (isAll && closingOn !== null)
    await update(tx, Account, { closingOn: null, closingAt: null, traceparent: null }, 'id = ?', [
      account!.id,
    ])
  return { payouts, isAll }
}
