import { inOpenDay, type CustomerFacts } from '../../customers/customers.repository.js'
import { payoutCancelled } from '../../failure-reasons/provider-reasons.rules.js'
import type { NewJournal } from '../../ledger/post-journal.js'
import type { Call } from '../../../kernel/call.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { Tx } from '../../../platform/database/database.js'
import { selectOne } from '../../../platform/database/rows.js'
import { Payout } from '../records/payout.entity.js'
import { giveBack, planGiveBack } from './give-back.js'

/**
 * A payout of this customer that is on hold, of an account that is not closing. Refuses: INVALID_REFERENCE,
 * NOT_ON_HOLD, ACCOUNT_CLOSING.
 */
const heldPayout = async (tx: Tx, { customer, account }: CustomerFacts, id: string): Promise<Payout> => {
  const payout = await selectOne(tx, Payout, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])
  if (payout?.id !== id || payout.customerId !== customer.id)
    throw new Refusal('INVALID_REFERENCE', 'There is no such payout')
  if (payout.status !== 'ON_HOLD') throw new Refusal('NOT_ON_HOLD')
  if (account?.id !== payout.accountId || account.status !== 'ACTIVE') throw new Refusal('ACCOUNT_CLOSING')
  return payout
}

const onOpenDay = (tx: Tx, facts: CustomerFacts): Promise<CustomerFacts> =>
  inOpenDay(tx, facts, { businessOn: facts.today })

/** What cancelling a payout would post now. Refuses: INVALID_REFERENCE, NOT_ON_HOLD, ACCOUNT_CLOSING. */
export const planCancel = async (
  tx: Tx,
  facts: CustomerFacts,
  id: string,
): Promise<{ readonly payout: Payout; readonly journals: readonly NewJournal[] }> => {
  const payout = await heldPayout(tx, facts, id)
  return { payout, journals: (await planGiveBack(tx, await onOpenDay(tx, facts), payout)).journals }
}

/**
 * Cancels a payout that is on hold: its position is restored exactly, as if it had never been withdrawn. In the
 * caller's transaction, under the customer's lock. Refuses: INVALID_REFERENCE, NOT_ON_HOLD, ACCOUNT_CLOSING.
 */
export const cancelPayoutIn = async (tx: Tx, call: Call, facts: CustomerFacts, id: string): Promise<void> => {
  const payout = await heldPayout(tx, facts, id)
  await giveBack(tx, call, await onOpenDay(tx, facts), { payout, failureCode: payoutCancelled })
}
