import { newId } from '../../kernel/ids.js'
import { market } from '../../kernel/market.js'
import { formatAmount, type Minor } from '../../kernel/money.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Tx } from '../../platform/database/database.js'
import { insertOrKeep, selectAll, update } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import { isSamePerson } from '../../platform/identity/person.rules.js'
import { shortId } from '../../platform/identity/short-id.js'
import type { Call } from '../../kernel/call.js'
import { emptyPreview, type Action } from '../action.js'
import { ApprovalLimit, everybody } from '../limits/limit.entity.js'
import { approversNamed, withoutLimit } from '../limits/limits.js'

const subjectLengthMax = 80

export interface LimitInput {
  readonly kind: 'SET_APPROVAL_LIMIT'
  /** The person's id as in the audit log, or `*` for everybody. */
  readonly personId: string
  readonly name: string | null
  /** In minor units, as text; null: without a limit. */
  readonly limit: string | null
}

const minorOf = ({ limit }: LimitInput): Minor | null => (limit === null ? null : BigInt(limit))

const amountText = (amount: Minor | null): string =>
  amount === null ? 'without limit' : formatAmount(amount, market.currency)

/**
 * The present limit of the person. Locks all limits, since they are checked together. Refuses: FORBIDDEN,
 * INVALID_ARGUMENT.
 */
const limitBefore = async (
  tx: Tx,
  { actor, now }: Pick<Call, 'actor' | 'now'>,
  { personId, name, limit }: LimitInput,
): Promise<ApprovalLimit | undefined> => {
  if (personId !== everybody && isSamePerson({ id: personId, name: name ?? personId }, actor))
    throw new Refusal('FORBIDDEN', 'Nobody may propose or approve their own limit')
  const rows = await selectAll(tx, ApprovalLimit, `ORDER BY person_id ${tx.dialect.forUpdate}`, [])
  const others = rows.filter((row) => row.personId !== personId)
  const isBounded = others.some((row) => row.personId === everybody && row.amount !== null)
  const approvers = await approversNamed(tx, now)
  const someoneIsFree = others.some((row) => approvers.has(row.personId) && row.amount === null)
  // If every approver had a limit, nobody could approve a higher one.
  if (limit !== null && (personId === everybody || isBounded) && !someoneIsFree)
    throw new Refusal('INVALID_ARGUMENT', 'An approver without a limit must be named first')
  return rows.find((row) => row.personId === personId)
}

/** Sets the highest amount that a person may approve. The approver's own or delegated limit must be at least as high. */
export const setLimit: Action<LimitInput> = {
  plan: async (tx, { call, input }) => {
    const before = await limitBefore(tx, call, input)
    const { name, personId } = input
    const changes = [
      {
        field: `approvalLimit ${name ?? 'everybody'}`,
        before: before ? amountText(before.amount) : null,
        after: amountText(minorOf(input)),
      },
    ]
    return {
      subject: shortId(personId, subjectLengthMax),
      basis: { before: before ? amountText(before.amount) : null },
      preview: { ...emptyPreview, changes },
      amount: minorOf(input) ?? withoutLimit,
    }
  },
  carryOut: async (tx, { call, input }) => {
    const before = await limitBefore(tx, call, input)
    const { personId, name } = input
    const row = { personId, id: `LIM-${newId(call.now)}`, name, amount: minorOf(input), setAt: call.now }
    await insertOrKeep(tx, ApprovalLimit, row, 'person_id')
    const set = { name, amount: row.amount, setAt: call.now }
    await update(tx, ApprovalLimit, set, 'person_id = ?', [personId])
    await audit(tx, call, {
      action: 'SET_APPROVAL_LIMIT',
      customerId: null,
      subject: before?.id ?? row.id,
      ...(before && { before: { limit: amountText(before.amount) } }),
      after: { person: personId, name, limit: amountText(row.amount) },
    })
    return {}
  },
}
