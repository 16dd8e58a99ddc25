import { Arg, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../customers/customer.types.js'
import { staff } from '../../platform/graphql/access.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { rows } from '../../platform/graphql/limits.js'
import { LocalDateScalar } from '../../platform/graphql/scalars.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { LedgerAccount } from './chart.js'
import { readEntries, readTrialBalance } from './ledger.read.js'
import {
  ledgerAccountEnum,
  LedgerEntryType,
  toLedgerEntry,
  toTrialBalance,
  TrialBalanceType,
} from './ledger.types.js'
import type { Database } from '../../platform/database/database.js'
import { customersById } from '../customers/customers.loaders.js'

const BookArg = () =>
  Arg('book', () => ID, { defaultValue: 'system', description: 'The real world, or a test clock `CLK-...`.' })

@Resolver(() => LedgerEntryType)
export class LedgerResolver {
  constructor(private readonly deps: { readonly database: Database }) {}

  @Authorized(staff)
  @Query(() => TrialBalanceType, {
    complexity: rows(20),
    description: 'The balances of all accounts of a book as of the end of a day, by booking date.',
  })
  async trialBalance(
    @BookArg() book: string,
    @Arg('asOf', () => LocalDateScalar, { description: 'The last business date to count.' }) asOf: LocalDate,
  ): Promise<TrialBalanceType> {
    return toTrialBalance(book, asOf, await readTrialBalance(this.deps.database.read, book, asOf))
  }

  @Authorized(staff)
  @Query(() => [LedgerEntryType], {
    complexity: rows(50),
    description: 'Entries of a book by booking date, at most 100. Refuses: INVALID_ARGUMENT.',
  })
  async ledgerEntries(
    @BookArg() book: string,
    @Arg('account', () => ledgerAccountEnum, { nullable: true, description: 'Only of this account.' })
    account?: LedgerAccount | null,
    @Arg('dimension', () => ID, { nullable: true, description: 'Only of this position, product or payout.' })
    dimension?: string | null,
    @Arg('from', () => LocalDateScalar, { nullable: true, description: 'The first booking date.' })
    from?: LocalDate | null,
    @Arg('before', () => LocalDateScalar, {
      nullable: true,
      description: 'The booking date after the last.',
    })
    before?: LocalDate | null,
    @Arg('after', () => ID, { nullable: true, description: 'Entries behind this one.' })
    after?: string | null,
  ): Promise<LedgerEntryType[]> {
    const entries = await readEntries(this.deps.database.read, {
      book,
      account: account ?? null,
      dimension: dimension ?? null,
      from: from ?? null,
      before: before ?? null,
      after: after ?? null,
    })
    return entries.map(toLedgerEntry)
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description: 'Whose money it is; null for the interest of a day.',
  })
  async customer(
    @Root() { customerId }: LedgerEntryType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = customerId === null ? undefined : await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }
}
