import { Arg, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../customers/customer.types.js'
import { staff } from '../../platform/graphql/access.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { rows } from '../../platform/graphql/limits.js'
import { PaymentOrderType, toPaymentOrder } from './payment.types.js'
import { customersById } from '../customers/customers.loaders.js'
import { ordersById, ordersOfCustomer } from './payments.loaders.js'

/** The customer whose money a row is about. */
export const ownerOf = async (
  { customerId }: { readonly customerId: string },
  { load, personal }: RequestContext,
): Promise<CustomerType | null> => {
  const customer = await load(customersById, customerId)
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
    @Ctx() { load, personal }: RequestContext,
    @Arg('id', () => ID, { description: 'Its reference at the provider.' }) id: string,
  ): Promise<PaymentOrderType | null> {
    const order = await load(ordersById, id)
    return order ? toPaymentOrder(order, personal) : null
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'Whose money it is.' })
  customer(@Root() order: PaymentOrderType, @Ctx() context: RequestContext): Promise<CustomerType | null> {
    return ownerOf(order, context)
  }
}

@Resolver(() => CustomerType)
export class CustomerOrdersResolver {
  @FieldResolver(() => [PaymentOrderType], {
    complexity: rows(20),
    description: 'The latest 50 payment orders, newest first.',
  })
  async orders(
    @Root() { key }: CustomerType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType[]> {
    return (await load(ordersOfCustomer, key)).map((order) => toPaymentOrder(order, personal))
  }
}
