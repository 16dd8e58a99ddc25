import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { keyOfId } from '../../../kernel/ids.js'
import { AccountType, CustomerType, toCustomer } from '../../customers/customer.types.js'
import { ofHolders } from '../../customers/of-holders.js'
import { staff } from '../../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { costOfFirstRows, costOfRows } from '../../../platform/graphql/limits.js'
import { PaymentOrderType, toPaymentOrder } from './payment.types.js'
import { customersById } from '../../customers/customers.loaders.js'
import { orderComparisons } from '../comparisons.connection.js'
import { orders, refunds } from './orders.connection.js'
import { ordersById, refundsOfOrder } from './payments.loaders.js'

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
    @Arg('id', () => ID, { description: '`ORD-...`, or its reference at the provider.' }) id: string,
  ): Promise<PaymentOrderType | null> {
    const order = await load(ordersById, keyOfId('PaymentOrder', id))
    return order ? toPaymentOrder(order, personal) : null
  }

  @Authorized(staff)
  @Query(() => orders.type, {
    complexity: costOfFirstRows,
    description: 'Payment orders, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  orders(@Ctx() context: RequestContext, @Args(() => orders.args) args: ConnectionArgs) {
    return orders.page(context, args)
  }

  @Authorized(staff)
  @Query(() => orders.type, {
    complexity: costOfFirstRows,
    description: 'Transfers of refunds, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  refunds(@Ctx() context: RequestContext, @Args(() => orders.args) args: ConnectionArgs) {
    return refunds.page(context, args)
  }

  @Authorized(staff)
  @Query(() => orderComparisons.type, {
    complexity: costOfFirstRows,
    description:
      'Days whose orders are compared with the provider, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  orderComparisons(@Ctx() context: RequestContext, @Args(() => orderComparisons.args) args: ConnectionArgs) {
    return orderComparisons.page(context, args)
  }

  @FieldResolver(() => PaymentOrderType, {
    nullable: true,
    description:
      'The collection that a transfer refunds: its money arrived for an account that was being closed.',
  })
  async refundOf(
    @Root() { refundOfId }: PaymentOrderType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType | null> {
    const order = refundOfId === null ? undefined : await load(ordersById, refundOfId)
    return order ? toPaymentOrder(order, personal) : null
  }

  @FieldResolver(() => [PaymentOrderType], {
    name: 'refunds',
    complexity: costOfRows(1),
    description: 'The transfers that refund a collection, by part and attempt; empty for any other order.',
  })
  async refundsOf(
    @Root() { id }: PaymentOrderType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType[]> {
    const paidBack = await load(refundsOfOrder, keyOfId('PaymentOrder', id))
    return paidBack.map((order) => toPaymentOrder(order, personal))
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer whose money it is.' })
  customer(@Root() order: PaymentOrderType, @Ctx() context: RequestContext): Promise<CustomerType | null> {
    return ownerOf(order, context)
  }
}

@Resolver(() => CustomerType)
export class CustomerOrdersResolver {
  @FieldResolver(() => orders.type, {
    complexity: costOfFirstRows,
    description: 'Their payment orders, the latest first.',
  })
  orders(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => orders.args) args: ConnectionArgs,
  ) {
    return orders.below({ customerId: key }, context, args)
  }
}

@Resolver(() => AccountType)
export class AccountOrdersResolver {
  @FieldResolver(() => orders.type, {
    complexity: costOfFirstRows,
    description: 'Its payment orders, the latest first.',
  })
  orders(
    @Root() { key }: AccountType,
    @Ctx() context: RequestContext,
    @Args(() => orders.args) args: ConnectionArgs,
  ) {
    return orders.below({ accountId: key }, context, args, {
      narrow: ofHolders('payment_orders.customer_id'),
    })
  }
}
