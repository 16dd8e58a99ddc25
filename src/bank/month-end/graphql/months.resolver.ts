import { Arg, Authorized, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { staff } from '../../../platform/graphql/access.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { costOfRows } from '../../../platform/graphql/limits.js'
import type { AccountNumbers } from '../account-numbers.js'
import {
  accountsOf,
  findClosedMonth,
  readAccounts,
  readFees,
  readHindrances,
  readMonths,
} from '../month-end.read.js'
import { monthNamed } from '../month.rules.js'
import {
  MonthAccountType,
  MonthFeesType,
  MonthHindranceType,
  MonthType,
  toMonth,
  toMonthAccount,
  toMonthFees,
} from './month.types.js'

@Resolver(() => MonthType)
export class MonthsResolver {
  constructor(private readonly deps: { readonly accountNumbers: AccountNumbers }) {}

  @Authorized(staff)
  @Query(() => [MonthType], {
    complexity: costOfRows(12),
    description:
      'The months of the books up to the present one, the latest first; at most five years. Refuses: INVALID_ARGUMENT.',
  })
  async months(
    @Ctx() { read, call }: RequestContext,
    @Arg('month', () => ID, { nullable: true, description: 'Only this month: `2026-03`.' })
    name: string | null = null,
  ): Promise<MonthType[]> {
    if (name === null)
      return (await readMonths(read, call.today)).map(({ month, closed }) => toMonth(month, closed))
    const month = monthNamed(name)
    return [toMonth(month, await findClosedMonth(read, month.name))]
  }

  @FieldResolver(() => [MonthHindranceType], {
    complexity: costOfRows(8),
    description: 'What prevents closing it now; empty when it is closed or can be closed.',
  })
  async hindrances(@Root() { month: name, closed }: MonthType, @Ctx() { read }: RequestContext) {
    if (closed) return []
    const month = monthNamed(name)
    return readHindrances(read, month, await readAccounts(read, month, this.deps.accountNumbers))
  }

  @FieldResolver(() => [MonthAccountType], {
    complexity: costOfRows(20),
    description:
      'The balances at its beginning and end; for a closed month with the account numbers at its closing.',
  })
  async accounts(@Root() { month: name, closed }: MonthType, @Ctx() { read }: RequestContext) {
    const accounts = closed
      ? accountsOf(closed)
      : await readAccounts(read, monthNamed(name), this.deps.accountNumbers)
    return accounts.map(toMonthAccount)
  }

  @FieldResolver(() => [MonthFeesType], {
    complexity: costOfRows(4),
    description: "The provider's fees, by its settlement files that have been read.",
  })
  async fees(@Root() { month: name }: MonthType, @Ctx() { read }: RequestContext): Promise<MonthFeesType[]> {
    return (await readFees(read, monthNamed(name))).map(toMonthFees)
  }
}
