import { lockCustomerById, type CustomerFacts } from '../../bank/customers/customers.repository.js'
import type { Call } from '../../kernel/call.js'
import { newId } from '../../kernel/ids.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Tx } from '../../platform/database/database.js'
import { insertOrKeep, selectOne } from '../../platform/database/rows.js'
import { recordOnce } from '../../platform/identity/act-once.js'
import { audit } from '../../platform/identity/audit.js'
import type { Action, ActionDeps } from '../action.js'
import { actionOf, type Input } from '../actions/index.js'
import { Approval } from '../approval.entity.js'
import { checkedText, reasonLengthMax } from '../checked-text.js'
import { approvalOf } from './end-approval.js'
import { basisHashOf, sealedOf } from './sealed.js'
import { openMs } from './term.js'

const evidenceLengthMax = 2000

const customerIdOf = (input: Input): string | null => ('customerId' in input ? input.customerId : null)

/**
 * Locks the customer before any other row, as every decision about a customer does. Refuses: NOT_REGISTERED, CLOCK_ADVANCING.
 */
const lockSubject = async (
  tx: Tx,
  call: Call,
  customerId: string | null,
  { isAllowedWhileWalking = false }: Pick<Action<Input>, 'isAllowedWhileWalking'>,
): Promise<CustomerFacts | undefined> => {
  const facts = customerId === null ? undefined : await lockCustomerById(tx, call, customerId)
  if (customerId !== null && !facts) throw new Refusal('NOT_REGISTERED')
  if (facts?.clock?.advancingTo && !isAllowedWhileWalking) throw new Refusal('CLOCK_ADVANCING')
  return facts
}

interface NewProposal {
  readonly input: Input
  readonly reason: string
  readonly evidence?: string | null | undefined
}

/**
 * Stores a proposal that another person must approve, with a preview. Nothing takes effect before the approval,
 * except what the `applyAtProposal` of the action does. Refuses: ALREADY_PROPOSED for a duplicate of an open proposal,
 * EVIDENCE_REQUIRED, INVALID_ARGUMENT, CLOCK_ADVANCING, NOT_REGISTERED, and the refusals of the action.
 */
export const propose = async (deps: ActionDeps, call: Call, proposal: NewProposal): Promise<Approval> => {
  const reason = checkedText('reason', proposal.reason, reasonLengthMax)
  const evidence =
    proposal.evidence == null ? null : checkedText('evidence', proposal.evidence, evidenceLengthMax)
  const id = `APR-${newId(call.now)}`
  return deps.database.inTransaction(async (tx) => {
    const earlier = await recordOnce(tx, call, id)
    if (earlier !== undefined) return approvalOf(tx, earlier)
    return proposeIn(tx, deps, call, { ...proposal, reason, evidence, id })
  })
}

/** Proposes within the caller's transaction; reason and evidence are checked already. */
export const proposeIn = async (
  tx: Tx,
  deps: ActionDeps,
  call: Call,
  proposal: NewProposal & { readonly evidence: string | null; readonly id?: string },
): Promise<Approval> => {
  const { input, reason, evidence, id = `APR-${newId(call.now)}` } = proposal
  const action = actionOf(input.kind)
  const expiresAt = call.now + (action.openMs?.(input) ?? openMs)
  const customerId = customerIdOf(input)
  const facts = await lockSubject(tx, call, customerId, action)
  const acting = { call, facts, input, deps }
  const plan = await action.plan(tx, acting)
  if (evidence === null && action.needsEvidence?.(input)) throw new Refusal('EVIDENCE_REQUIRED')
  const { subject, preview } = plan
  const row = {
    id,
    kind: input.kind,
    status: 'OPEN',
    openKey: `${input.kind}:${subject}`,
    subject: action.isPersonal ? null : subject,
    customerId,
    ...sealedOf(deps, id, { input, preview: typeof preview === 'function' ? await preview() : preview }),
    basis: basisHashOf(plan),
    amount: plan.amount ?? null,
    reason,
    evidence,
    proposedBy: call.actor.name,
    proposedById: call.actor.id ?? null,
    proposedAt: call.now,
    expiresAt,
  } as const
  await insertOrKeep(tx, Approval, row, 'id')
  const made = await selectOne(tx, Approval, 'WHERE id = ?', [id])
  if (!made) throw new Refusal('ALREADY_PROPOSED')
  const after = { kind: input.kind, reason, ...(evidence !== null && { evidence }) }
  await audit(tx, call, { action: 'PROPOSE', customerId, subject: id, after })
  await action.applyAtProposal?.(tx, acting, { id, expiresAt, reason, evidence })
  return made
}
