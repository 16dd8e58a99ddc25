import type { AuthChecker } from 'type-graphql'
import type { Role } from '../shared/call.js'
import { Refusal } from '../shared/refusal.js'
import type { RequestContext } from './context.js'
import { toGraphQLError } from './errors.js'

/** Who may ask for what (DESIGN 7, roles). Every root field names one of these; a test finds one that does not. */
export const staff: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ANALYST', 'ADMIN']
export const journeyReaders: readonly Role[] = ['GATEWAY', ...staff]
/** A customer at a counter is served like one at a phone; an analyst changes nothing. */
export const journeyActors: readonly Role[] = ['GATEWAY', 'BACK_OFFICE', 'ADMIN']
/** A review case is resolved by two named people: one proposes, another confirms (DESIGN 1 rule 2). */
export const proposers: readonly Role[] = ['BACK_OFFICE']
export const approvers: readonly Role[] = ['APPROVER']
/** What is asked of a scoring service costs money. */
export const scoreOrderers: readonly Role[] = ['BACK_OFFICE', 'ADMIN']
/** What is erased is gone, for all lenders who asked. */
export const erasers: readonly Role[] = ['BACK_OFFICE', 'ADMIN']
/** Who may call, and as what. */
export const keyManagers: readonly Role[] = ['ADMIN']
export const clockReaders: readonly Role[] = ['TESTER', ...staff]
export const clockMovers: readonly Role[] = ['TESTER', 'ADMIN']

export const authChecker: AuthChecker<RequestContext, Role> = ({ context }, roles) => {
  const { actor } = context.call
  if (roles.some((role) => actor.roles.has(role))) return true
  throw toGraphQLError(new Refusal('FORBIDDEN', `This needs one of the roles ${roles.join(', ')}`))
}
