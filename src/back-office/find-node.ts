import { accounts, customers } from '../bank/customers/customers.connection.js'
import { readClocks } from '../bank/end-of-day/clocks.read.js'
import { toClock } from '../bank/end-of-day/clock.types.js'
import { journals } from '../bank/ledger/ledger.connection.js'
import { orders } from '../bank/payments/graphql/orders.connection.js'
import { reviewCases } from '../bank/payments/review/reviews.connection.js'
import { payouts } from '../bank/savings/payouts/payouts.connection.js'
import { deposits, positions } from '../bank/savings/positions/positions.connection.js'
import { statements } from '../bank/statements/statements.connection.js'
import { scoreRequests } from '../score-requests/graphql/scores.connection.js'
import type { RequestContext } from '../platform/graphql/context.js'
import type { Named } from '../platform/graphql/node.js'
import { typeReaders } from '../platform/graphql/server/access-of-types.js'
import { listKeys } from '../platform/identity/keys/manage-keys.js'
import { findBlock } from '../bank/customers/blocks.js'
import { toAccountBlock } from '../bank/customers/block.types.js'
import { entryId, readEntriesOf } from '../bank/ledger/ledger.read.js'
import { toLedgerEntry } from '../bank/ledger/ledger.types.js'
import { readShown } from '../bank/savings/records/request-log.repository.js'
import { toAnyQuote } from '../bank/savings/withdrawals/quotes.connection.js'
import { accessEntries } from './audit/access.connection.js'
import { isRowId } from '../kernel/ids.js'
import { approvals } from './approvals.connection.js'
import { auditEntries } from './audit/audit.connection.js'
import { toApiKey } from './keys/keys.types.js'
import { approvalDelegations, approvalLimits } from './limits/limits.connection.js'
import { notes } from './notes/notes.connection.js'
import { shownApproval } from './propose-as.js'
import { roleAssignments } from './keys/role-assignments.connection.js'

type Find = (context: RequestContext, key: string) => Promise<object | null>

interface NodeKind {
  readonly type: string
  readonly find: Find
}

/** A line of a journal; its number follows the id of the journal. */
const findLine: Find = async ({ read }, key) => {
  const [, journal = '', line = ''] = /^(.+)-(\d+)$/.exec(key) ?? []
  const lines = journal === '' ? [] : await readEntriesOf(read, [journal])
  const entry = lines.find((each) => entryId(each) === `${journal}-${line}`)
  return entry ? toLedgerEntry(entry) : null
}

const findQuoteOf: Find = async ({ read, personal }, key) => {
  const [entry] = await readShown(read, [key])
  return entry?.reference === key ? toAnyQuote(entry, personal) : null
}

const findAccountBlock: Find = async ({ read }, key) => {
  const block = await findBlock(read, key)
  return block ? toAccountBlock(block) : null
}

const findKey: Find = async ({ read }, key) => {
  const found = (await listKeys({ database: { read } })).find((each) => each.key.id === key)
  return found ? toApiKey(found) : null
}

const kindOf = (type: string, { node: find }: { readonly node: Find }): NodeKind => ({ type, find })

/**
 * How to find an object by the prefix of its id. For these prefixes the whole id is the key of the row; for those
 * of `byPrefixOfKey` the key is only what follows the prefix.
 */
const byPrefix: Readonly<Record<string, NodeKind>> = {
  ACC: kindOf('Account', accounts),
  POS: kindOf('Position', positions),
  SET: kindOf('Payout', payouts),
  STM: kindOf('Statement', statements),
  NOTE: kindOf('Note', notes),
  LIM: kindOf('ApprovalLimit', approvalLimits),
  DLG: kindOf('ApprovalDelegation', approvalDelegations),
  BLK: { type: 'AccountBlock', find: findAccountBlock },
  DEP: { type: 'DepositQuote', find: findQuoteOf },
  WDR: { type: 'WithdrawalQuote', find: findQuoteOf },
}
const byPrefixOfKey: Readonly<Record<string, NodeKind>> = {
  CUS: kindOf('Customer', customers),
  ORD: kindOf('PaymentOrder', orders),
  PMT: kindOf('Deposit', deposits),
  CASE: kindOf('ReviewCase', reviewCases),
  JRN: kindOf('Journal', journals),
  SCORE: kindOf('ScoreRequest', scoreRequests),
  LINE: { type: 'LedgerEntry', find: findLine },
  AUDIT: kindOf('AuditEntry', auditEntries),
  SEEN: kindOf('AccessEntry', accessEntries),
  KEY: { type: 'ApiKey', find: findKey },
  ROLE: kindOf('RoleAssignment', roleAssignments),
}

const mayRead = ({ call }: RequestContext, type: string): boolean =>
  typeReaders[type]!.some((role) => call.actor.roles.has(role))

const pseudonymPrefixes: readonly string[] = ['ACC', 'CUS']

/** The id behind a pseudonym of an account or a customer. */
const unmasked = ({ personal }: RequestContext, id: string): string | undefined => {
  if (!personal.isMasked) return id
  const key = personal.keyOf(id)
  if (key !== undefined) return isRowId(key) ? `CUS-${key}` : key
  return pseudonymPrefixes.includes(id.split('-')[0]!) ? undefined : id
}

export type NodeDeps = { readonly clockStallSeconds: number } & Parameters<typeof shownApproval>[0]

const findApproval =
  (deps: NodeDeps): Find =>
  (context, key) =>
    approvals.node(context, key, (rows) => rows.map((row) => shownApproval(deps, row, context.personal)))

/**
 * The object with this id, as the id was shown to the same reader; null when there is none, or the reader may not see
 * it.
 */
export const findNode = async (
  deps: NodeDeps,
  context: RequestContext,
  id: string,
): Promise<(object & Named) | null> => {
  const unmaskedId = unmasked(context, id)
  const [, prefix = '', key = ''] = /^([A-Z]+)-(.+)$/.exec(unmaskedId ?? '') ?? []
  if (prefix === 'CLK') {
    const [view] = await readClocks(context.read, [unmaskedId!], deps.clockStallSeconds)
    return view?.clock.id === unmaskedId ? { ...toClock(view!), __typename: 'Clock' } : null
  }
  const kindByWholeId: NodeKind | undefined =
    prefix === 'APR' ? { type: 'Approval', find: findApproval(deps) } : byPrefix[prefix]
  const kind = kindByWholeId ?? byPrefixOfKey[prefix]
  if (!kind || !mayRead(context, kind.type)) return null
  const node = await kind.find(context, kindByWholeId ? unmaskedId! : key)
  return node && { ...node, __typename: kind.type }
}
