import type { Call } from '../../kernel/call.js'
import { toJson } from '../../kernel/json.js'
import { Refusal } from '../../kernel/refusal.js'
import { recordOnce } from '../../platform/identity/act-once.js'
import { isAnotherPerson } from '../../platform/identity/keys/another-person.js'
import type { ActionDeps } from '../action.js'
import { actionOf } from '../actions/index.js'
import type { Approval } from '../approval.entity.js'
import { lenderFor } from '../limits/limits.js'
import { approvalOf, endApproval, lockApproval, proposerOf, undoApplied } from './end-approval.js'
import { basisHashOf, openInputOf } from './sealed.js'
import { openMs } from './term.js'

const checkNotOutdated = (approval: Approval): Approval => {
  if (approval.status === 'OUTDATED') throw new Refusal('OUTDATED')
  return approval
}

/**
 * Executes what another person proposed, in the transaction of the approval. If the subject has changed since the
 * proposal, the approval ends as OUTDATED. If the action is refused now, the approval stays open. Refuses:
 * INVALID_REFERENCE (unknown, or decided), FORBIDDEN to its proposer and to whoever is not independent of them
 * (`isAnotherPerson`), EXPIRED, CLOCK_ADVANCING, OUTDATED, OVER_LIMIT, and the refusals of the action.
 */
export const approve = async (deps: ActionDeps, call: Call, id: string): Promise<Approval> => {
  const { approval, after } = await deps.database.inTransaction(async (tx) => {
    const earlier = await recordOnce(tx, call, id)
    const approvalOfRepeat = earlier === undefined ? undefined : await approvalOf(tx, id)
    if (approvalOfRepeat && approvalOfRepeat.openKey === null) return { approval: approvalOfRepeat }
    const { approval: found, facts } = await lockApproval(tx, call, id, ['OPEN', 'APPROVED'])
    if (!(await isAnotherPerson(tx, proposerOf(found), call.actor)))
      throw new Refusal('FORBIDDEN', 'Another person has to approve it')
    if ((found.expiresAt ?? found.proposedAt + openMs) <= call.now) throw new Refusal('EXPIRED')
    const input = openInputOf(deps, found)
    const action = actionOf(found.kind)
    if (facts?.clock?.advancingTo && !action.isAllowedWhileWalking) throw new Refusal('CLOCK_ADVANCING')
    const acting = { call, facts, input, deps }
    const plan = await action.plan(tx, acting)
    if (basisHashOf(plan) !== found.basis) {
      await undoApplied(tx, deps, call, found)
      return { approval: await endApproval(tx, call, found, { status: 'OUTDATED' }) }
    }
    const decidedFor = await lenderFor(tx, call, proposerOf(found), plan.amount ?? null)
    const { outcome, after } = await action.carryOut(tx, acting, found)
    const done = { status: 'DONE', outcome: outcome ? toJson(outcome) : null, decidedFor } as const
    return { approval: await endApproval(tx, call, found, done), after }
  })
  await after?.()
  return checkNotOutdated(approval)
}
