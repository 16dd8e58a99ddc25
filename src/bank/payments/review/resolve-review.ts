import { purposeOf } from '../drive/order-outcomes.js'
import type { CustomerFacts } from '../../customers/customers.repository.js'
import type { Tx } from '../../../platform/database/database.js'
import { databaseNow, selectOne, update } from '../../../platform/database/rows.js'
import { audit } from '../../../platform/identity/audit.js'
import type { Call } from '../../../kernel/call.js'
import { Refusal } from '../../../kernel/refusal.js'
import { PaymentOrder, ReviewCase } from '../payment.entity.js'
import type { RecordDeps } from '../drive/record-answer.js'
import { isInDoubt } from '../review.js'
import { applyResolution } from './apply-resolution.js'
import {
  isReasonFor,
  resolutionEffect,
  type ResolutionEffect,
  type ResolutionOutcome,
} from '../review.rules.js'

type ResolveDeps = Omit<RecordDeps, 'database'>

/** The proposed resolution of a case. */
export interface CaseProposal {
  readonly caseId: string
  readonly outcome: ResolutionOutcome
  /** The provider's failure reason, with ORDER_FAILED only. */
  readonly providerReason: string | null
}

/** An open case, its order and its customer, all row-locked. */
interface LockedCase {
  readonly review: ReviewCase
  readonly order: PaymentOrder
  readonly facts: CustomerFacts
}

/**
 * Locks the order and the case. The caller has already locked the customer, as the lock order of every transaction requires.
 * Refuses: INVALID_REFERENCE.
 */
const lockCase = async (tx: Tx, facts: CustomerFacts | undefined, caseId: string): Promise<LockedCase> => {
  const seen = await selectOne(tx, ReviewCase, 'WHERE id = ?', [caseId])
  const lock = tx.dialect.forUpdate
  const order = seen && (await selectOne(tx, PaymentOrder, `WHERE id = ? ${lock}`, [seen.orderId]))
  const review = await selectOne(tx, ReviewCase, `WHERE id = ? ${lock}`, [caseId])
  if (!facts || !order || review?.status !== 'OPEN' || review.customerId !== facts.customer.id)
    throw new Refusal('INVALID_REFERENCE', 'There is no open review case of this id')
  return { review, order, facts }
}

/** What the outcome would do in the present state. Refuses: INVALID_ARGUMENT. */
const effectOf = async (
  tx: Tx,
  recordDeps: ResolveDeps,
  { review, order, facts }: LockedCase,
  { outcome, providerReason }: CaseProposal,
): Promise<ResolutionEffect> => {
  if (!isReasonFor(outcome, providerReason))
    throw new Refusal(
      'INVALID_ARGUMENT',
      "ORDER_FAILED needs one of the provider's reasons, and other outcomes must have none",
    )
  const outcomes = recordDeps.outcomes[purposeOf(order)]
  const failedState = order.status === 'FAILED' ? await outcomes.failedState(tx, order) : null
  const effect = resolutionEffect(
    {
      caseKind: review.kind,
      orderKind: order.kind,
      status: order.status,
      failedState,
      closing: facts.account?.id !== order.accountId || facts.account.status !== 'ACTIVE',
      inDoubt: await isInDoubt(tx, order, 'ANY'),
      isAutomatic:
        failedState === 'UNDECIDED' &&
        providerReason !== null &&
        (await outcomes.isAutomatic(tx, { facts, order }, providerReason)),
    },
    outcome,
  )
  if (effect) return effect
  const what = `a ${order.kind} order that is ${order.status}, in a case of ${review.kind}`
  throw new Refusal('INVALID_ARGUMENT', `${outcome} cannot be booked for ${what}`)
}

export interface PlannedResolution extends LockedCase {
  readonly proposal: CaseProposal
  readonly effect: ResolutionEffect
}

/**
 * What resolving a case would do, under the lock of its customer.
 * Refuses: INVALID_REFERENCE (unknown, or resolved), INVALID_ARGUMENT (it cannot be booked).
 */
export const planResolution = async (
  tx: Tx,
  recordDeps: ResolveDeps,
  facts: CustomerFacts | undefined,
  proposal: CaseProposal,
): Promise<PlannedResolution> => {
  const locked = await lockCase(tx, facts, proposal.caseId)
  return { ...locked, proposal, effect: await effectOf(tx, recordDeps, locked, proposal) }
}

/** Applies a resolution that `planResolution` has checked. */
export const resolve = (
  tx: Tx,
  recordDeps: ResolveDeps,
  call: Call,
  { review, proposal: { outcome, providerReason: reason }, ...found }: PlannedResolution,
): Promise<void> =>
  applyResolution(tx, recordDeps, call, { ...found, review: { ...review, outcome, reason } })

/** Records one person's proposal on the case. A rejection removes it; on a resolved case it stays. */
export const recordProposal = async (
  tx: Tx,
  call: Call,
  given: CaseProposal,
  { id: proposalId, evidence }: { readonly id: string; readonly evidence: string | null },
): Promise<void> => {
  const { caseId, outcome, providerReason: reason } = given
  const review = await selectOne(tx, ReviewCase, 'WHERE id = ?', [caseId])
  const proposal = { proposalId, outcome, reason, evidence, proposedBy: call.actor.name }
  const proposedById = call.actor.id ?? null
  await update(tx, ReviewCase, { ...proposal, proposedById, proposedAt: databaseNow }, 'id = ?', [caseId])
  await audit(tx, call, {
    action: 'PROPOSE_RESOLUTION',
    customerId: review!.customerId,
    subject: caseId,
    after: { order: review!.orderId, ...proposal },
  })
}

/** Clears the proposal of a case; a resolved case keeps the one that resolved it. */
export const clearProposal = async (
  tx: Tx,
  call: Pick<Call, 'now' | 'actor' | 'address'>,
  caseId: string,
): Promise<void> => {
  const review = await selectOne(tx, ReviewCase, `WHERE id = ? ${tx.dialect.forUpdate}`, [caseId])
  if (review?.status !== 'OPEN' || review.proposalId === null) return
  const { proposalId, outcome, reason, evidence, proposedBy } = review
  const none = {
    proposalId: null,
    outcome: null,
    reason: null,
    evidence: null,
    proposedBy: null,
    proposedById: null,
    proposedAt: null,
  }
  await update(tx, ReviewCase, none, 'id = ?', [caseId])
  await audit(tx, call, {
    action: 'REJECT_RESOLUTION',
    customerId: review.customerId,
    subject: caseId,
    before: { proposalId, outcome, reason, evidence, proposedBy },
  })
}

/**
 * Closes a case and books its proposal. Refuses: OUTDATED (the proposal has changed since), and the refusals of
 * `planResolution`.
 */
export const resolveCaseIn = async (
  tx: Tx,
  recordDeps: ResolveDeps,
  call: Call,
  { facts, proposal }: { readonly facts: CustomerFacts | undefined; readonly proposal: CaseProposal },
): Promise<ResolutionEffect> => {
  const found = await planResolution(tx, recordDeps, facts, proposal)
  const { outcome, reason } = found.review
  if (outcome !== proposal.outcome || reason !== proposal.providerReason) throw new Refusal('OUTDATED')
  await resolve(tx, recordDeps, call, found)
  return found.effect
}
