import { Arg, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../../customers/customer.types.js'
import { journeyReaders } from '../../../platform/graphql/access.js'
import { MsisdnArg } from '../../../platform/graphql/arguments.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { rows } from '../../../platform/graphql/limits.js'
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
  toDeposits,
  toPosition,
  toPositionWorth,
} from './position.types.js'
import { readPositions, readPositionsOf, type PositionView } from '../records/savings.read.js'
import { many } from '../../../platform/graphql/loading.js'
import { toTransaction, TransactionType } from './transaction.types.js'
import { readTransactions } from './transactions.read.js'
import { readUnderWay } from './under-way.read.js'
import { MoneyUnderWayType, toUnderWay } from './under-way.types.js'
import type { Database } from '../../../platform/database/database.js'
import { customersById } from '../../customers/customers.loaders.js'
import { productsById } from '../../products/products.loaders.js'

const ownerOf = ({ position }: PositionView) => position.customerId

/** Oldest first, with their deposits. */
const openPositions = many(({ read, call }, ids) => readPositionsOf(read, call, ids, 'OPEN'), ownerOf)
const allPositions = many(({ read, call }, ids) => readPositionsOf(read, call, ids, 'ALL'), ownerOf)

@Resolver(() => PositionType)
export class SavingsResolver {
  constructor(private readonly deps: { readonly database: Database }) {}

  @Authorized(journeyReaders)
  @Query(() => SavingsBalanceType, {
    description: 'What a number has saved; zeros for one that nobody registered.',
  })
  async savingsBalance(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<SavingsBalanceType> {
    return toSavingsBalance(await readBalance(this.deps.database.read, call, msisdn))
  }

  @Authorized(journeyReaders)
  @Query(() => [PositionType], {
    complexity: rows(5),
    description: 'The open positions of a number, oldest first: accruing, matured and paying out.',
  })
  async positions(@Ctx() { call }: RequestContext, @MsisdnArg() msisdn: Msisdn): Promise<PositionType[]> {
    const views = await readPositions(this.deps.database.read, call, msisdn)
    return views.map((view) => toPosition(view, call))
  }

  @Authorized(journeyReaders)
  @Query(() => [TransactionType], {
    complexity: rows(10),
    description: 'The last ten movements of the present account, newest first.',
  })
  async transactions(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<TransactionType[]> {
    return (await readTransactions(this.deps.database.read, call, msisdn)).map(toTransaction)
  }

  @Authorized(journeyReaders)
  @Query(() => [MoneyUnderWayType], {
    complexity: rows(5),
    description: 'Money of the present account of a number that is under way, to us or to the wallet.',
  })
  async moneyUnderWay(
    @Ctx() { call }: RequestContext,
    @MsisdnArg() msisdn: Msisdn,
  ): Promise<MoneyUnderWayType[]> {
    return (await readUnderWay(this.deps.database, call, msisdn)).map((money) => toUnderWay(money, call))
  }

  @FieldResolver(() => CustomerType, { nullable: true, description: 'Its owner.' })
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
    description: 'What it will be worth on a date, if it stays; also on a date that has passed.',
  })
  worthOn(
    @Root() { view }: PositionType,
    @Arg('date', () => LocalDateScalar, { description: 'The date to look at.' }) date: LocalDate,
  ): PositionWorthType {
    return toPositionWorth(view, date)
  }

  @FieldResolver(() => [DepositType], { complexity: rows(5), description: 'What was paid in.' })
  deposits(@Root() { view }: PositionType): DepositType[] {
    return toDeposits(view)
  }
}

@Resolver(() => CustomerType)
export class CustomerPositionsResolver {
  @FieldResolver(() => [PositionType], { complexity: rows(5), description: 'Their savings, oldest first.' })
  async positions(
    @Root() { key }: CustomerType,
    @Ctx() { load, call }: RequestContext,
    @Arg('includeClosed', () => Boolean, {
      defaultValue: false,
      description: 'Also those that were paid out.',
    })
    includeClosed: boolean,
  ): Promise<PositionType[]> {
    const views = await load(includeClosed ? allPositions : openPositions, key)
    return views.map((view) => toPosition(view, call))
  }
}
