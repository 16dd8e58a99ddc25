import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { newId } from '../../kernel/ids.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Database, Tx } from '../../platform/database/database.js'
import { insert, selectOne, update } from '../../platform/database/rows.js'
import { recordOnce } from '../../platform/identity/act-once.js'
import { audit } from '../../platform/identity/audit.js'
import { isSamePerson } from '../../platform/identity/person.rules.js'
import { checkedText, reasonLengthMax } from '../checked-text.js'
import { ApprovalDelegation } from './limit.entity.js'
import { knownPerson, personIdOf } from './limits.js'

const daysMax = 90
const dayMs = 86_400_000

interface Deps {
  readonly database: Database
}

export interface NewDelegation {
  readonly to: string
  readonly from: Instant | null
  readonly until: Instant
  readonly reason: string
}

const delegationOf = async (tx: Tx, id: string): Promise<ApprovalDelegation> => {
  const found = await selectOne(tx, ApprovalDelegation, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])
  if (found?.id !== id) throw new Refusal('INVALID_REFERENCE', 'There is no such delegation')
  return found
}

/**
 * Lends the caller's own limit to another approver for a limited time. The other person still needs the role APPROVER.
 * Refuses: INVALID_REFERENCE (nobody has this id), INVALID_ARGUMENT.
 */
export const delegateApprovals = async (
  { database }: Deps,
  call: Call,
  { to, until, ...rest }: NewDelegation,
): Promise<ApprovalDelegation> => {
  const from = rest.from ?? call.now
  const reason = checkedText('reason', rest.reason, reasonLengthMax)
  if (from < call.now || until <= from || until > call.now + daysMax * dayMs)
    throw new Refusal('INVALID_ARGUMENT', `A delegation begins now or later and ends within ${daysMax} days`)
  const id = `DLG-${newId(call.now)}`
  return database.inTransaction(async (tx) => {
    const earlier = await recordOnce(tx, call, id)
    if (earlier !== undefined) return delegationOf(tx, earlier)
    const { personId: toId, name } = await knownPerson(tx, to)
    if (isSamePerson({ id: toId, name }, call.actor))
      throw new Refusal('INVALID_ARGUMENT', 'Another person has to be named')
    const lender = { fromId: personIdOf(call.actor), fromName: call.actor.name }
    const delegation = { id, ...lender, toId, toName: name, from, until, reason }
    await insert(tx, ApprovalDelegation, delegation)
    const after = { to: toId, toName: name, from, until, reason }
    await audit(tx, call, { action: 'DELEGATE_APPROVALS', customerId: null, subject: id, after })
    return delegation
  })
}

/** Ends a delegation early. Refuses: INVALID_REFERENCE, FORBIDDEN to everybody but the lender. */
export const endDelegation = ({ database }: Deps, call: Call, id: string): Promise<ApprovalDelegation> =>
  database.inTransaction(async (tx) => {
    const isDone = (await recordOnce(tx, call, id)) !== undefined
    const found = await delegationOf(tx, id)
    if (isDone || found.until <= call.now) return found
    if (!isSamePerson({ id: found.fromId, name: found.fromName }, call.actor))
      throw new Refusal('FORBIDDEN', 'Only the lender may end a delegation')
    await update(tx, ApprovalDelegation, { until: call.now }, 'id = ?', [id])
    const [before, after] = [{ until: found.until }, { until: call.now }]
    await audit(tx, call, { action: 'END_DELEGATION', customerId: null, subject: id, before, after })
    return { ...found, until: call.now }
  })
