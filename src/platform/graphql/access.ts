import type { GraphQLResolveInfo } from 'graphql'
import type { AuthChecker } from 'type-graphql'
import type { Role } from '../../kernel/call.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { Refusal } from '../../kernel/refusal.js'
import type { RequestContext } from './context.js'
import { toGraphQLError } from './errors.js'

// Each root field names one of these lists: the roles that may use it (docs/design/security.md#roles). A test checks it.

/** All roles of the people of the bank. */
export const staff: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ANALYST', 'AUDITOR', 'ADMIN']
/** Staff who may look up a customer by number. Analysts and auditors may not: they see pseudonyms only. */
export const customerReaders: readonly Role[] = ['BACK_OFFICE', 'APPROVER', 'ADMIN']
/** Roles that may read what the gateway reads of the customer at the phone. */
export const customerReadersAndGateway: readonly Role[] = ['GATEWAY', ...customerReaders]
/**
 * Roles that may read records: the audit log, the history of a customer, notes, the provider's files and the ledger as a file. An auditor
 * sees them with the masks of an analyst.
 */
export const recordReaders: readonly Role[] = [...customerReaders, 'AUDITOR']
/** Staff who serve customers at a counter. */
export const counterStaff: readonly Role[] = ['BACK_OFFICE', 'ADMIN']
/** Roles that may run the operations of a customer. */
export const journeyActors: readonly Role[] = ['GATEWAY', ...counterStaff]
/** A review case is resolved by two named people: one proposes a resolution, an approver confirms it. */
export const resolutionProposers: readonly Role[] = ['BACK_OFFICE']
export const approvers: readonly Role[] = ['APPROVER']
/** Roles that may read figures about all customers; an analyst gets them without small groups. */
export const insightReaders: readonly Role[] = ['BACK_OFFICE', 'ANALYST', 'AUDITOR', 'ADMIN']
/** Roles that may make score requests, which cost money. */
export const scoreOrderers: readonly Role[] = ['BACK_OFFICE', 'ADMIN']
/** Roles that may propose operations that could harm a customer, by mistake or intention; an approver confirms them. */
export const proposers: readonly Role[] = ['BACK_OFFICE', 'ADMIN']
export const deciders: readonly Role[] = [...proposers, ...approvers]
export const approvalReaders: readonly Role[] = [...deciders, 'AUDITOR']
/** Roles that may do alone, on behalf of a customer, what takes two members of staff. */
export const actorsWithoutApproval: readonly Role[] = ['GATEWAY']
export const keyManagers: readonly Role[] = ['ADMIN']
export const keyReaders: readonly Role[] = [...keyManagers, 'AUDITOR']
export const queueReaders: readonly Role[] = ['BACK_OFFICE', 'ADMIN', 'AUDITOR']
export const clockReaders: readonly Role[] = ['TESTER', ...staff]
export const clockMovers: readonly Role[] = ['TESTER', 'ADMIN']

const forbidden = (detail: string): Error => toGraphQLError(new Refusal('FORBIDDEN', detail))

const tooMany = () => forbidden('Too many customers were looked up; wait a minute')

/** A member of staff looks up a customer by number: limited by a budget, and recorded in the audit log. */
const watchLookUp = async (context: RequestContext, what: string, msisdn: Msisdn): Promise<true> => {
  const { call, watch, customerIdOf, shown } = context
  if (!watch.mayLookUp(call)) throw tooMany()
  const customerId = await customerIdOf(msisdn)
  if (customerId !== null) shown.add(customerId)
  await watch.recordRead(call, what, customerId)
  return true
}

/** Reads by id, and lists, that show customers: each is recorded in the audit log, unless the gateway reads or only a number is asked for. */
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

interface RootArguments {
  readonly id?: string
  readonly by?: Readonly<Record<string, string | null>>
  readonly filter?: Readonly<Record<string, unknown> & { customer?: string | null }> | null
}

/** Filters that cannot narrow a list to one customer. */
const filtersOfMany: ReadonlySet<string> = new Set([
  'assignedTo',
  'differences',
  'endsOn',
  'isAssigned',
  'isMine',
  'isOpen',
  'kind',
  'state',
  'status',
  'waitingForMe',
])

/**
 * Whether only the number of rows is requested, and not the number of one customer's rows. Such a read is not recorded:
 * it shows no customer, and the console polls it.
 */
const onlyCounts = ({ fieldNodes }: GraphQLResolveInfo, { filter }: RootArguments): boolean =>
  fieldNodes.every(({ selectionSet }) =>
    selectionSet?.selections.every((one) => one.kind === 'Field' && one.name.value === 'totalCount'),
  ) && Object.entries(filter ?? {}).every(([name, value]) => value === undefined || filtersOfMany.has(name))

const watchRead = async (
  { watch, call, personal }: RequestContext,
  what: string,
  { id, by = {}, filter }: RootArguments,
): Promise<true> => {
  if (readsById.has(what)) await watch.recordReadById(call, what, id ?? Object.values(by).find(Boolean) ?? '')
  else if (readsOfMany.has(what))
    await watch.recordRead(call, what, personal.keyOf(filter?.customer ?? '') || null)
  return true
}

const refuseRoot = async ({ watch, call }: RequestContext, what: string, roles: readonly Role[]) => {
  await watch.recordRefusal(call, what)
  throw forbidden(`This needs one of the roles ${roles.join(', ')}`)
}

/** Whether a request searches for persons, which is limited by the same budget as look-ups by number. */
const isPersonSearch = ({ fieldName }: GraphQLResolveInfo, { filter }: RootArguments): boolean =>
  fieldName === 'search' ||
  [filter?.['name'], filter?.['nationalId']].some((value) => value !== undefined && value !== null)

export const authChecker: AuthChecker<RequestContext, Role> = ({ context, args, info }, roles) => {
  const { actor } = context.call
  if (!roles.some((role) => actor.roles.has(role))) return refuseRoot(context, info.fieldName, roles)
  const { msisdn: msisdnArgument, by } = args as {
    readonly msisdn?: Msisdn
    readonly by?: { readonly msisdn?: Msisdn }
  }
  const msisdn = msisdnArgument ?? by?.msisdn
  if (by?.msisdn && !customerReaders.some((role) => actor.roles.has(role)))
    return refuseRoot(context, info.fieldName, customerReaders)
  if (isPersonSearch(info, args) && !context.watch.mayLookUp(context.call)) throw tooMany()
  // Only at the root: the fields of a page belong to the same read.
  const isRoot = info.path.prev === undefined
  if (!isRoot || info.operation.operation !== 'query' || actor.roles.has('GATEWAY')) return true
  if (!msisdn) return onlyCounts(info, args) || watchRead(context, info.fieldName, args)
  return watchLookUp(context, info.fieldName, msisdn)
}
