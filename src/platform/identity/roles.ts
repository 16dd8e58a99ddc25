import type { Role } from '../../kernel/call.js'

export type { Role } from '../../kernel/call.js'

/**
 * Every role (docs/design/security.md#roles). The record makes a new role of the kernel fail to compile until it is here. The order
 * counts: the metrics of GraphQL name the last of the roles of a caller.
 */
const everyRole: Readonly<Record<Role, true>> = {
  GATEWAY: true,
  TESTER: true,
  BACK_OFFICE: true,
  APPROVER: true,
  ANALYST: true,
  AUDITOR: true,
  ADMIN: true,
}

export const roles = Object.keys(everyRole) as readonly Role[]

/** Roles that propose what an approver has to approve. */
const proposers: readonly Role[] = ['BACK_OFFICE', 'ADMIN']

/** Whether the holder of these roles could approve their own proposals, which is forbidden. */
const isOwnApprover = (roles: Iterable<Role>): boolean => {
  const all = new Set(roles)
  return all.has('APPROVER') && proposers.some((role) => all.has(role))
}

/** Whether the holder of these roles would audit their own actions, which is forbidden. */
const isOwnAuditor = (roles: Iterable<Role>): boolean => {
  const all = new Set(roles)
  return all.has('AUDITOR') && [...all].some((role) => role !== 'AUDITOR' && role !== 'ANALYST')
}

/** Why nobody may hold all these roles, in one key or in several; undefined where it is allowed. */
export const conflictOf = (roles: Iterable<Role>): string | undefined => {
  if (isOwnApprover(roles))
    return 'both propose and approve: APPROVER cannot be combined with BACK_OFFICE or ADMIN'
  return isOwnAuditor(roles) ? 'do what they audit: AUDITOR can be combined with ANALYST only' : undefined
}

/** The roles that a system may hold; a person must answer for every other role. */
const ofSystems: ReadonlySet<Role> = new Set(['GATEWAY', 'TESTER', 'ANALYST'])

export const isOfSystems = (role: Role): boolean => ofSystems.has(role)

export type HolderKind = 'PERSON' | 'SYSTEM'

/** Why a person or a system may not hold these roles; undefined where it is allowed. */
export const rolesProblem = (kind: HolderKind, roles: readonly Role[]): string | undefined => {
  if (roles.length === 0) return 'a key needs at least one role'
  const conflict = conflictOf(roles)
  if (conflict !== undefined) return `nobody may ${conflict}`
  const misfit =
    kind === 'SYSTEM' ? roles.find((role) => !ofSystems.has(role)) : roles.find((role) => role === 'GATEWAY')
  if (misfit === undefined) return undefined
  return kind === 'SYSTEM' ? `${misfit} is a role of persons` : `${misfit} is a role of systems`
}
