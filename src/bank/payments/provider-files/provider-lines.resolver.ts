import { Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { keyOfId } from '../../../kernel/ids.js'
import { recordReaders } from '../../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { costOfFirstRows } from '../../../platform/graphql/limits.js'
import { ordersById } from '../graphql/payments.loaders.js'
import { PaymentOrderType, toPaymentOrder } from '../graphql/payment.types.js'
import { providerLines } from './provider-lines.connection.js'
import { ProviderLineType } from './provider-lines.types.js'

@Resolver(() => ProviderLineType)
export class ProviderLinesResolver {
  @Authorized(recordReaders)
  @Query(() => providerLines.type, {
    complexity: costOfFirstRows,
    description: "Lines of the provider's settlement files, the latest first. Refuses: INVALID_ARGUMENT.",
  })
  providerLines(@Ctx() context: RequestContext, @Args(() => providerLines.args) args: ConnectionArgs) {
    return providerLines.page(context, args)
  }

  @FieldResolver(() => PaymentOrderType, {
    nullable: true,
    description: 'Our order that it matches; null where there is none.',
  })
  async order(
    @Root() { orderId }: ProviderLineType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType | null> {
    const order = orderId === null ? undefined : await load(ordersById, orderId)
    return order ? toPaymentOrder(order, personal) : null
  }
}

@Resolver(() => PaymentOrderType)
export class OrderLinesResolver {
  @Authorized(recordReaders)
  @FieldResolver(() => providerLines.type, {
    complexity: costOfFirstRows,
    description: "The lines of the provider's settlement files about it, the latest first.",
  })
  providerLines(
    @Root() { id }: PaymentOrderType,
    @Ctx() context: RequestContext,
    @Args(() => providerLines.args) args: ConnectionArgs,
  ) {
    return providerLines.below({ orderId: keyOfId('PaymentOrder', id) }, context, args)
  }
}
