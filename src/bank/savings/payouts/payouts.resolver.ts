import { Arg, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../../customers/customer.types.js'
import { staff } from '../../../platform/graphql/access.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { rows } from '../../../platform/graphql/limits.js'
import { PaymentOrderType, toPaymentOrder } from '../../payments/payment.types.js'
import type { PayoutStatus } from '../rules/exit.rules.js'
import { payoutStatusEnum, PayoutType, toPayout } from './payout.types.js'
import { readPayout, readPayouts } from '../records/payouts.read.js'
import type { Database } from '../../../platform/database/database.js'
import { transfersOfPayout } from '../../payments/payments.loaders.js'
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
  @Query(() => [PayoutType], { complexity: rows(20), description: 'Payouts that stand so, at most 100.' })
  async payouts(
    @Ctx() { call }: RequestContext,
    @Arg('status', () => payoutStatusEnum, { description: 'Where their money is.' }) status: PayoutStatus,
    @Arg('book', () => ID, {
      defaultValue: 'system',
      description: 'The real world, or a test clock `CLK-...`.',
    })
    book: string,
    @Arg('after', () => ID, { nullable: true, description: 'Payouts behind this one.' })
    after?: string | null,
  ): Promise<PayoutType[]> {
    const payouts = await readPayouts(this.deps.database.read, { book, status, after: after ?? null })
    return payouts.map((payout) => toPayout(payout, call))
  }

  @Authorized(staff)
  @FieldResolver(() => [PaymentOrderType], {
    complexity: rows(2),
    description: 'The orders that carry it, by part and attempt; none while it is held.',
  })
  async transfers(
    @Root() { id }: PayoutType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType[]> {
    return (await load(transfersOfPayout, id)).map((order) => toPaymentOrder(order, personal))
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'Whose money it is.' })
  async customer(
    @Root() { customerId }: PayoutType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }
}
