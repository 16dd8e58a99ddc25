import type { Call } from '../../../kernel/call.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { Database } from '../../../platform/database/database.js'
import { selectOne, update } from '../../../platform/database/rows.js'
import { doneBefore } from '../../../platform/identity/act-once.js'
import { audit } from '../../../platform/identity/audit.js'
import { normaliseName } from '../../../platform/identity/person.rules.js'
import { ReviewCase } from '../payment.entity.js'

const nameLengthMax = 128

/** @param to null: nobody. Refuses: INVALID_ARGUMENT. */
const checkedName = (to: string | null): string | null => {
  const name = to === null ? null : normaliseName(to)
  if (name !== '' && (name?.length ?? 0) <= nameLengthMax) return name
  throw new Refusal('INVALID_ARGUMENT', `to must have 1 to ${nameLengthMax} characters`)
}

/**
 * Says who looks after an open review case, by the name that the audit log has of them; whoever has another one may still decide it.
 * Refuses: INVALID_REFERENCE (unknown, or resolved), INVALID_ARGUMENT.
 */
export const assignReview = (
  { database }: { readonly database: Database },
  call: Call,
  { caseId, to }: { readonly caseId: string; readonly to: string | null },
): Promise<ReviewCase> => {
  const assignedTo = checkedName(to)
  return database.inTransaction(async (tx) => {
    const isDone = (await doneBefore(tx, call, caseId)) !== undefined
    const review = await selectOne(tx, ReviewCase, `WHERE id = ? ${tx.dialect.forUpdate}`, [caseId])
    if (isDone && review) return review
    if (review?.id !== caseId || review.status !== 'OPEN')
      throw new Refusal('INVALID_REFERENCE', 'There is no such case, or it is resolved')
    await update(tx, ReviewCase, { assignedTo }, 'id = ?', [caseId])
    await audit(tx, call, {
      action: 'ASSIGN_REVIEW',
      customerId: review.customerId,
      subject: caseId,
      before: { assignedTo: review.assignedTo },
      after: { assignedTo },
    })
    return { ...review, assignedTo }
  })
}
