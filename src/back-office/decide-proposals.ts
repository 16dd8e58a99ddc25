import type { Tx } from '../platform/database/database.js'
import { insertOrKeep, selectAll, selectOne, update } from '../platform/database/rows.js'
import { doneBefore } from '../platform/identity/act-once.js'
import { audit } from '../platform/identity/audit.js'
import { isSamePerson } from '../platform/identity/person.rules.js'
import { seal, unseal } from '../platform/crypto/sealing.js'
import type { Call } from '../kernel/call.js'
import { newId } from '../kernel/ids.js'
import { toJson } from '../kernel/json.js'
import { Refusal } from '../kernel/refusal.js'
import { carryOut, subjectOf, type Input, type ProposalDeps, type Wish } from './acts.js'
import { Proposal, type ProposalStatus } from './proposal.entity.js'

const reasonLengthMax = 500
/** What nobody confirmed by then is asked for anew: it names somebody while it waits. */
const openMs = 7 * 86_400_000
const batchSizeMax = 100

const placeOf = (id: string): string => `proposals.input ${id}`

/** What is wanted, for who decides on it; undefined once it has ended. */
export const inputOf = (
  { scores }: Pick<ProposalDeps, 'scores'>,
  { id, input }: Proposal,
): Input | undefined =>
  input === null ? undefined : (JSON.parse(unseal(scores.sealing, placeOf(id), input)) as Input)

const proposalOf = async (tx: Tx, id: string): Promise<Proposal> => {
  const proposal = await selectOne(tx, Proposal, 'WHERE id = ?', [id])
  if (!proposal) throw new Error('a proposal is gone')
  return proposal
}

/**
 * Asks for something that takes another person to confirm. Does nothing yet. The same again, while it waits, is refused.
 * Refuses: NOT_REGISTERED, INVALID_EMAIL, INVALID_REFERENCE, INVALID_ARGUMENT.
 */
export const propose = async (
  deps: ProposalDeps,
  call: Call,
  given: { readonly wish: Wish; readonly reason: string },
): Promise<Proposal> => {
  const reason = given.reason.trim()
  if (reason === '' || reason.length > reasonLengthMax)
    throw new Refusal('INVALID_ARGUMENT', `reason must have 1 to ${reasonLengthMax} characters`)
  const { customerId, subject, input } = await subjectOf(deps, call, given.wish)
  const id = newId(call.now)
  return deps.database.inTransaction(async (tx) => {
    const earlier = await doneBefore(tx, call, id)
    if (earlier !== undefined) return proposalOf(tx, earlier)
    const row = {
      id,
      kind: input.kind,
      status: 'OPEN',
      openKey: `${input.kind}:${subject}`,
      customerId,
      input: seal(deps.scores.sealing, placeOf(id), JSON.stringify(input)),
      reason,
      outcome: null,
      proposedBy: call.actor.name,
      proposedById: call.actor.id ?? null,
      proposedAt: call.now,
      decidedBy: null,
      decidedAt: null,
    } as const
    await insertOrKeep(tx, Proposal, row, 'id')
    const made = await selectOne(tx, Proposal, 'WHERE id = ?', [id])
    if (!made) throw new Refusal('INVALID_ARGUMENT', 'The same waits to be decided')
    const action = 'PROPOSE'
    await audit(tx, call, { action, customerId, subject: id, after: { kind: input.kind, reason } })
    return made
  })
}

const locked = async (tx: Tx, id: string, wanted: readonly ProposalStatus[]): Promise<Proposal> => {
  const found = await selectOne(tx, Proposal, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])
  if (found?.id === id && wanted.includes(found.status)) return found
  throw new Refusal('INVALID_REFERENCE', 'There is no such proposal, or it is decided')
}

const proposerOf = ({ proposedById, proposedBy }: Proposal) => ({ id: proposedById, name: proposedBy })

const ended = { openKey: null, input: null } as const

const end = async (
  tx: Tx,
  call: Call,
  proposal: Proposal,
  changes: { readonly status: ProposalStatus; readonly outcome?: string | null },
): Promise<Proposal> => {
  const decided = { ...ended, ...changes, decidedBy: call.actor.name, decidedAt: call.now }
  await update(tx, Proposal, decided, 'id = ?', [proposal.id])
  await audit(tx, call, {
    action: 'END_PROPOSAL',
    customerId: proposal.customerId,
    subject: proposal.id,
    before: { status: proposal.status },
    after: { kind: proposal.kind, status: changes.status, proposedBy: proposal.proposedBy },
  })
  return proposalOf(tx, proposal.id)
}

/**
 * Does what another person proposed. It is approved, done, and ended, in transactions of their own: whoever confirms it again
 * after a crash has it done to its end, and what was done is not done twice. What cannot be done now stays open.
 * Refuses: INVALID_REFERENCE (unknown, or decided), FORBIDDEN to its proposer, and what the act refuses.
 */
export const confirmProposal = async (deps: ProposalDeps, call: Call, id: string): Promise<Proposal> => {
  const { database } = deps
  const proposal = await database.inTransaction(async (tx) => {
    const earlier = await doneBefore(tx, call, id)
    const known = earlier === undefined ? undefined : await proposalOf(tx, id)
    if (known?.status === 'DONE') return known
    const found = await locked(tx, id, ['OPEN', 'APPROVED'])
    if (isSamePerson(proposerOf(found), call.actor))
      throw new Refusal('FORBIDDEN', 'Another person has to confirm it')
    if (found.proposedAt + openMs <= call.now)
      throw new Refusal('INVALID_REFERENCE', 'The proposal has waited too long')
    await update(tx, Proposal, { status: 'APPROVED', decidedBy: call.actor.name }, 'id = ?', [id])
    return found
  })
  if (proposal.status === 'DONE') return proposal
  const input = inputOf(deps, proposal)
  if (!input) throw new Error('a proposal that waits has nothing to be done')
  const { reason, customerId } = proposal
  const outcome = await carryOut(deps, call, { input, reason, customerId }).catch(async (error: unknown) => {
    if (error instanceof Refusal)
      await database.inOneStatement((tx) =>
        update(tx, Proposal, { status: 'OPEN', decidedBy: null }, `id = ? AND status = 'APPROVED'`, [id]),
      )
    throw error
  })
  return database.inTransaction(async (tx) => {
    const found = await selectOne(tx, Proposal, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])
    // Two who confirmed it at once have done it once.
    if (found?.status === 'DONE') return found
    return end(tx, call, proposal, { status: 'DONE', outcome: outcome && toJson(outcome) })
  })
}

/** Takes a proposal back: its proposer their own, an approver any. Refuses: INVALID_REFERENCE, FORBIDDEN. */
export const rejectProposal = (deps: ProposalDeps, call: Call, id: string): Promise<Proposal> =>
  deps.database.inTransaction(async (tx) => {
    if ((await doneBefore(tx, call, id)) !== undefined) return proposalOf(tx, id)
    const proposal = await locked(tx, id, ['OPEN'])
    if (!isSamePerson(proposerOf(proposal), call.actor) && !call.actor.roles.has('APPROVER'))
      throw new Refusal('FORBIDDEN', 'Only its proposer and approvers may take it back')
    return end(tx, call, proposal, { status: 'REJECTED' })
  })

/** Ends what nobody decided in time. Safe twice and at once. */
export const expireProposals = async (
  deps: Pick<ProposalDeps, 'database'> & { readonly jobCall: () => Call },
): Promise<void> => {
  const { database } = deps
  const late = `WHERE status IN ('OPEN', 'APPROVED') AND proposed_at <= ? LIMIT ${batchSizeMax}`
  const found = await selectAll(database.read, Proposal, late, [deps.jobCall().now - openMs])
  for (const { id } of found)
    await database.inTransaction(async (tx) => {
      const still = `WHERE id = ? AND open_key IS NOT NULL ${tx.dialect.forUpdate}`
      const proposal = await selectOne(tx, Proposal, still, [id])
      if (proposal) await end(tx, deps.jobCall(), proposal, { status: 'EXPIRED' })
    })
  if (found.length > 0) await database.forget()
}
