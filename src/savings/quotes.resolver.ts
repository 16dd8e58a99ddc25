import { Arg, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../customers/customer.types.js'
import { staff } from '../graphql/access.js'
import type { RequestContext } from '../graphql/context.js'
import type { Domain } from '../graphql/domain.js'
import { orderOfQuote } from '../payments/orders.repository.js'
import { PaymentOrderType, toPaymentOrder } from '../payments/payment.types.js'
import { ProductType, toProduct } from '../products/product.types.js'
import { QuoteType, toQuote } from './quote.types.js'
import { findQuote } from './request-log.repository.js'

@Resolver(() => QuoteType)
export class QuotesResolver {
  constructor(private readonly domain: Domain) {}

  @Authorized(staff)
  @Query(() => QuoteType, {
    nullable: true,
    description: 'What a customer was shown under this reference; null when nobody was.',
  })
  async quote(
    @Ctx() { personal }: RequestContext,
    @Arg('reference', () => ID, { description: 'The reference, `DEP-...`.' }) reference: string,
  ): Promise<QuoteType | null> {
    const quote = await findQuote(this.domain.database.read, reference)
    return quote ? toQuote(quote, personal) : null
  }

  @FieldResolver(() => PaymentOrderType, {
    nullable: true,
    description: 'The payment that honours it; null while it is not confirmed.',
  })
  async order(
    @Root() { reference }: QuoteType,
    @Ctx() { personal }: RequestContext,
  ): Promise<PaymentOrderType | null> {
    const order = await orderOfQuote(this.domain.database.read, reference)
    return order ? toPaymentOrder(order, personal) : null
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'Whose it is.' })
  async customer(
    @Root() { customerId }: QuoteType,
    @Ctx() { loaders, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = await loaders.customers.load(customerId)
    return customer ? toCustomer(customer, personal) : null
  }

  @FieldResolver(() => ProductType, {
    nullable: true,
    description: 'The product version whose terms are booked.',
  })
  async product(
    @Root() { productVersionId }: QuoteType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<ProductType | null> {
    const product = await loaders.products.load(productVersionId)
    return product ? toProduct(product) : null
  }
}
