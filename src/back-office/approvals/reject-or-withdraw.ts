import type { Call } from '../../kernel/call.js'
import { Refusal } from '../../kernel/refusal.js'
import { recordOnce } from '../../platform/identity/act-once.js'
import { isSamePerson } from '../../platform/identity/person.rules.js'
import type { ActionDeps } from '../action.js'
import type { Approval } from '../approval.entity.js'
import { checkedText, reasonLengthMax } from '../checked-text.js'
import { approvalOf, endApproval, lockApproval, proposerOf, undoApplied } from './end-approval.js'

const close = async (
  deps: ActionDeps,
  call: Call,
  { id, reason }: { readonly id: string; readonly reason: string },
  status: 'REJECTED' | 'WITHDRAWN',
): Promise<Approval> => {
  const decisionReason = checkedText('reason', reason, reasonLengthMax)
  return deps.database.inTransaction(async (tx) => {
    if ((await recordOnce(tx, call, id)) !== undefined) return approvalOf(tx, id)
    const { approval } = await lockApproval(tx, call, id, ['OPEN'])
    const isOwn = isSamePerson(proposerOf(approval), call.actor)
    if (status === 'WITHDRAWN' && !isOwn) throw new Refusal('FORBIDDEN', 'Only its proposer may withdraw it')
    if (status === 'REJECTED' && isOwn) throw new Refusal('FORBIDDEN', 'Its proposer may only withdraw it')
    await undoApplied(tx, deps, call, approval)
    return endApproval(tx, call, approval, { status, decisionReason })
  })
}

/** Rejects what another person proposed. Refuses: INVALID_REFERENCE, INVALID_ARGUMENT, FORBIDDEN to its proposer. */
export const reject = (deps: ActionDeps, call: Call, id: string, reason: string): Promise<Approval> =>
  close(deps, call, { id, reason }, 'REJECTED')

/** Withdraws the caller's own proposal. Refuses: INVALID_REFERENCE, INVALID_ARGUMENT, FORBIDDEN to everybody else. */
export const withdraw = (deps: ActionDeps, call: Call, id: string, reason: string): Promise<Approval> =>
  close(deps, call, { id, reason }, 'WITHDRAWN')
