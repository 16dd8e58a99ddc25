import { lockCustomerById } from '../../bank/customers/customers.repository.js'
import type { Call } from '../../kernel/call.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Sql, Tx } from '../../platform/database/database.js'
import { selectOne, update } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import { actionOf } from '../actions/index.js'
import { Approval, type ApprovalStatus } from '../approval.entity.js'
import { openInputOf, type Sealing } from './sealed.js'

export const approvalOf = async (sql: Sql, id: string): Promise<Approval> => {
  const found = await selectOne(sql, Approval, 'WHERE id = ?', [id])
  if (!found) throw new Error('an approval is gone')
  return found
}

/** Locks the customer, then the approval: every transaction locks in this order. Refuses: INVALID_REFERENCE. */
export const lockApproval = async (tx: Tx, call: Call, id: string, statuses: readonly ApprovalStatus[]) => {
  const unknown = () => new Refusal('INVALID_REFERENCE', 'There is no such proposal, or it is decided')
  const beforeLock = await selectOne(tx, Approval, 'WHERE id = ?', [id])
  if (!beforeLock) throw unknown()
  const facts =
    beforeLock.customerId === null ? undefined : await lockCustomerById(tx, call, beforeLock.customerId)
  const approval = await selectOne(tx, Approval, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])
  if (approval?.id !== id || !statuses.includes(approval.status)) throw unknown()
  return { approval, facts }
}

export const proposerOf = ({ proposedById, proposedBy }: Approval) => ({ id: proposedById, name: proposedBy })

interface Ending {
  readonly status: ApprovalStatus
  readonly outcome?: string | null
  readonly decisionReason?: string | null
  /** The approver whose delegated limit was used. */
  readonly decidedFor?: string | null
}

/** Ends an approval with any status, and deletes its input, the hash of its facts, and a preview with personal data. */
export const endApproval = async (
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

/** Undoes what already took effect with the proposal. */
export const undoApplied = async (tx: Tx, deps: Sealing, call: Call, approval: Approval): Promise<void> => {
  await actionOf(approval.kind).undoApplied?.(tx, call, openInputOf(deps, approval))
}
