import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'
import { Arg, Authorized, Ctx, Info, Int, Query, Resolver } from 'type-graphql'
import { toAccount, toCustomer } from '../../bank/customers/customer.types.js'
import { accountsById, customersById } from '../../bank/customers/customers.loaders.js'
import { ordersById } from '../../bank/payments/graphql/payments.loaders.js'
import { toPaymentOrder } from '../../bank/payments/graphql/payment.types.js'
import { toQuote } from '../../bank/savings/deposits/quote.types.js'
import { payoutsById } from '../../bank/savings/payouts/payouts.loaders.js'
import { toPayout } from '../../bank/savings/payouts/payout.types.js'
import { positionsById } from '../../bank/savings/positions/positions.loaders.js'
import { toPosition } from '../../bank/savings/positions/position.types.js'
import { findPreview, findQuote } from '../../bank/savings/records/request-log.repository.js'
import { toWithdrawalQuote } from '../../bank/savings/withdrawals/withdrawal-quote.types.js'
import { findStatement } from '../../bank/statements/statements.read.js'
import { toStatement } from '../../bank/statements/statement.types.js'
import { Refusal } from '../../kernel/refusal.js'
import { customerReaders } from '../../platform/graphql/access.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows } from '../../platform/graphql/limits.js'
import { toScore } from '../../score-requests/graphql/score.types.js'
import { findScore } from '../../score-requests/requests/scores.read.js'
import { findNode, type NodeDeps } from '../find-node.js'
import { findHits, type Hit, type HitKind } from './search.read.js'
import { SearchHitType } from './search.types.js'

const firstMax = 20

const quoteOf = async (reference: string, { read, personal }: RequestContext): Promise<object | null> => {
  const quote = await findQuote(read, reference)
  if (quote) return toQuote(quote, personal)
  const preview = await findPreview(read, reference)
  return preview ? toWithdrawalQuote(preview, personal) : null
}

/** How each kind of result is read and shown; null for a quote that no longer exists. */
const shown: Readonly<
  Record<Exclude<HitKind, 'NODE'>, (id: string, context: RequestContext) => Promise<object | null>>
> = {
  CUSTOMER: async (id, { load, personal }) => toCustomer((await load(customersById, id))!, personal),
  ACCOUNT: async (id, { load, personal }) => toAccount((await load(accountsById, id))!, personal),
  POSITION: async (id, { load, call }) => toPosition((await load(positionsById, id))!, call),
  ORDER: async (id, { load, personal }) => toPaymentOrder((await load(ordersById, id))!, personal),
  PAYOUT: async (id, { load, call }) => toPayout((await load(payoutsById, id))!, call),
  STATEMENT: async (id, { read, personal }) => toStatement((await findStatement(read, id))!, personal),
  QUOTE: quoteOf,
  SCORE: async (id, { read, personal, call }) =>
    toScore((await findScore(read, id))!, personal, call.language),
}

const toHit = async (
  deps: NodeDeps,
  { kind, id, customerId }: Hit,
  context: RequestContext,
): Promise<SearchHitType[]> => {
  const [found, customer] = await Promise.all([
    kind === 'NODE' ? findNode(deps, context, id) : shown[kind](id, context),
    customerId === null ? null : context.load(customersById, customerId),
  ])
  if (!found || customer === undefined) return []
  const whose = customer && toCustomer(customer, context.personal)
  return [{ found: { ...found, kind }, whose, customer: whose }]
}

/** Whether the query selects this field, directly or in a fragment. */
const isSelected = ({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean => {
  const isIn = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((one) => {
      if (one.kind === Kind.FIELD) return one.name.value === name
      return isIn(
        one.kind === Kind.INLINE_FRAGMENT ? one.selectionSet : fragments[one.name.value]?.selectionSet,
      )
    }) ?? false
  return fieldNodes.some(({ selectionSet }) => isIn(selectionSet))
}

@Resolver()
export class SearchResolver {
  constructor(private readonly deps: NodeDeps) {}

  @Authorized(customerReaders)
  @Query(() => [SearchHitType], {
    complexity: costOfFirstRows,
    description:
      'Finds what a text identifies. Digits, with any spacing or calling code, find numbers by their beginning or end; the provider’s ' +
      'number of a transaction finds its order; a text with `@` finds e-mail addresses by their beginning; a reference, an id or a UUID finds what has it; a ' +
      'name or a national ID finds score requests about the person. Refuses: INVALID_ARGUMENT.',
  })
  async search(
    @Ctx() context: RequestContext,
    @Arg('text', () => String, {
      description: 'At least three digits, an address, a name, a reference or an id.',
    })
    text: string,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 10, description: `How many, 1 to ${firstMax}.` }) first: number,
  ): Promise<SearchHitType[]> {
    if (first < 1 || first > firstMax)
      throw new Refusal('INVALID_ARGUMENT', `first: ${first} is not from 1 to ${firstMax}`)
    const found = await findHits({ sql: context.read, peppers: context.peppers }, text, first)
    const hits = isSelected(info, 'customer') ? found.filter(({ customerId }) => customerId !== null) : found
    const owners = [...new Set(hits.map(({ customerId }) => customerId))]
    // The read is logged before the answer; with the customer, if all hits belong to one.
    await context.watch.recordRead(context.call, 'search', owners.length === 1 ? owners[0]! : null)
    return (await Promise.all(hits.map((hit) => toHit(this.deps, hit, context)))).flat()
  }
}
