import { Arg, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../customers/customer.types.js'
import { staff } from '../graphql/access.js'
import type { RequestContext } from '../graphql/context.js'
import type { Domain } from '../graphql/domain.js'
import { rows } from '../graphql/limits.js'
import { PaymentOrderType, ReviewCaseType, toPaymentOrder, toReviewCase } from './payment.types.js'
import { readOpenReviewCases } from './payments.read.js'

const ownerOf = async (
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

@Resolver(() => ReviewCaseType)
export class ReviewCasesResolver {
  constructor(private readonly domain: Domain) {}

  @Authorized(staff)
  @Query(() => [ReviewCaseType], {
    complexity: rows(20),
    description: 'Open review cases, the oldest first, at most 100.',
  })
  async reviewCases(@Ctx() { personal }: RequestContext): Promise<ReviewCaseType[]> {
    const cases = await readOpenReviewCases(this.domain.database.read)
    return cases.map((review) => toReviewCase(review, personal))
  }

  @FieldResolver(() => PaymentOrderType, { nullable: true, description: 'The order in question.' })
  async order(
    @Root() { orderId }: ReviewCaseType,
    @Ctx() { loaders, personal }: RequestContext,
  ): Promise<PaymentOrderType | null> {
    const order = await loaders.orders.load(orderId)
    return order ? toPaymentOrder(order, personal) : null
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'Whose money it is.' })
  customer(@Root() review: ReviewCaseType, @Ctx() context: RequestContext): Promise<CustomerType | null> {
    return ownerOf(review, context)
  }
}
