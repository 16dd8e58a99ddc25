import { Arg, Authorized, Ctx, ID, Query, Resolver } from 'type-graphql'
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
import { customerReaders, staff } from '../platform/graphql/access.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { NodeType, type Named } from '../platform/graphql/node.js'
import { auditEntries } from './audit.connection.js'

type Find = (context: RequestContext, key: string) => Promise<object | null>

interface Kind {
  readonly type: string
  readonly find: Find
}

const of = (type: string, { node: find }: { readonly node: Find }): Kind => ({ type, find })

/** By what ids begin with; a reference of the wire is the whole key, of others the key stands behind the prefix. */
const byPrefix: Readonly<Record<string, Kind>> = {
  ACC: of('Account', accounts),
  POS: of('Position', positions),
  SET: of('Payout', payouts),
  STM: of('Statement', statements),
}
const behindPrefix: Readonly<Record<string, Kind>> = {
  CUS: of('Customer', customers),
  ORD: of('PaymentOrder', orders),
  PMT: of('Deposit', deposits),
  CASE: of('ReviewCase', reviewCases),
  JRN: of('Journal', journals),
  SCORE: of('ScoreRequest', scoreRequests),
  AUDIT: of('AuditEntry', auditEntries),
}

const ofSomebody: readonly string[] = ['ACC', 'CUS']
const rowId = /^[\dA-HJKMNP-TV-Z]{26}$/

/** The id behind a pseudonym, which is of an account or of a customer. */
const unmasked = ({ personal }: RequestContext, id: string): string | undefined => {
  if (!personal.isMasked) return id
  const key = personal.keyOf(id)
  if (key !== undefined) return rowId.test(key) ? `CUS-${key}` : key
  return ofSomebody.includes(id.split('-')[0]!) ? undefined : id
}

@Resolver()
export class NodesResolver {
  constructor(private readonly deps: { readonly clockStallSeconds: number }) {}

  @Authorized(staff)
  @Query(() => NodeType, {
    nullable: true,
    description: 'What has this id, whatever it is; null where nothing has.',
  })
  async node(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'As it was shown to the same reader.' }) id: string,
  ): Promise<(object & Named) | null> {
    const known = unmasked(context, id)
    const [, prefix = '', key = ''] = /^([A-Z]+)-(.+)$/.exec(known ?? '') ?? []
    if (prefix === 'CLK') {
      const [view] = await readClocks(context.read, [known!], this.deps.clockStallSeconds)
      return view?.clock.id === known ? { ...toClock(view!), __typename: 'Clock' } : null
    }
    if (prefix === 'AUDIT' && !customerReaders.some((role) => context.call.actor.roles.has(role))) return null
    const kind = byPrefix[prefix] ?? behindPrefix[prefix]
    if (!kind) return null
    const node = await kind.find(context, byPrefix[prefix] ? known! : key)
    return node && { ...node, __typename: kind.type }
  }
}
