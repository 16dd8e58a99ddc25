import type { Call } from '../../kernel/call.js'
import { Refusal } from '../../kernel/refusal.js'
import { doEach } from '../../kernel/work.js'
import { selectAll } from '../../platform/database/rows.js'
import type { ActionDeps } from '../action.js'
import { overtakenSql } from '../actions/index.js'
import { Approval } from '../approval.entity.js'
import { endApproval, lockApproval, undoApplied } from './end-approval.js'
import { expiresAtSql, openMs } from './term.js'

/**
 * Ends proposals whose time is up before they were executed, and those whose review case the provider's answer has resolved. A
 * proposal that cannot be ended delays no other: the first error is thrown at the end. Idempotent and safe concurrently.
 */
export const expireApprovals = async (
  deps: Pick<ActionDeps, 'database' | 'scores'> & { readonly jobCall: () => Call },
): Promise<void> => {
  const { database } = deps
  const toEndSql = `status IN ('OPEN', 'APPROVED') AND (${expiresAtSql} <= ? OR ${overtakenSql})`
  const pageAfter = (after: string, limit: number) =>
    selectAll(database.read, Approval, `WHERE id > ? AND ${toEndSql} ORDER BY id LIMIT ${limit}`, [
      after,
      deps.jobCall().now,
    ])
  let isAnyEnded = false
  const end = ({ id }: Approval) =>
    database.inTransaction(async (tx) => {
      const call = deps.jobCall()
      const approval = await lockApproval(tx, call, id, ['OPEN', 'APPROVED']).catch((error: unknown) => {
        // Somebody has decided the proposal meanwhile.
        if (error instanceof Refusal) return undefined
        throw error
      })
      if (!approval) return
      await undoApplied(tx, deps, call, approval.approval)
      const { expiresAt, proposedAt } = approval.approval
      const isLate = (expiresAt ?? proposedAt + openMs) <= call.now
      await endApproval(tx, call, approval.approval, { status: isLate ? 'EXPIRED' : 'OUTDATED' })
      isAnyEnded = true
    })
  await doEach(pageAfter, end).finally(() => (isAnyEnded ? database.purgeDeleted() : undefined))
}
