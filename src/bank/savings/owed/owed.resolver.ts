import { Arg, Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../../customers/customer.types.js'
import { customersById } from '../../customers/customers.loaders.js'
import { ordersById } from '../../payments/graphql/payments.loaders.js'
import { PaymentOrderType, toPaymentOrder } from '../../payments/graphql/payment.types.js'
import { BookArg } from '../../ledger/ledger.resolver.js'
import { staff } from '../../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { costOfFirstRows, costOfRows } from '../../../platform/graphql/limits.js'
import { LocalDateScalar } from '../../../platform/graphql/scalars.js'
import { systemClockId } from '../../business-clock/clock.entity.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import { readOwed } from './owed.read.js'
import { OwedByMaturityType, toOwed } from './owed.types.js'
import { suspense } from './suspense.connection.js'
import { SuspendedPaymentType } from './suspense.types.js'

@Resolver(() => SuspendedPaymentType)
export class OwedResolver {
  @Authorized(staff)
  @Query(() => [OwedByMaturityType], {
    complexity: costOfRows(6),
    description:
      'What a book owes for savings at the end of a date, by when they mature; buckets without any are left out.',
  })
  async owedByMaturity(
    @Ctx() { read }: RequestContext,
    @BookArg() book: string,
    @Arg('on', () => LocalDateScalar, { description: 'The date.' }) on: LocalDate,
  ): Promise<OwedByMaturityType[]> {
    return (await readOwed(read, book, on)).map(toOwed)
  }

  @Authorized(staff)
  @Query(() => suspense.type, {
    complexity: costOfFirstRows,
    description:
      'Payments that arrived for a closing or closed account and are not fully refunded; those of the real world unless a book is given. Refuses: INVALID_ARGUMENT.',
  })
  suspense(@Ctx() context: RequestContext, @Args(() => suspense.args) args: ConnectionArgs) {
    const book = { sql: 'postings.book = ?', parameters: [systemClockId] }
    return suspense.page(context, args, args.filter?.['book'] ? [] : [book])
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer whose money it is.' })
  async customer(
    @Root() { customerId }: SuspendedPaymentType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }

  @FieldResolver(() => PaymentOrderType, { description: 'The collection that brought it.' })
  async order(
    @Root() { orderId }: SuspendedPaymentType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType> {
    return toPaymentOrder((await load(ordersById, orderId))!, personal)
  }
}

@Resolver(() => CustomerType)
export class CustomerSuspenseResolver {
  @Authorized(staff)
  @FieldResolver(() => suspense.type, {
    complexity: costOfFirstRows,
    description:
      'The payments of this customer that arrived for a closing or closed account and are not fully refunded.',
  })
  suspense(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => suspense.args) args: ConnectionArgs,
  ) {
    return suspense.below({ customerId: key }, context, args)
  }
}
