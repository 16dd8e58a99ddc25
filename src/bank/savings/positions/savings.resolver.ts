import { Arg, Args, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../../customers/customer.types.js'
import { customerReadersAndGateway, staff } from '../../../platform/graphql/access.js'
import { MsisdnArg } from '../../../platform/graphql/arguments.js'
import type { ConnectionArgs } from '../../../platform/graphql/connection.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { costOfFirstRows, costOfRows } from '../../../platform/graphql/limits.js'
import { LocalDateScalar } from '../../../platform/graphql/scalars.js'
import { ProductType, toProduct } from '../../products/product.types.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { readBalance } from './balance.read.js'
import { SavingsBalanceType, toSavingsBalance } from './balance.types.js'
import {
  DepositType,
  PositionType,
  PositionWorthType,
  toPosition,
  toPositionWorth,
} from './position.types.js'
import { ownerOf } from '../../payments/graphql/payments.resolver.js'
import { deposits, positions } from './positions.connection.js'
import { PayoutType } from '../payouts/payout.types.js'
import { depositsByOrder, positionsById } from './positions.loaders.js'
import { keyOfId } from '../../../kernel/ids.js'
import { PaymentOrderType, toPaymentOrder } from '../../payments/graphql/payment.types.js'
import { ordersById } from '../../payments/graphql/payments.loaders.js'
import { ledgerEntries } from '../../ledger/ledger.connection.js'
import { readPositions } from '../records/savings.read.js'
import { toTransaction, TransactionType } from './transaction.types.js'
import { readTransactions } from './transactions.read.js'
import { readUnderWay } from './under-way.read.js'
import { MoneyUnderWayType, toUnderWay } from './under-way.types.js'
import type { Database } from '../../../platform/database/database.js'
import { customersById } from '../../customers/customers.loaders.js'
import { productsById } from '../../products/products.loaders.js'

@Resolver(() => PositionType)
export class SavingsResolver {
  constructor(private readonly deps: { readonly database: Database }) {}

  @Authorized(customerReadersAndGateway)
  @Query(() => SavingsBalanceType, {
    description: 'The balance of a number; zeros for an unregistered one.',
  })
  async savingsBalance(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<SavingsBalanceType> {
    return toSavingsBalance(await readBalance(this.deps.database.read, call, msisdn))
  }

  @Authorized(customerReadersAndGateway)
  @Query(() => [PositionType], {
    complexity: costOfRows(5),
    description:
      'The positions of a number that are not closed, oldest first: accruing, matured and paying out.',
  })
  async openPositions(@Ctx() { call }: RequestContext, @MsisdnArg() msisdn: Msisdn): Promise<PositionType[]> {
    const views = await readPositions(this.deps.database.read, call, msisdn)
    return views.map((view) => toPosition(view, call))
  }

  @Authorized(staff)
  @Query(() => positions.type, {
    complexity: costOfFirstRows,
    description: 'Positions, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  positions(@Ctx() context: RequestContext, @Args(() => positions.args) args: ConnectionArgs) {
    return positions.page(context, args)
  }

  @Authorized(staff)
  @Query(() => deposits.type, {
    complexity: costOfFirstRows,
    description: 'Settled payments into positions, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  deposits(@Ctx() context: RequestContext, @Args(() => deposits.args) args: ConnectionArgs) {
    return deposits.page(context, args)
  }

  @Authorized(customerReadersAndGateway)
  @Query(() => [TransactionType], {
    complexity: costOfRows(10),
    description: 'The last ten movements of the present account, newest first.',
  })
  async transactions(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<TransactionType[]> {
    return (await readTransactions(this.deps.database.read, call, msisdn)).map(toTransaction)
  }

  @Authorized(customerReadersAndGateway)
  @Query(() => [MoneyUnderWayType], {
    complexity: costOfRows(5),
    description: "Money under way, to us or to the wallet, of a number's present account.",
  })
  async moneyUnderWay(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<MoneyUnderWayType[]> {
    return (await readUnderWay(this.deps.database, call, msisdn)).map((money) => toUnderWay(money, call))
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer who owns it.' })
  async customer(
    @Root() { view }: PositionType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = await load(customersById, view.position.customerId)
    return customer ? toCustomer(customer, personal) : null
  }

  @FieldResolver(() => ProductType, {
    nullable: true,
    description: 'The product version whose terms it keeps.',
  })
  async product(
    @Root() { view }: PositionType,
    @Ctx() { load }: RequestContext,
  ): Promise<ProductType | null> {
    const product = await load(productsById, view.position.productVersionId)
    return product ? toProduct(product) : null
  }

  @FieldResolver(() => PositionWorthType, {
    description: 'What it is worth on a past or future date, if it is not withdrawn.',
  })
  worthOn(
    @Root() { view }: PositionType,
    @Arg('date', () => LocalDateScalar, { description: 'The date to look at.' }) date: LocalDate,
  ): PositionWorthType {
    return toPositionWorth(view, date)
  }

  @Authorized(staff)
  @FieldResolver(() => ledgerEntries.type, {
    complexity: costOfFirstRows,
    description: 'The lines of the ledger about it, the latest first.',
  })
  ledgerEntries(
    @Root() { id }: PositionType,
    @Ctx() context: RequestContext,
    @Args(() => ledgerEntries.args) args: ConnectionArgs,
  ) {
    return ledgerEntries.below({ dimension: id }, context, args)
  }

  @FieldResolver(() => deposits.type, {
    name: 'deposits',
    complexity: costOfFirstRows,
    description: 'Its deposits, the latest first.',
  })
  depositsOf(
    @Root() { id }: PositionType,
    @Ctx() context: RequestContext,
    @Args(() => deposits.args) args: ConnectionArgs,
  ) {
    return deposits.below({ positionId: id }, context, args)
  }
}

@Resolver(() => DepositType)
export class DepositLinksResolver {
  @FieldResolver(() => CustomerType, { nullable: true, description: 'The customer who paid it in.' })
  customer(@Root() deposit: DepositType, @Ctx() context: RequestContext): Promise<CustomerType | null> {
    return ownerOf(deposit, context)
  }

  @Authorized(staff)
  @FieldResolver(() => PaymentOrderType, { description: 'The collection that brought it.' })
  async order(
    @Root() { id }: DepositType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<PaymentOrderType> {
    return toPaymentOrder((await load(ordersById, keyOfId('Deposit', id)))!, personal)
  }

  @FieldResolver(() => PositionType, { description: 'The position that it was paid into.' })
  position(@Root() { view }: DepositType, @Ctx() { call }: RequestContext): PositionType {
    return toPosition(view, call)
  }
}

@Resolver(() => PayoutType)
export class PayoutPositionResolver {
  @Authorized(staff)
  @FieldResolver(() => PositionType, { nullable: true, description: 'The position that was withdrawn.' })
  async position(
    @Root() { positionId }: PayoutType,
    @Ctx() { load, call }: RequestContext,
  ): Promise<PositionType | null> {
    const view = await load(positionsById, positionId)
    return view ? toPosition(view, call) : null
  }
}

@Resolver(() => PaymentOrderType)
export class OrderPositionResolver {
  @FieldResolver(() => PositionType, {
    nullable: true,
    description:
      'The position that a collection was paid into; null before that, if it is refunded or voided, and for other orders.',
  })
  async position(
    @Root() { id }: PaymentOrderType,
    @Ctx() { load, call }: RequestContext,
  ): Promise<PositionType | null> {
    const deposit = await load(depositsByOrder, keyOfId('PaymentOrder', id))
    const view = deposit && (await load(positionsById, deposit.positionId))
    return view ? toPosition(view, call) : null
  }
}
