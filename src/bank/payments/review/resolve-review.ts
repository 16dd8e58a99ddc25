import { purposeOf } from '../record-answer.js'
import { lockCustomerById, type CustomerFacts } from '../../customers/customers.repository.js'
import type { Database, Tx } from '../../../platform/database/database.js'
import { databaseNow, selectOne, update } from '../../../platform/database/rows.js'
import { doneBefore } from '../../../platform/identity/act-once.js'
import { isAnotherPerson } from '../../../platform/identity/another-person.js'
import { audit } from '../../../platform/identity/audit.js'
import { isSamePerson } from '../../../platform/identity/person.rules.js'
import type { Call } from '../../../kernel/call.js'
import { newId } from '../../../kernel/ids.js'
import { Refusal } from '../../../kernel/refusal.js'
import { PaymentOrder, ReviewCase } from '../payment.entity.js'
import type { RecordDeps } from '../record-answer.js'
import { isInDoubt } from '../review.js'
import { applyResolution } from './apply-resolution.js'
import {
  isReasonFor,
  resolutionEffect,
  type ResolutionEffect,
  type ResolutionOutcome,
} from '../review.rules.js'

export interface ResolveDeps {
  readonly database: Database
  readonly answers: Omit<RecordDeps, 'database'>
  /** Called after the commit of a transfer that may be sent now. */
  readonly onOrder: () => void
}

export interface ProposedResolution {
  readonly caseId: string
  readonly outcome: ResolutionOutcome
  /** The provider's word for why it failed, with ORDER_FAILED only. */
  readonly reason: string | null
  readonly evidence: string
}

const evidenceLengthMax = 2000

interface LockedCase {
  readonly review: ReviewCase
  readonly order: PaymentOrder
  readonly facts: CustomerFacts
}

const unknownCase = () => new Refusal('INVALID_REFERENCE', 'There is no open review case of this id')
const unknownProposal = () => new Refusal('INVALID_REFERENCE', 'There is no such proposal, or it is decided')

/** The customer, the order, the case: the order in which every transaction takes them. */
const lockCase = async (
  tx: Tx,
  call: Call,
  key: 'id' | 'proposal_id',
  value: string,
  unknown: () => Refusal,
): Promise<LockedCase> => {
  const seen = await selectOne(tx, ReviewCase, `WHERE ${key} = ?`, [value])
  const facts = seen && (await lockCustomerById(tx, call, seen.customerId))
  if (!seen || !facts) throw unknown()
  const lock = tx.dialect.forUpdate
  const order = await selectOne(tx, PaymentOrder, `WHERE id = ? ${lock}`, [seen.orderId])
  const review = await selectOne(tx, ReviewCase, `WHERE id = ? ${lock}`, [seen.id])
  const found = key === 'id' ? review?.id : review?.proposalId
  if (!order || review?.status !== 'OPEN' || found !== value) throw unknown()
  return { review, order, facts }
}

/** What the outcome does as everything stands now. Refuses: INVALID_ARGUMENT. */
const effectOf = async (
  tx: Tx,
  { answers }: ResolveDeps,
  { review, order, facts }: LockedCase,
  { outcome, reason }: Pick<ProposedResolution, 'outcome' | 'reason'>,
): Promise<ResolutionEffect> => {
  const savings = answers.outcomes[purposeOf(order)]
  const standing = order.status === 'FAILED' ? await savings.standing(tx, order) : null
  const effect = resolutionEffect(
    {
      caseKind: review.kind,
      orderKind: order.kind,
      status: order.status,
      standing,
      leaving: facts.account?.id !== order.accountId || facts.account.status !== 'ACTIVE',
      inDoubt: await isInDoubt(tx, order, 'ANY'),
      judged:
        standing === 'UNDECIDED' && reason !== null && (await savings.isJudgedBy(tx, facts, order, reason)),
    },
    outcome,
  )
  if (effect) return effect
  const what = `a ${order.kind} order that is ${order.status}, in a case of ${review.kind}`
  throw new Refusal('INVALID_ARGUMENT', `${outcome} cannot be booked for ${what}`)
}

const caseOf = async (tx: Tx, id: string): Promise<ReviewCase> => {
  const review = await selectOne(tx, ReviewCase, 'WHERE id = ?', [id])
  if (!review) throw new Error('a review case is gone')
  return review
}

/** The case, where this was done to it under the same key. A proposal that was taken back is forgotten by its case. */
const decidedBefore = async (tx: Tx, call: Call, proposalId: string): Promise<ReviewCase | undefined> => {
  const seen = await selectOne(tx, ReviewCase, 'WHERE proposal_id = ?', [proposalId])
  const earlier = await doneBefore(tx, call, seen?.id ?? proposalId)
  return earlier === undefined ? undefined : caseOf(tx, earlier)
}

const proposerOf = ({ proposedById, proposedBy }: ReviewCase) => ({ id: proposedById, name: proposedBy! })

const checkProposal = ({ outcome, reason, evidence }: ProposedResolution): void => {
  if (evidence.trim() === '' || evidence.length > evidenceLengthMax) {
    throw new Refusal('INVALID_ARGUMENT', `The evidence must have 1 to ${evidenceLengthMax} characters`)
  }
  if (!isReasonFor(outcome, reason)) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      'ORDER_FAILED needs one of the reasons of the provider, and nothing else has one',
    )
  }
}

/**
 * Says how the order of an open case ended, with the provider's evidence, for an approver to confirm. Moves nothing.
 * Refuses: INVALID_REFERENCE, INVALID_ARGUMENT (also while another proposal waits).
 */
export const proposeResolution = (
  deps: ResolveDeps,
  call: Call,
  input: ProposedResolution,
): Promise<ReviewCase> =>
  deps.database.inTransaction(async (tx) => {
    checkProposal(input)
    const earlier = await doneBefore(tx, call, input.caseId)
    if (earlier !== undefined) return caseOf(tx, earlier)
    const locked = await lockCase(tx, call, 'id', input.caseId, unknownCase)
    const { review } = locked
    if (review.proposalId !== null)
      throw new Refusal('INVALID_ARGUMENT', 'Another proposal waits to be decided')
    await effectOf(tx, deps, locked, input)
    const { outcome, reason, evidence } = input
    const proposal = { proposalId: newId(call.now), outcome, reason, evidence, proposedBy: call.actor.name }
    const proposedById = call.actor.id ?? null
    const stood = 'id = ?'
    await update(tx, ReviewCase, { ...proposal, proposedById, proposedAt: databaseNow }, stood, [review.id])
    await audit(tx, call, {
      action: 'PROPOSE_RESOLUTION',
      customerId: review.customerId,
      subject: review.id,
      after: { order: review.orderId, ...proposal },
    })
    return caseOf(tx, review.id)
  })

/**
 * Books what was proposed, in one transaction, on the path of the provider's own answers. The proposer may not confirm.
 * Refuses: INVALID_REFERENCE (unknown, or decided meanwhile), FORBIDDEN, INVALID_ARGUMENT (it can't be booked any more).
 */
export const confirmResolution = async (
  deps: ResolveDeps,
  call: Call,
  proposalId: string,
): Promise<ReviewCase> => {
  const { review, effect } = await deps.database.inTransaction(async (tx) => {
    const decided = await decidedBefore(tx, call, proposalId)
    if (decided) return { review: decided, effect: 'CLOSE' as const }
    const locked = await lockCase(tx, call, 'proposal_id', proposalId, unknownProposal)
    if (!(await isAnotherPerson(tx, proposerOf(locked.review), call.actor)))
      throw new Refusal('FORBIDDEN', 'Another person has to confirm it')
    const { outcome, reason } = locked.review
    const applied = await effectOf(tx, deps, locked, { outcome: outcome!, reason })
    await applyResolution(tx, deps.answers, call, locked, applied)
    const resolved = await selectOne(tx, ReviewCase, 'WHERE id = ?', [locked.review.id])
    return { review: resolved!, effect: applied }
  })
  if (effect !== 'CLOSE') deps.onOrder()
  return review
}

/**
 * Takes a proposal back: the proposer their own, an approver any. The case stays open.
 * Refuses: INVALID_REFERENCE, FORBIDDEN.
 */
export const rejectResolution = (deps: ResolveDeps, call: Call, proposalId: string): Promise<ReviewCase> =>
  deps.database.inTransaction(async (tx) => {
    const decided = await decidedBefore(tx, call, proposalId)
    if (decided) return decided
    const { review } = await lockCase(tx, call, 'proposal_id', proposalId, unknownProposal)
    const isOwn = isSamePerson(proposerOf(review), call.actor)
    if (!isOwn && !call.actor.roles.has('APPROVER'))
      throw new Refusal('FORBIDDEN', 'Only its proposer and approvers may take it back')
    const { outcome, reason, evidence, proposedBy } = review
    const none = {
      proposalId: null,
      outcome: null,
      reason: null,
      evidence: null,
      proposedBy: null,
      proposedById: null,
      proposedAt: null,
    }
    await update(tx, ReviewCase, none, 'id = ?', [review.id])
    await audit(tx, call, {
      action: 'REJECT_RESOLUTION',
      customerId: review.customerId,
      subject: review.id,
      before: { proposalId, outcome, reason, evidence, proposedBy },
    })
    return { ...review, ...none }
  })
