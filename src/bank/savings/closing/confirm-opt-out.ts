import { blockedBy } from '../../customers/block.rules.js'
import { lockCustomer, type CustomerFacts } from '../../customers/customers.repository.js'
import { keepLanguage } from '../../customers/keep-language.js'
import { Account } from '../../customers/customer.entity.js'
import type { Database, Tx } from '../../../platform/database/database.js'
import { update } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'
import type { Call } from '../../../kernel/call.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { Refusal } from '../../../kernel/refusal.js'
import { trace } from '../../../kernel/trace.js'
import { closeIfSettled } from './close-account.js'
import { withdrawSome } from '../payouts/withdraw-some.js'
import { moveAccount } from '../payouts/move-to.js'
import { optOutOf, readClosings, type OptOut } from './opt-out.read.js'
import type { ReleaseDeps } from '../payouts/release-payout.js'

interface Deps extends ReleaseDeps {
  readonly database: Database
  /** Called after the commit of transfers, to dispatch them. */
  readonly onOrder: () => void
  /** Called after the commit of an opt-out with withdrawals left to book. */
  readonly onUnfinishedClosing: () => void
}

interface OptOutSoFar {
  readonly optOut: OptOut
  /** Transfers are ready to be dispatched. */
  readonly hasTransfers: boolean
  /** Withdrawals are still to be booked. */
  readonly isUnfinished: boolean
}

const alreadyClosed: OptOut = { status: 'COMPLETED', hoursLeft: null }

/**
 * As `confirmOptOut`, in the caller's transaction, under the customer's lock.
 * Refuses: ACCOUNT_BLOCKED, CLOCK_ADVANCING.
 */
export const optOutIn = async (
  tx: Tx,
  deps: ReleaseDeps,
  call: Call,
  facts: CustomerFacts,
): Promise<OptOutSoFar> => {
  const { account, clock } = facts
  // Without an open account the answer is that the last one is closed, since every customer has had an account.
  if (!account) return { optOut: alreadyClosed, hasTransfers: false, isUnfinished: false }
  const language = await keepLanguage(tx, call, account)
  if (account.status === 'CLOSING') {
    const [closing] = await readClosings(tx, [account.id])
    return { optOut: optOutOf(closing!, call), hasTransfers: false, isUnfinished: account.closingOn !== null }
  }
  if (blockedBy(facts, call).debit) throw new Refusal('ACCOUNT_BLOCKED')
  if (clock?.advancingTo) throw new Refusal('CLOCK_ADVANCING')

  await moveAccount(tx, account.id, { status: 'CLOSING' })
  const { payouts, isAll } = await withdrawSome(tx, call, deps, { facts, holds: 'KEPT' })
  if (!isAll)
    await update(
      tx,
      Account,
      { closingOn: facts.today, closingAt: call.now, traceparent: trace.current() ?? null },
      'id = ?',
      [account.id],
    )
  await audit(tx, call, {
    action: 'OPT_OUT',
    customerId: facts.customer.id,
    subject: account.id,
    before: { status: account.status },
    after: { status: 'CLOSING', payouts: payouts.map(({ id }) => id), ...(!isAll && { more: true }) },
  })
  await closeIfSettled(
    tx,
    call,
    { ...facts, account: { ...account, status: 'CLOSING', language } },
    account.id,
  )
  const [closing] = await readClosings(tx, [account.id])
  return {
    optOut: optOutOf(closing!, call),
    hasTransfers: payouts.some(({ heldUntil }) => heldUntil === null),
    isUnfinished: !isAll,
  }
}

/**
 * Closes the account: every open position is withdrawn on the terms of this moment, and the account is CLOSING until everything
 * has settled. A few positions are withdrawn in this transaction; the others are booked by a job, but count as withdrawn from now
 * on. Deposits in flight are followed to their end and refunded if they succeed. A repeated call answers the present state of the
 * same closing, also after the account is closed, until the number registers again.
 * Refuses: NOT_REGISTERED, ACCOUNT_BLOCKED, CLOCK_ADVANCING.
 */
export const confirmOptOut = async (
  deps: Deps,
  call: Call,
  { msisdn }: { readonly msisdn: Msisdn },
): Promise<OptOut> => {
  const { optOut, hasTransfers, isUnfinished } = await deps.database.inTransaction(async (tx) => {
    const facts = await lockCustomer(tx, call, msisdn)
    if (!facts) throw new Refusal('NOT_REGISTERED')
    return optOutIn(tx, deps, call, facts)
  })
  if (hasTransfers) deps.onOrder()
  if (isUnfinished) deps.onUnfinishedClosing()
  return optOut
}
