import { integer, only } from '../../../platform/database/read-row.js'
import { Account } from '../../customers/customer.entity.js'
import { lockCustomer, type CustomerFacts } from '../../customers/customers.repository.js'
import { liftBlocks, openBlocks } from '../../customers/blocks.js'
import { openAccount } from '../../customers/register-customer.js'
import type { Database, Tx } from '../../../platform/database/database.js'
import { selectAll, selectOne } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'
import { closeReviewsOf } from '../../payments/review/close-reviews.js'
import { requestEnd } from '../../payments/drive/end-test-orders.js'
import { inFlight } from '../../payments/orders.repository.js'
import type { Call } from '../../../kernel/call.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { closeIfSettled } from './close-account.js'
import { withdrawSome, waiveHold } from '../payouts/withdraw-some.js'
import { Payout } from '../records/payout.entity.js'
import type { ReleaseDeps } from '../payouts/release-payout.js'
import { resetVerdict, type Reset, type ResetFacts } from '../rules/reset.rules.js'
import { notClosed } from '../records/savings.repository.js'
import { sendAgain } from '../payouts/send-again.js'

interface Deps extends ReleaseDeps {
  readonly database: Database
  /** Called when a walk is in progress: resumes one whose worker died. */
  readonly onWalk: () => void
  /** Called after the commit of a reset, so that a worker ends the customer's payments now. */
  readonly onReset: () => void
}

const count = async (tx: Tx, statement: string, customerId: string): Promise<number> => {
  const [row] = await tx.all(`SELECT COUNT(*) AS n ${statement}`, [customerId])
  return only(row, integer)
}

/** What is still open, of all accounts of this customer; read after all steps of the call. */
const resetFactsOf = async (tx: Tx, customerId: string, isRegistered: boolean): Promise<ResetFacts> => ({
  collectionsInFlight: await count(
    tx,
    `FROM payment_orders WHERE customer_id = ? AND kind = 'COLLECT' AND ${inFlight}`,
    customerId,
  ),
  payoutsInFlight:
    (await count(tx, `FROM positions WHERE customer_id = ? AND ${notClosed}`, customerId)) +
    (await count(
      tx,
      `FROM payment_orders WHERE customer_id = ? AND kind = 'PAY_OUT' AND ${inFlight}`,
      customerId,
    )),
  isRegistered,
})

/**
 * Withdraws a batch of the customer's savings, and sends it and all other money that waits: payouts on hold, since a hold ends only
 * when the test clock is advanced, and transfers that have failed.
 */
const sendAll = async (tx: Tx, call: Call, deps: Deps, facts: CustomerFacts) => {
  const exited = (await withdrawSome(tx, call, deps, { facts, holds: 'WAIVED' })).payouts.length
  const held = await selectAll(tx, Payout, `WHERE customer_id = ? AND status = 'ON_HOLD' ORDER BY id`, [
    facts.customer.id,
  ])
  for (const payout of held) await waiveHold(tx, call, deps, { facts, payout })
  return { exited, released: held.length, sentAgain: await sendAgain(tx, call, facts) }
}

/** A test customer keeps their address: the new account gets that of the last one. */
const emailOf = async (tx: Tx, customerId: string): Promise<string | null> => {
  const last = await selectOne(
    tx,
    Account,
    'WHERE customer_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
    [customerId],
  )
  return last?.email ?? null
}

const applyReset = async (tx: Tx, call: Call, deps: Deps, facts: CustomerFacts) => {
  const { customer, account } = facts
  const lifted = account ? await liftBlocks(tx, call, await openBlocks(tx, account.id), 'RESET') : 0
  const sent = await sendAll(tx, call, deps, facts)
  const cases = await closeReviewsOf(tx, call, customer.id)
  const ending = await requestEnd(tx, customer.id)
  const closed = account ? await closeIfSettled(tx, call, facts, account.id) : false
  const isToOpen = closed || !account
  const opened = isToOpen ? await openAccount(tx, call, facts, await emailOf(tx, customer.id)) : null
  return { lifted, ...sent, cases, ending, opened }
}

/**
 * Makes a test customer usable again, as far as one call can: everything open is withdrawn and paid out, a new account is
 * opened in place of a closed one, blocks are lifted, and a worker ends the orders at the emulator. Call it again until it
 * answers READY; such a call has at most lifted blocks and closed review cases. A call changes nothing if a walk is in progress,
 * or if the number is not that of a test customer (FAILED).
 */
export const resetCustomer = async (
  deps: Deps,
  call: Call,
  { msisdn }: { readonly msisdn: Msisdn },
): Promise<Reset> => {
  const { reset, hasOpenWork } = await deps.database.inTransaction(async (tx) => {
    const facts = await lockCustomer(tx, call, msisdn)
    if (!facts?.clock) return { reset: { status: 'FAILED', waitingOn: null } as const, hasOpenWork: false }
    if (facts.clock.advancingTo !== null)
      return { reset: { status: 'WORKING', waitingOn: 'CLOCK_WALK' } as const, hasOpenWork: false }

    const done = await applyReset(tx, call, deps, facts)
    const isRegistered = done.opened === null && facts.account?.status === 'ACTIVE'
    const after = await resetFactsOf(tx, facts.customer.id, isRegistered)
    if (Object.values(done).some((change) => change !== 0 && change !== null)) {
      await audit(tx, call, {
        action: 'RESET_CUSTOMER',
        customerId: facts.customer.id,
        subject: facts.customer.id,
        after: done,
      })
    }
    return {
      reset: resetVerdict(after),
      hasOpenWork: after.collectionsInFlight + after.payoutsInFlight > 0,
    }
  })
  if (reset.waitingOn === 'CLOCK_WALK') deps.onWalk()
  if (hasOpenWork) deps.onReset()
  return reset
}
