import { Arg, Authorized, Ctx, ID, Query, Resolver } from 'type-graphql'
import { CustomerType, toCustomer } from '../../bank/customers/customer.types.js'
import { customersById } from '../../bank/customers/customers.loaders.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import { staff } from '../../platform/graphql/access.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { inputOf } from '../../platform/graphql/filters.js'
import { MsisdnScalar } from '../../platform/graphql/scalars.js'
import { findHits, findTransaction } from './search.read.js'

const id = (description: string) => ({ type: () => ID, description })

/** A caller gives exactly one of these: `isOneOf` is set on the built schema. */
const CustomerByInput = inputOf('CustomerBy', 'One identifier of a customer.', {
  id: id('As `Customer.id` is shown to the same reader.'),
  msisdn: { type: () => MsisdnScalar, description: 'Their mobile number; not for analysts.' },
  accountId: id('Any of their accounts, `ACC-...`, as it is shown to the same reader.'),
  positionId: id('Any of their positions, `POS-...`.'),
  payoutId: id('Any of their payouts, `SET-...`.'),
  orderId: id('Any of their payment orders, `ORD-...`.'),
  reference: id('The reference of a quote, a preview or a statement: `DEP-...`, `WDR-...`, `STM-...`.'),
  providerTransaction: { type: () => String, description: "The provider's number of a payment." },
})

interface CustomerBy {
  readonly id?: string | null
  readonly msisdn?: Msisdn | null
  readonly accountId?: string | null
  readonly positionId?: string | null
  readonly payoutId?: string | null
  readonly orderId?: string | null
  readonly reference?: string | null
  readonly providerTransaction?: string | null
}

/** The form of each kind of id and reference. */
const prefixes: Readonly<Partial<Record<keyof CustomerBy, RegExp>>> = {
  accountId: /^ACC-/,
  positionId: /^POS-/,
  payoutId: /^SET-/,
  orderId: /^ORD-|^[\da-f]{8}-/i,
  reference: /^(DEP|WDR|STM)-/,
}

const keyOf = async (by: CustomerBy, context: RequestContext): Promise<string | undefined> => {
  const { personal, read, peppers, customerIdOf } = context
  if (by.id) return personal.keyOf(by.id)
  if (by.msisdn) return (await customerIdOf(by.msisdn)) ?? undefined
  if (by.providerTransaction)
    return (await findTransaction(read, by.providerTransaction))[0]?.customerId ?? undefined
  const [name, given = ''] = Object.entries(by).find(([, value]) => value) ?? []
  const text = name === 'accountId' ? (personal.keyOf(given) ?? '') : given
  if (!prefixes[name as keyof CustomerBy]?.test(text)) return undefined
  return (await findHits({ sql: read, peppers }, text, 1))[0]?.customerId ?? undefined
}

@Resolver()
export class CustomerResolver {
  @Authorized(staff)
  @Query(() => CustomerType, {
    nullable: true,
    description:
      'A customer by exactly one identifier; null when there is none. Analysts may not look anybody up by number.',
  })
  async customer(
    @Ctx() context: RequestContext,
    @Arg('by', () => CustomerByInput, { description: 'Exactly one of these.' }) by: CustomerBy,
  ): Promise<CustomerType | null> {
    const key = await keyOf(by, context)
    const customer = key === undefined ? undefined : await context.load(customersById, key)
    return customer ? toCustomer(customer, context.personal) : null
  }
}
