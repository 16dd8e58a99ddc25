import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../../customers/customer.types.js'
import { staff } from '../../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { costOfFirstRows } from '../../../platform/graphql/limits.js'
import { ordersByQuote } from '../../payments/graphql/payments.loaders.js'
import { PaymentOrderType, toPaymentOrder } from '../../payments/graphql/payment.types.js'
import { ProductType, toProduct } from '../../products/product.types.js'
import { PayoutType, toPayout } from '../payouts/payout.types.js'
import { payoutsByQuote } from '../payouts/payouts.loaders.js'
import { PositionType, toPosition } from '../positions/position.types.js'
import { positionsById } from '../positions/positions.loaders.js'
import { quotes, quotesOnly, toAnyQuote } from './quotes.connection.js'
import { quotesByReference } from './quotes.loaders.js'
import { DepositQuoteType, QuoteType, toQuote } from '../deposits/quote.types.js'
import { findPreview, findQuote } from '../records/request-log.repository.js'
import { toWithdrawalQuote, WithdrawalQuoteType } from './withdrawal-quote.types.js'
import type { Database } from '../../../platform/database/database.js'
import { customersById } from '../../customers/customers.loaders.js'
import { productsById } from '../../products/products.loaders.js'

@Resolver(() => QuoteType)
export class QuotesResolver {
  constructor(private readonly deps: { readonly database: Database }) {}

  @Authorized(staff)
  @Query(() => QuoteType, {
    nullable: true,
    description: 'The quote with this reference; null when there is none.',
  })
  async quote(
    @Ctx() { personal }: RequestContext,
    @Arg('id', () => ID, { description: 'The reference, `DEP-...` or `WDR-...`.' }) reference: string,
  ): Promise<DepositQuoteType | WithdrawalQuoteType | null> {
    const { read } = this.deps.database
    const quote = await findQuote(read, reference)
    if (quote) return toQuote(quote, personal)
    const preview = await findPreview(read, reference)
    return preview ? toWithdrawalQuote(preview, personal) : null
  }

  @Authorized(staff)
  @Query(() => quotes.type, {
    complexity: costOfFirstRows,
    description: 'What customers were shown and may confirm, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  quotes(@Ctx() context: RequestContext, @Args(() => quotes.args) args: ConnectionArgs) {
    return quotes.page(context, args, [quotesOnly])
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer that it belongs to.' })
  async customer(
    @Root() { customerId }: QuoteType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }

  @FieldResolver(() => PositionType, {
    nullable: true,
    description: 'The position that is joined or withdrawn; null when one is to be opened.',
  })
  async position(
    @Root() { positionId }: QuoteType,
    @Ctx() { load, call }: RequestContext,
  ): Promise<PositionType | null> {
    const view = positionId === null ? undefined : await load(positionsById, positionId)
    return view ? toPosition(view, call) : null
  }

  @FieldResolver(() => ProductType, {
    nullable: true,
    description: 'The product version whose terms are booked.',
  })
  async product(
    @Root() { productVersionId }: QuoteType,
    @Ctx() { load }: RequestContext,
  ): Promise<ProductType | null> {
    const product = await load(productsById, productVersionId)
    return product ? toProduct(product) : null
  }
}

@Resolver(() => DepositQuoteType)
export class DepositQuotesResolver {
  @FieldResolver(() => PaymentOrderType, {
    nullable: true,
    description: 'The payment order of its confirmation; null while it is not confirmed.',
  })
  async order(
    @Root() { id: reference }: DepositQuoteType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType | null> {
    const order = await load(ordersByQuote, reference)
    return order ? toPaymentOrder(order, personal) : null
  }
}

@Resolver(() => WithdrawalQuoteType)
export class WithdrawalQuotesResolver {
  @FieldResolver(() => PayoutType, {
    nullable: true,
    description: 'The payout of its confirmation; null while it is not confirmed.',
  })
  async payout(
    @Root() { id: reference }: WithdrawalQuoteType,
    @Ctx() { call, load }: RequestContext,
  ): Promise<PayoutType | null> {
    const payout = await load(payoutsByQuote, reference)
    return payout ? toPayout(payout, call) : null
  }
}

const quoteByReference = async (
  reference: string | null,
  { load, personal }: RequestContext,
): Promise<DepositQuoteType | WithdrawalQuoteType | null> => {
  const entry = reference === null ? undefined : await load(quotesByReference, reference)
  return entry ? toAnyQuote(entry, personal) : null
}

@Resolver(() => PaymentOrderType)
export class OrderQuoteResolver {
  @FieldResolver(() => QuoteType, {
    nullable: true,
    description: 'What the customer was shown before they confirmed a collection; null for other orders.',
  })
  quote(@Root() { quoteReference }: PaymentOrderType, @Ctx() context: RequestContext) {
    return quoteByReference(quoteReference, context)
  }
}

@Resolver(() => PayoutType)
export class PayoutQuoteResolver {
  @Authorized(staff)
  @FieldResolver(() => QuoteType, {
    nullable: true,
    description:
      'What the customer was shown before they confirmed; null for an opt-out, an automatic payout or a reset.',
  })
  quote(@Root() { quoteReference }: PayoutType, @Ctx() context: RequestContext) {
    return quoteByReference(quoteReference, context)
  }
}

@Resolver(() => CustomerType)
export class CustomerQuotesResolver {
  @FieldResolver(() => quotes.type, {
    complexity: costOfFirstRows,
    description: 'What they were shown and may confirm, the latest first.',
  })
  quotes(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => quotes.args) args: ConnectionArgs,
  ) {
    return quotes.below({ customerId: key }, context, args, { only: [quotesOnly] })
  }
}
