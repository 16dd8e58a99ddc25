import type { Actor, Call } from '../../../kernel/call.js'
import { Refusal } from '../../../kernel/refusal.js'
import type { Database, Tx } from '../../../platform/database/database.js'
import { selectAll, selectOne, update } from '../../../platform/database/rows.js'
import { recordOnce } from '../../../platform/identity/act-once.js'
import { audit } from '../../../platform/identity/audit.js'
import { RoleAssignment } from '../../../platform/identity/keys/role-assignment.entity.js'
import { nameKey, normaliseName } from '../../../platform/identity/person.rules.js'
import { ReviewCase } from '../payment.entity.js'

const nameLengthMax = 128

/** The name in normal form; null for nobody. Refuses: INVALID_ARGUMENT. */
const checkedName = (to: string | null): string | null => {
  const name = to === null ? null : normaliseName(to)
  if (name !== '' && (name?.length ?? 0) <= nameLengthMax) return name
  throw new Refusal('INVALID_ARGUMENT', `to must have 1 to ${nameLengthMax} characters`)
}

/**
 * The id of the caller if the name is their own, else of the only person with this name; null if there is none or several. Upper and
 * lower case are not distinguished (on SQLite: of ASCII letters).
 */
const idOf = async (tx: Tx, name: string | null, actor: Actor): Promise<string | null> => {
  if (name === null) return null
  if (nameKey(name) === nameKey(actor.name)) return actor.id ?? null
  const where = 'WHERE LOWER(name) = LOWER(?) AND kind = ? AND until_at IS NULL'
  const rows = await selectAll(tx, RoleAssignment, where, [name, 'PERSON'])
  const ids = new Set(rows.map(({ personId }) => personId))
  return ids.size === 1 ? [...ids][0]! : null
}

/**
 * Assigns an open review case to a person, by their name in the audit log; a case that is assigned to somebody else may
 * still be resolved. Refuses: INVALID_REFERENCE (unknown, or resolved), INVALID_ARGUMENT.
 */
export const assignReview = (
  { database }: { readonly database: Database },
  call: Call,
  { caseId, to }: { readonly caseId: string; readonly to: string | null },
): Promise<ReviewCase> => {
  const assignedTo = checkedName(to)
  return database.inTransaction(async (tx) => {
    const isDone = (await recordOnce(tx, call, caseId)) !== undefined
    const review = await selectOne(tx, ReviewCase, `WHERE id = ? ${tx.dialect.forUpdate}`, [caseId])
    if (isDone && review) return review
    if (review?.id !== caseId || review.status !== 'OPEN')
      throw new Refusal('INVALID_REFERENCE', 'There is no such case, or it is resolved')
    const assignedToId = await idOf(tx, assignedTo, call.actor)
    await update(tx, ReviewCase, { assignedTo, assignedToId }, 'id = ?', [caseId])
    await audit(tx, call, {
      action: 'ASSIGN_REVIEW',
      customerId: review.customerId,
      subject: caseId,
      before: { assignedTo: review.assignedTo },
      after: { assignedTo },
    })
    return { ...review, assignedTo, assignedToId }
  })
}
