import { createHash } from 'node:crypto'
import { lockCustomerById, type CustomerFacts } from '../bank/customers/customers.repository.js'
import type { Tx } from '../platform/database/database.js'
import { insertOrKeep, selectAll, selectOne, update } from '../platform/database/rows.js'
import { doneBefore } from '../platform/identity/act-once.js'
import { isAnotherPerson } from '../platform/identity/keys/another-person.js'
import { audit } from '../platform/identity/audit.js'
import { isSamePerson } from '../platform/identity/person.rules.js'
import { seal, unseal } from '../platform/crypto/sealing.js'
import type { Call } from '../kernel/call.js'
import { newId } from '../kernel/ids.js'
import { toJson } from '../kernel/json.js'
import { Refusal } from '../kernel/refusal.js'
import { approvesFor } from './limits/limits.js'
import type { Action, ActionDeps, Plan, Preview } from './action.js'
import { actionOf, overtakenSql, type Input } from './actions/index.js'
import { Approval, type ApprovalStatus } from './approval.entity.js'

export const reasonLengthMax = 500
const evidenceLengthMax = 2000
/** What nobody decided by then is asked for anew: it names somebody while it waits. */
const openMs = 7 * 86_400_000
/** Also of a row that a version before this one wrote beside it. */
export const expiresAtSql = `COALESCE(proposals.expires_at, proposals.proposed_at + ${openMs})`
const batchSizeMax = 100

const placeOf = (id: string, column: 'input' | 'preview'): string => `proposals.${column} ${id}`

type Sealing = Pick<ActionDeps, 'scores'>

/** What is wanted, for who decides on it; undefined once it has ended. */
export const inputOf = ({ scores }: Sealing, { id, input }: Approval): Input | undefined =>
  input === null ? undefined : (JSON.parse(unseal(scores.sealing, placeOf(id, 'input'), input)) as Input)

/** What it would have done when it was proposed; undefined where that would still name somebody. */
export const previewOf = ({ scores }: Sealing, { id, preview }: Approval): Preview | undefined =>
  preview === null
    ? undefined
    : (JSON.parse(unseal(scores.sealing, placeOf(id, 'preview'), preview)) as Preview)

const approvalOf = async (tx: Tx, id: string): Promise<Approval> => {
  const found = await selectOne(tx, Approval, 'WHERE id = ?', [id])
  if (!found) throw new Error('an approval is gone')
  return found
}

const printOf = ({ basis }: Plan): string | null =>
  basis && createHash('sha256').update(JSON.stringify(basis)).digest('hex')

const customerIdOf = (input: Input): string | null => ('customerId' in input ? input.customerId : null)

/** Before any other row: the customer, in whose name everything of theirs waits. Refuses: CLOCK_ADVANCING. */
const lockSubject = async (
  tx: Tx,
  call: Call,
  customerId: string | null,
  { isDoneWhileWalking = false }: Pick<Action<Input>, 'isDoneWhileWalking'>,
): Promise<CustomerFacts | undefined> => {
  const facts = customerId === null ? undefined : await lockCustomerById(tx, call, customerId)
  if (customerId !== null && !facts) throw new Refusal('NOT_REGISTERED')
  if (facts?.clock?.advancingTo && !isDoneWhileWalking) throw new Refusal('CLOCK_ADVANCING')
  return facts
}

export const checkedText = (name: string, given: string, lengthMax: number): string => {
  const text = given.trim()
  if (text !== '' && text.length <= lengthMax) return text
  throw new Refusal('INVALID_ARGUMENT', `${name} must have 1 to ${lengthMax} characters`)
}

interface Wanted {
  readonly input: Input
  readonly reason: string
  readonly evidence?: string | null | undefined
}

/**
 * Asks for something that takes another person to approve, with what it would do. Does nothing yet but what one person may do
 * for a time. The same again, while it waits, is refused.
 * Refuses: ALREADY_PROPOSED, INVALID_ARGUMENT, CLOCK_ADVANCING, NOT_REGISTERED, and what the action refuses.
 */
export const propose = async (deps: ActionDeps, call: Call, wanted: Wanted): Promise<Approval> => {
  const reason = checkedText('reason', wanted.reason, reasonLengthMax)
  const evidence =
    wanted.evidence == null ? null : checkedText('evidence', wanted.evidence, evidenceLengthMax)
  const id = `APR-${newId(call.now)}`
  return deps.database.inTransaction(async (tx) => {
    const earlier = await doneBefore(tx, call, id)
    if (earlier !== undefined) return approvalOf(tx, earlier)
    return proposeIn(tx, deps, call, { ...wanted, reason, evidence, id })
  })
}

/** The same in the caller's transaction, of texts that are checked. */
export const proposeIn = async (
  tx: Tx,
  deps: ActionDeps,
  call: Call,
  wanted: Wanted & { readonly evidence: string | null; readonly id?: string },
): Promise<Approval> => {
  const { input, reason, evidence, id = `APR-${newId(call.now)}` } = wanted
  const action = actionOf(input.kind)
  const expiresAt = call.now + (action.openMs?.(input) ?? openMs)
  const customerId = customerIdOf(input)
  const facts = await lockSubject(tx, call, customerId, action)
  const acting = { call, facts, input, deps }
  const plan = await action.plan(tx, acting)
  const { subject, preview } = plan
  const sealed = (column: 'input' | 'preview', value: object) =>
    seal(deps.scores.sealing, placeOf(id, column), JSON.stringify(value))
  const row = {
    id,
    kind: input.kind,
    status: 'OPEN',
    openKey: `${input.kind}:${subject}`,
    subject: action.isPersonal ? null : subject,
    customerId,
    input: sealed('input', input),
    preview: sealed('preview', typeof preview === 'function' ? await preview() : preview),
    basis: printOf(plan),
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
  await action.begin?.(tx, acting, { id, expiresAt, reason, evidence })
  return made
}

/** The customer, then the approval: the order in which every transaction takes them. Refuses: INVALID_REFERENCE. */
const lockApproval = async (tx: Tx, call: Call, id: string, wanted: readonly ApprovalStatus[]) => {
  const unknown = () => new Refusal('INVALID_REFERENCE', 'There is no such proposal, or it is decided')
  const seen = await selectOne(tx, Approval, 'WHERE id = ?', [id])
  if (!seen) throw unknown()
  const facts = seen.customerId === null ? undefined : await lockCustomerById(tx, call, seen.customerId)
  const approval = await selectOne(tx, Approval, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])
  if (approval?.id !== id || !wanted.includes(approval.status)) throw unknown()
  return { approval, facts }
}

const proposerOf = ({ proposedById, proposedBy }: Approval) => ({ id: proposedById, name: proposedBy })

interface Ending {
  readonly status: ApprovalStatus
  readonly outcome?: string | null
  readonly decisionReason?: string | null
  /** Who lent the limit. */
  readonly decidedFor?: string | null
}

const end = async (
  tx: Tx,
  call: Pick<Call, 'now' | 'actor' | 'address'>,
  approval: Approval,
  changes: Ending,
): Promise<Approval> => {
  const { id, kind, customerId, status, proposedBy } = approval
  const ended = {
    ...changes,
    openKey: null,
    input: null,
    basis: null,
    ...(actionOf(kind).isPersonal && { preview: null }),
    decidedBy: call.actor.name,
    decidedById: call.actor.id ?? null,
    decidedAt: call.now,
  }
  await update(tx, Approval, ended, 'id = ?', [id])
  const { decisionReason, decidedFor } = changes
  await audit(tx, call, {
    action: 'END_PROPOSAL',
    customerId,
    subject: id,
    before: { status },
    after: {
      kind,
      status: changes.status,
      proposedBy,
      ...(decisionReason && { reason: decisionReason }),
      ...(decidedFor && { decidedFor }),
    },
  })
  return approvalOf(tx, id)
}

const wishOf = (deps: Sealing, approval: Approval): Input => {
  const input = inputOf(deps, approval)
  if (!input) throw new Error(`approval ${approval.id} waits and has nothing to be done`)
  return input
}

const outdated = (approval: Approval): Approval => {
  if (approval.status === 'OUTDATED') throw new Refusal('OUTDATED')
  return approval
}

/**
 * Does what another person proposed, in the transaction in which it is approved. What it was proposed about must be as it was:
 * else it ends OUTDATED. What cannot be done now stays open.
 * Refuses: INVALID_REFERENCE (unknown, or decided), FORBIDDEN to its proposer, EXPIRED, OUTDATED, OVER_LIMIT, and what the action refuses.
 */
export const approve = async (deps: ActionDeps, call: Call, id: string): Promise<Approval> => {
  const { approval, after } = await deps.database.inTransaction(async (tx) => {
    const earlier = await doneBefore(tx, call, id)
    const known = earlier === undefined ? undefined : await approvalOf(tx, id)
    if (known && known.openKey === null) return { approval: known }
    const { approval: found, facts } = await lockApproval(tx, call, id, ['OPEN', 'APPROVED'])
    if (!(await isAnotherPerson(tx, proposerOf(found), call.actor)))
      throw new Refusal('FORBIDDEN', 'Another person has to approve it')
    if ((found.expiresAt ?? found.proposedAt + openMs) <= call.now) throw new Refusal('EXPIRED')
    const input = wishOf(deps, found)
    const action = actionOf(found.kind)
    if (facts?.clock?.advancingTo && !action.isDoneWhileWalking) throw new Refusal('CLOCK_ADVANCING')
    const acting = { call, facts, input, deps }
    const plan = await action.plan(tx, acting)
    if (printOf(plan) !== found.basis) {
      await fall(tx, deps, call, found)
      return { approval: await end(tx, call, found, { status: 'OUTDATED' }) }
    }
    const decidedFor = await approvesFor(tx, call, proposerOf(found), plan.amount ?? null)
    const { outcome, after } = await action.carryOut(tx, acting, found)
    const done = { status: 'DONE', outcome: outcome ? toJson(outcome) : null, decidedFor } as const
    return { approval: await end(tx, call, found, done), after }
  })
  await after?.()
  return outdated(approval)
}

const close = async (
  deps: ActionDeps,
  call: Call,
  { id, reason }: { readonly id: string; readonly reason: string },
  status: 'REJECTED' | 'WITHDRAWN',
): Promise<Approval> => {
  const decisionReason = checkedText('reason', reason, reasonLengthMax)
  return deps.database.inTransaction(async (tx) => {
    if ((await doneBefore(tx, call, id)) !== undefined) return approvalOf(tx, id)
    const { approval } = await lockApproval(tx, call, id, ['OPEN'])
    const isOwn = isSamePerson(proposerOf(approval), call.actor)
    if (status === 'WITHDRAWN' && !isOwn) throw new Refusal('FORBIDDEN', 'Only its proposer may withdraw it')
    if (status === 'REJECTED' && isOwn) throw new Refusal('FORBIDDEN', 'Its proposer withdraws it')
    await fall(tx, deps, call, approval)
    return end(tx, call, approval, { status, decisionReason })
  })
}

/** Says no to what another person proposed. Refuses: INVALID_REFERENCE, INVALID_ARGUMENT, FORBIDDEN to its proposer. */
export const reject = (deps: ActionDeps, call: Call, id: string, reason: string): Promise<Approval> =>
  close(deps, call, { id, reason }, 'REJECTED')

/** Takes one's own proposal back. Refuses: INVALID_REFERENCE, INVALID_ARGUMENT, FORBIDDEN to all others. */
export const withdraw = (deps: ActionDeps, call: Call, id: string, reason: string): Promise<Approval> =>
  close(deps, call, { id, reason }, 'WITHDRAWN')

/** Ends what one person did for a time. */
const fall = async (tx: Tx, deps: Sealing, call: Call, approval: Approval): Promise<void> => {
  await actionOf(approval.kind).fall?.(tx, call, wishOf(deps, approval))
}

/** Ends what nobody decided in time, and what nobody has to decide any more. Safe twice and at once. */
export const expireApprovals = async (
  deps: Pick<ActionDeps, 'database' | 'scores'> & { readonly jobCall: () => Call },
): Promise<void> => {
  const { database } = deps
  const late = `WHERE status IN ('OPEN', 'APPROVED') AND (${expiresAtSql} <= ? OR ${overtakenSql}) LIMIT ${batchSizeMax}`
  const found = await selectAll(database.read, Approval, late, [deps.jobCall().now])
  for (const { id } of found)
    await database.inTransaction(async (tx) => {
      const call = deps.jobCall()
      const approval = await lockApproval(tx, call, id, ['OPEN', 'APPROVED']).catch((error: unknown) => {
        // Somebody has decided it meanwhile.
        if (error instanceof Refusal) return undefined
        throw error
      })
      if (!approval) return
      await fall(tx, deps, call, approval.approval)
      const isLate = approval.approval.expiresAt === null || approval.approval.expiresAt <= call.now
      await end(tx, call, approval.approval, { status: isLate ? 'EXPIRED' : 'OUTDATED' })
    })
  if (found.length > 0) await database.forget()
}
