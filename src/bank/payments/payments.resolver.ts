import { Arg, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../customers/customer.types.js'
import { staff } from '../../platform/graphql/access.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { PaymentOrderType, toPaymentOrder } from './payment.types.js'

/** The customer whose money a row is about. */
export const ownerOf = async (
  { customerId }: { readonly customerId: string },
  { loaders, personal }: RequestContext,
): Promise<CustomerType | null> => {
  const customer = await loaders.customers.load(customerId)
  return customer ? toCustomer(customer, personal) : null
}

@Resolver(() => PaymentOrderType)
export class OrdersResolver {
  @Authorized(staff)
  @Query(() => PaymentOrderType, {
    nullable: true,
    description: 'A payment order; null when there is none with this id.',
  })
  async order(
    @Ctx() { loaders, personal }: RequestContext,
    @Arg('id', () => ID, { description: 'Its reference at the provider.' }) id: string,
  ): Promise<PaymentOrderType | null> {
    const order = await loaders.orders.load(id)
    return order ? toPaymentOrder(order, personal) : null
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'Whose money it is.' })
  customer(@Root() order: PaymentOrderType, @Ctx() context: RequestContext): Promise<CustomerType | null> {
    return ownerOf(order, context)
  }
}
