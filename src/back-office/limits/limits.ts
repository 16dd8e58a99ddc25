import type { Actor, Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import type { Minor } from '../../kernel/money.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Condition } from '../../platform/database/keyset.js'
import type { Sql } from '../../platform/database/database.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import {
  isSamePerson,
  nameKey,
  normaliseName,
  type Identified,
} from '../../platform/identity/person.rules.js'
import { RoleAssignment } from '../../platform/identity/keys/role-assignment.entity.js'
import { ApprovalDelegation, ApprovalLimit, everybody } from './limit.entity.js'

/** Higher than every amount: the limit of approvers without one, and the amount of a proposal that sets no limit. */
export const withoutLimit: Minor = 2n ** 62n

export const personIdOf = ({ id, name }: Identified): string => id ?? `name:${nameKey(name)}`

/**
 * A person's own limit, or else the limit for everybody. Ids are compared again, since MySQL ignores trailing blanks.
 */
const limitOf = async (sql: Sql, personId: string): Promise<Minor> => {
  const rows = await selectAll(sql, ApprovalLimit, 'WHERE person_id IN (?, ?)', [personId, everybody])
  const rowFor = (id: string) => rows.find((row) => row.personId === id)
  return (rowFor(personId) ?? rowFor(everybody))?.amount ?? withoutLimit
}

/**
 * The condition for a person with the role APPROVER. A client from a configuration file (`name:…`) has no row in
 * `role_assignments`: the file gives its roles.
 */
const approverCondition = (person: string, now: Instant): Condition => ({
  sql: `(${person} LIKE 'name:%' OR EXISTS (SELECT 1 FROM role_assignments
      WHERE role_assignments.person_id = ${person} AND role_assignments.roles LIKE '%APPROVER%'
        AND role_assignments.from_at <= ? AND (role_assignments.until_at IS NULL OR role_assignments.until_at > ?)))`,
  parameters: [now, now],
})

/** The people with a row of their own in the limits who may approve now. */
export const approversNamed = async (sql: Sql, now: Instant): Promise<ReadonlySet<string>> => {
  const approver = approverCondition('approval_limits.person_id', now)
  const rows = await selectAll(sql, ApprovalLimit, `WHERE ${approver.sql}`, approver.parameters)
  return new Set(rows.map(({ personId }) => personId))
}

/** The condition for a valid delegation: its lender must still be allowed to approve. */
const delegationCondition = (to: string, now: Instant): Condition => {
  const approver = approverCondition('approval_delegations.from_id', now)
  return {
    sql: `approval_delegations.to_id = ? AND approval_delegations.from_at <= ? AND approval_delegations.until_at > ?
    AND ${approver.sql}`,
    parameters: [to, now, now, ...approver.parameters],
  }
}

const delegationsTo = (sql: Sql, actor: Actor, now: Instant): Promise<ApprovalDelegation[]> => {
  const delegated = delegationCondition(personIdOf(actor), now)
  return selectAll(sql, ApprovalDelegation, `WHERE ${delegated.sql} ORDER BY id`, delegated.parameters)
}

/**
 * The person whose delegated limit an approver uses for an amount; null where the approver's own limit suffices. That
 * person must not be the proposer; a delegated limit cannot be delegated further. Refuses: OVER_LIMIT.
 */
export const lenderFor = async (
  sql: Sql,
  { actor, now }: Pick<Call, 'actor' | 'now'>,
  proposer: Identified,
  amount: Minor | null,
): Promise<string | null> => {
  if (amount === null || (await limitOf(sql, personIdOf(actor))) >= amount) return null
  for (const { fromId, fromName } of await delegationsTo(sql, actor, now))
    if (!isSamePerson(proposer, { id: fromId, name: fromName }) && (await limitOf(sql, fromId)) >= amount)
      return fromName
  throw new Refusal('OVER_LIMIT')
}

const isWithinLimitSql = (person: string): string =>
  `NOT EXISTS (SELECT 1 FROM approval_limits WHERE approval_limits.amount < proposals.amount
     AND (approval_limits.person_id = ${person} OR (approval_limits.person_id = '${everybody}'
       AND NOT EXISTS (SELECT 1 FROM approval_limits own WHERE own.person_id = ${person}))))`

/**
 * The condition for a delegation whose lender did not propose the approval, as `isSamePerson` decides; but SQLite's LOWER changes ASCII
 * only. Approving decides again.
 */
const lenderIsOtherSql = `COALESCE(proposals.proposed_by_id, '') <> approval_delegations.from_id
  AND (LOWER(proposals.proposed_by) <> LOWER(approval_delegations.from_name)
    OR (approval_delegations.from_id LIKE 'http%://% %'
      AND SUBSTR(COALESCE(proposals.proposed_by_id, ''), 1, INSTR(approval_delegations.from_id, ' '))
        = SUBSTR(approval_delegations.from_id, 1, INSTR(approval_delegations.from_id, ' '))))`

/** The condition for approvals within the reader's own or delegated limit, as `lenderFor` decides for one. */
export const withinLimit = ({ actor, now }: Pick<Call, 'actor' | 'now'>): Condition => {
  const me = personIdOf(actor)
  const delegated = delegationCondition(me, now)
  return {
    sql: `(proposals.amount IS NULL OR ${isWithinLimitSql('?')} OR EXISTS (SELECT 1 FROM approval_delegations
      WHERE ${delegated.sql} AND ${lenderIsOtherSql} AND ${isWithinLimitSql('approval_delegations.from_id')}))`,
    parameters: [me, me, ...delegated.parameters],
  }
}

/** The person with this id, who has or had a role, or the client of a name. Refuses: INVALID_REFERENCE. */
export const knownPerson = async (
  sql: Sql,
  personId: string,
): Promise<{ readonly personId: string; readonly name: string }> => {
  // A client from a configuration file, or of a development server, has no id of its own: its id here is `name:`
  // and its name, in any spelling. No table lists these clients, so every name is taken.
  if (personId.startsWith('name:')) {
    const name = normaliseName(personId.slice('name:'.length))
    return { personId: personIdOf({ name }), name }
  }
  const where = `WHERE person_id = ? AND kind = 'PERSON' ORDER BY id DESC LIMIT 1`
  const found = await selectOne(sql, RoleAssignment, where, [personId])
  if (!found) throw new Refusal('INVALID_REFERENCE', 'There is no person of this id')
  return { personId: found.personId, name: found.name }
}
