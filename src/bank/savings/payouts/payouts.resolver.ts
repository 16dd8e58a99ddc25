import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { AccountType, CustomerType, toCustomer } from '../../customers/customer.types.js'
import { ofHolders } from '../../customers/of-holders.js'
import { staff } from '../../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { costOfFirstRows, costOfRows } from '../../../platform/graphql/limits.js'
import { PaymentOrderType, toPaymentOrder } from '../../payments/graphql/payment.types.js'
import { PayoutType, toPayout } from './payout.types.js'
import { payouts } from './payouts.connection.js'
import { payoutsById } from './payouts.loaders.js'
import { ledgerEntries } from '../../ledger/ledger.connection.js'
import { readPayout } from '../records/payouts.read.js'
import type { Database } from '../../../platform/database/database.js'
import { transfersOfPayout } from '../../payments/graphql/payments.loaders.js'
import { customersById } from '../../customers/customers.loaders.js'

@Resolver(() => PayoutType)
export class PayoutsResolver {
  constructor(private readonly deps: { readonly database: Database }) {}

  @Authorized(staff)
  @Query(() => PayoutType, { nullable: true, description: 'A payout; null when there is none with this id.' })
  async payout(
    @Ctx() { call }: RequestContext,
    @Arg('id', () => ID, { description: 'The settlement reference, `SET-...`.' }) id: string,
  ): Promise<PayoutType | null> {
    const payout = await readPayout(this.deps.database.read, id)
    return payout ? toPayout(payout, call) : null
  }

  @Authorized(staff)
  @Query(() => payouts.type, {
    complexity: costOfFirstRows,
    description: 'Payouts, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  payouts(@Ctx() context: RequestContext, @Args(() => payouts.args) args: ConnectionArgs) {
    return payouts.page(context, args)
  }

  @Authorized(staff)
  @FieldResolver(() => [PaymentOrderType], {
    complexity: costOfRows(2),
    description: 'Its transfers, by part and attempt; none while it is on hold.',
  })
  async transfers(
    @Root() { id }: PayoutType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType[]> {
    return (await load(transfersOfPayout, id)).map((order) => toPaymentOrder(order, personal))
  }

  @Authorized(staff)
  @FieldResolver(() => ledgerEntries.type, {
    complexity: costOfFirstRows,
    description: 'The lines of the ledger about it, the latest first.',
  })
  ledgerEntries(
    @Root() { id }: PayoutType,
    @Ctx() context: RequestContext,
    @Args(() => ledgerEntries.args) args: ConnectionArgs,
  ) {
    return ledgerEntries.below({ dimension: id }, context, args)
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer whose money it is.' })
  async customer(
    @Root() { customerId }: PayoutType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }
}

@Resolver(() => PaymentOrderType)
export class OrderPayoutResolver {
  @FieldResolver(() => PayoutType, { nullable: true, description: 'The payout of a transfer.' })
  async payout(
    @Root() { payoutId }: PaymentOrderType,
    @Ctx() { load, call }: RequestContext,
  ): Promise<PayoutType | null> {
    const payout = payoutId === null ? undefined : await load(payoutsById, payoutId)
    return payout ? toPayout(payout, call) : null
  }
}

@Resolver(() => CustomerType)
export class CustomerPayoutsResolver {
  @FieldResolver(() => payouts.type, {
    complexity: costOfFirstRows,
    description: 'Their payouts, the latest first.',
  })
  payouts(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => payouts.args) args: ConnectionArgs,
  ) {
    return payouts.below({ customerId: key }, context, args)
  }
}

@Resolver(() => AccountType)
export class AccountPayoutsResolver {
  @FieldResolver(() => payouts.type, {
    complexity: costOfFirstRows,
    description: 'Its payouts, the latest first.',
  })
  payouts(
    @Root() { key }: AccountType,
    @Ctx() context: RequestContext,
    @Args(() => payouts.args) args: ConnectionArgs,
  ) {
    return payouts.below({ accountId: key }, context, args, { narrow: ofHolders('payouts.customer_id') })
  }
}
