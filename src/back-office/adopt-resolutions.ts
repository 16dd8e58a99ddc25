import { lockCustomerById } from '../bank/customers/customers.repository.js'
import { ReviewCase } from '../bank/payments/payment.entity.js'
import { clearProposal } from '../bank/payments/review/resolve-review.js'
import type { Call } from '../kernel/call.js'
import { Refusal } from '../kernel/refusal.js'
import { doEach } from '../kernel/work.js'
import { selectAll, selectOne } from '../platform/database/rows.js'
import type { ActionDeps } from './action.js'
import { reasonOf } from './actions/resolve-review.js'
import { proposeIn } from './approvals/propose.js'

/** Proposals that an earlier version stored on review cases only; their ids begin with a time, not with `APR-`. */
const isOlderSql = `status = 'OPEN' AND proposal_id < 'APR-'`

/**
 * Stores as approvals, in the name of their proposer, the proposals that an earlier version stored on review cases;
 * that version may still run. Proposals that cannot be booked any more are dropped. One that fails delays no other: the first error is
 * thrown at the end. Safe to run twice and concurrently.
 */
export const adoptResolutions = async (
  deps: ActionDeps & { readonly jobCall: () => Call },
): Promise<void> => {
  const { database, jobCall } = deps
  const pageAfter = (after: string, limit: number) =>
    selectAll(database.read, ReviewCase, `WHERE id > ? AND ${isOlderSql} ORDER BY id LIMIT ${limit}`, [after])
  await doEach(pageAfter, ({ id, customerId }) =>
    database.inTransaction(async (tx) => {
      const call = jobCall()
      await lockCustomerById(tx, call, customerId)
      const review = await selectOne(tx, ReviewCase, `WHERE id = ? AND ${isOlderSql}`, [id])
      if (!review) return
      await clearProposal(tx, call, id)
      const { outcome, reason: providerReason, evidence, proposedBy, proposedById } = review
      const actor = {
        name: proposedBy!,
        roles: new Set<never>(),
        ...(proposedById !== null && { id: proposedById }),
      }
      const resolution = { caseId: id, outcome: outcome!, providerReason }
      await proposeIn(
        tx,
        deps,
        { ...call, actor },
        {
          input: { kind: 'RESOLVE_REVIEW', customerId, ...resolution },
          reason: reasonOf(resolution),
          evidence,
        },
      ).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    }),
  )
}
