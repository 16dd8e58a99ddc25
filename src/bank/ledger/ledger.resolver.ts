import { Arg, Args, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { CustomerType, toCustomer } from '../customers/customer.types.js'
import { staff } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows, costOfRows } from '../../platform/graphql/limits.js'
import { LocalDateScalar } from '../../platform/graphql/scalars.js'
import { addMonths, type LocalDate } from '../../kernel/calendar.js'
import { Refusal } from '../../kernel/refusal.js'
import { keyOfId } from '../../kernel/ids.js'
import { entriesOfJournal, journalsById } from './ledger.loaders.js'
import { journals, ledgerEntries } from './ledger.connection.js'
import { readTrialBalance } from './ledger.read.js'
import { monthEnds, readTrialBalances } from './trial-balances.read.js'
import {
  JournalType,
  LedgerEntryType,
  toJournal,
  toLedgerEntry,
  toTrialBalance,
  TrialBalanceType,
} from './ledger.types.js'
import type { Database } from '../../platform/database/database.js'
import { customersById } from '../customers/customers.loaders.js'

/** Five years. */
const monthsMax = 60

export const BookArg = () =>
  Arg('book', () => ID, { defaultValue: 'system', description: 'The real world, or a test clock `CLK-...`.' })

@Resolver(() => LedgerEntryType)
export class LedgerResolver {
  constructor(private readonly deps: { readonly database: Database }) {}

  @Authorized(staff)
  @Query(() => TrialBalanceType, {
    complexity: costOfRows(20),
    description: 'The balances of all accounts of a book as of the end of a day, by booking date.',
  })
  async trialBalance(
    @BookArg() book: string,
    @Arg('asOf', () => LocalDateScalar, { description: 'The last business date to count.' }) asOf: LocalDate,
  ): Promise<TrialBalanceType> {
    return toTrialBalance(book, asOf, await readTrialBalance(this.deps.database.read, book, asOf))
  }

  @Authorized(staff)
  @Query(() => [TrialBalanceType], {
    complexity: costOfRows(60),
    description: `The balances at the end of each month of these dates, at most ${monthsMax} months; for the last month at the last of the dates. Refuses: INVALID_ARGUMENT.`,
  })
  async trialBalances(
    @BookArg() book: string,
    @Arg('from', () => LocalDateScalar, { description: 'The first date.' }) from: LocalDate,
    @Arg('before', () => LocalDateScalar, { description: 'The date after the last.' }) before: LocalDate,
  ): Promise<TrialBalanceType[]> {
    if (addMonths(from, monthsMax) < before)
      throw new Refusal(
        'INVALID_ARGUMENT',
        `before: ${before} is more than ${monthsMax} months after ${from}`,
      )
    const ends = monthEnds(from, before)
    const balances = await readTrialBalances(this.deps.database.read, book, ends)
    return ends.map((end, i) => toTrialBalance(book, end, balances[i]!))
  }

  @Authorized(staff)
  @Query(() => ledgerEntries.type, {
    complexity: costOfFirstRows,
    description: 'Lines of journals, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  ledgerEntries(@Ctx() context: RequestContext, @Args(() => ledgerEntries.args) args: ConnectionArgs) {
    return ledgerEntries.page(context, args)
  }

  @Authorized(staff)
  @Query(() => journals.type, {
    complexity: costOfFirstRows,
    description: 'Journals, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  journals(@Ctx() context: RequestContext, @Args(() => journals.args) args: ConnectionArgs) {
    return journals.page(context, args)
  }

  @FieldResolver(() => JournalType, { description: 'The journal that it is a line of.' })
  async journal(
    @Root() { journalId }: LedgerEntryType,
    @Ctx() { load }: RequestContext,
  ): Promise<JournalType> {
    return toJournal((await load(journalsById, keyOfId('Journal', journalId)))!)
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description:
      'The customer whose money it is; null where it is not about one customer, as with the interest of a day.',
  })
  async customer(
    @Root() { customerId }: LedgerEntryType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = customerId === null ? undefined : await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }
}

@Resolver(() => JournalType)
export class JournalsResolver {
  @FieldResolver(() => [LedgerEntryType], {
    complexity: costOfRows(4),
    description: 'Its lines, in their order.',
  })
  async entries(
    @Root() { key: id }: JournalType,
    @Ctx() { load }: RequestContext,
  ): Promise<LedgerEntryType[]> {
    return (await load(entriesOfJournal, id)).map(toLedgerEntry)
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description:
      'The customer whose money it is; null where it is not about one customer, as with the interest of a day.',
  })
  async customer(
    @Root() { customerId }: JournalType,
    @Ctx() { load, personal }: RequestContext,
  ): Promise<CustomerType | null> {
    const customer = customerId === null ? undefined : await load(customersById, customerId)
    return customer ? toCustomer(customer, personal) : null
  }
}

@Resolver(() => CustomerType)
export class CustomerJournalsResolver {
  @FieldResolver(() => journals.type, {
    complexity: costOfFirstRows,
    description: 'The journals of this customer, the latest first.',
  })
  journals(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => journals.args) args: ConnectionArgs,
  ) {
    return journals.below({ customerId: key }, context, args)
  }

  @FieldResolver(() => ledgerEntries.type, {
    complexity: costOfFirstRows,
    description: 'The lines of the journals of this customer, the latest first.',
  })
  ledgerEntries(
    @Root() { key }: CustomerType,
    @Ctx() context: RequestContext,
    @Args(() => ledgerEntries.args) args: ConnectionArgs,
  ) {
    return ledgerEntries.below({ customerId: key }, context, args)
  }
}
