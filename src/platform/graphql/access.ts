import type { GraphQLResolveInfo } from 'graphql'
import type { AuthChecker } from 'type-graphql'
import type { Role } from '../../kernel/call.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { Refusal } from '../../kernel/refusal.js'
import type { RequestContext } from './context.js'
import { toGraphQLError } from './errors.js'

/**
 * Who may ask for what (docs/design/security.md#roles). Every root field names one of these; a test finds one that does not.
 */
export const staff: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ANALYST', 'AUDITOR', 'ADMIN']
/** Who knows the customer whose number they give; an analyst knows nobody, and looks nobody up. */
export const journeyReaders: readonly Role[] = ['GATEWAY', 'BACK_OFFICE', 'APPROVER', 'ADMIN']
/** The same, in the house. */
export const customerReaders: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ADMIN']
/** Who reads what staff do and write; an auditor all of it, as an analyst would. */
export const recordReaders: readonly Role[] = [...customerReaders, 'AUDITOR']
/** A customer at a counter is served like one at a phone; an analyst changes nothing. */
export const journeyActors: readonly Role[] = ['GATEWAY', 'BACK_OFFICE', 'ADMIN']
/** A review case is resolved by two named people: one proposes, another confirms. */
export const proposers: readonly Role[] = ['BACK_OFFICE']
export const approvers: readonly Role[] = ['APPROVER']
/** Who reads figures of all customers: an analyst without groups of a few. */
export const insightReaders: readonly Role[] = ['BACK_OFFICE', 'ANALYST', 'AUDITOR', 'ADMIN']
/** What is asked of a scoring service costs money. */
export const scoreOrderers: readonly Role[] = ['BACK_OFFICE', 'ADMIN']
/** What would hurt a customer, done to them by mistake or by somebody who means it: a person of these asks, an approver confirms. */
export const staffProposers: readonly Role[] = ['BACK_OFFICE', 'ADMIN']
export const deciders: readonly Role[] = [...staffProposers, ...approvers]
export const approvalReaders: readonly Role[] = [...deciders, 'AUDITOR']
/** What customers do for themselves, and staff do in twos. */
export const journeysAlone: readonly Role[] = ['GATEWAY']
/** Who may call, and as what. */
export const keyManagers: readonly Role[] = ['ADMIN']
export const keyReaders: readonly Role[] = [...keyManagers, 'AUDITOR']
export const queueReaders: readonly Role[] = [...staffProposers, 'AUDITOR']
export const clockReaders: readonly Role[] = ['TESTER', ...staff]
export const clockMovers: readonly Role[] = ['TESTER', 'ADMIN']

const forbidden = (detail: string): Error => toGraphQLError(new Refusal('FORBIDDEN', detail))

const tooMany = () => forbidden('Too many customers were looked up; wait a minute')

/** A person of the house who names a customer by their number: within a budget, and with a row that says so. */
const watchLookUp = async (context: RequestContext, what: string, msisdn: Msisdn): Promise<true> => {
  const { call, watch, customerIdOf, shown } = context
  if (!watch.mayLookUp(call)) throw tooMany()
  const customerId = await customerIdOf(msisdn)
  if (customerId !== null) shown.add(customerId)
  await watch.read(call, what, customerId)
  return true
}

/** What shows somebody to who asks for it by its id, and lists of such: each leaves a row that says who looked. */
const readsById: ReadonlySet<string> = new Set([
  'customer',
  'node',
  'order',
  'payout',
  'quote',
  'scoreRequest',
  'statement',
])
const readsOfMany: ReadonlySet<string> = new Set([
  'accessEntries',
  'accounts',
  'approvals',
  'auditEntries',
  'blocks',
  'clockedCustomers',
  'customers',
  'dayExceptions',
  'deposits',
  'journals',
  'ledgerEntries',
  'notes',
  'orders',
  'payouts',
  'quotes',
  'positions',
  'refunds',
  'reviewCases',
  'roleAssignments',
  'scoreRequests',
  'statements',
  'suspense',
])

interface Named {
  readonly id?: string
  readonly by?: Readonly<Record<string, string | null>>
  readonly filter?: Readonly<Record<string, unknown> & { customer?: string | null }> | null
}

/** What a count is narrowed by without being of one customer. */
const countedBy: ReadonlySet<string> = new Set([
  'assignedTo',
  'differences',
  'endsOn',
  'isOpen',
  'kind',
  'state',
  'status',
  'waitingForMe',
])

/** Asks how many there are, and sees none of them: the console does so every few seconds, and each would be a row. */
const onlyCounts = ({ fieldNodes }: GraphQLResolveInfo, { filter }: Named): boolean =>
  fieldNodes.every(({ selectionSet }) =>
    selectionSet?.selections.every((one) => one.kind === 'Field' && one.name.value === 'totalCount'),
  ) && Object.entries(filter ?? {}).every(([name, value]) => value === undefined || countedBy.has(name))

const watchRead = async (
  { watch, call, personal }: RequestContext,
  what: string,
  { id, by = {}, filter }: Named,
): Promise<true> => {
  if (readsById.has(what)) await watch.readById(call, what, id ?? Object.values(by).find(Boolean) ?? '')
  else if (readsOfMany.has(what)) await watch.read(call, what, personal.keyOf(filter?.customer ?? '') || null)
  return true
}

const refuseRoot = async ({ watch, call }: RequestContext, what: string, roles: readonly Role[]) => {
  await watch.refused(call, what)
  throw forbidden(`This needs one of the roles ${roles.join(', ')}`)
}

/** Finds people by what they are known by; counted, as who names a number is. */
const looksUp = ({ fieldName }: GraphQLResolveInfo, { filter }: Named): boolean =>
  fieldName === 'search' ||
  [filter?.['name'], filter?.['nationalId']].some((said) => said !== undefined && said !== null)

export const authChecker: AuthChecker<RequestContext, Role> = ({ context, args, info }, roles) => {
  const { actor } = context.call
  if (!roles.some((role) => actor.roles.has(role))) return refuseRoot(context, info.fieldName, roles)
  const { msisdn: named, by } = args as {
    readonly msisdn?: Msisdn
    readonly by?: { readonly msisdn?: Msisdn }
  }
  const msisdn = named ?? by?.msisdn
  if (by?.msisdn && !customerReaders.some((role) => actor.roles.has(role)))
    return refuseRoot(context, info.fieldName, customerReaders)
  if (looksUp(info, args) && !context.watch.mayLookUp(context.call)) throw tooMany()
  // Below a root it is the same read: a page of a hundred rows is not a hundred of them.
  const isRoot = info.path.prev === undefined
  if (!isRoot || info.operation.operation !== 'query' || actor.roles.has('GATEWAY')) return true
  if (!msisdn) return onlyCounts(info, args) || watchRead(context, info.fieldName, args)
  return watchLookUp(context, info.fieldName, msisdn)
}
