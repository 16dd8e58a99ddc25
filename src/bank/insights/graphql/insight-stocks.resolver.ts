import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { costOfRows } from '../../../platform/graphql/limits.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import { balances, cohorts, interestExpense, liabilities, projection } from '../read-stocks.js'
import { datesOf, type OptionalDates } from '../rules/dates.rules.js'
import { bandOf, DatesArg, money, OnArg, readerOf, usualCost } from './arguments.types.js'
import { InsightsType } from './insights.types.js'
import {
  InsightBalancesType,
  InsightCohortsType,
  InsightInterestType,
  InsightLiabilitiesType,
  InsightProjectionType,
} from './stocks.types.js'

@Resolver(() => InsightsType)
export class InsightStocksResolver {
  @FieldResolver(() => [InsightCohortsType], {
    ...usualCost,
    description:
      'By month of the first deposit and months since: how many customers still save, and how much.',
  })
  async cohorts(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightCohortsType[]> {
    const reader = readerOf(context, root)
    const found = await cohorts(reader, datesOf(dates, reader.today, 'MONTH'))
    return found.map((row) => ({ ...row, balance: money(row.balance) }))
  }

  @FieldResolver(() => [InsightLiabilitiesType], {
    ...usualCost,
    description: 'What we owe for savings, by product and month of maturity.',
  })
  async liabilities(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @OnArg() on?: LocalDate,
  ): Promise<InsightLiabilitiesType[]> {
    const found = await liabilities(readerOf(context, root), on)
    return found.map((row) => ({ ...row, principal: money(row.principal) }))
  }

  @FieldResolver(() => [InsightProjectionType], {
    complexity: costOfRows(30),
    description: 'What will mature, day by day. Refuses: INVALID_ARGUMENT.',
  })
  async projection(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @Arg('days', () => Int, { defaultValue: 30, description: 'The number of coming days, at most 366.' })
    days: number,
  ): Promise<InsightProjectionType[]> {
    const found = await projection(readerOf(context, root), days)
    return found.map((row) => ({ ...row, principal: money(row.principal) }))
  }

  @FieldResolver(() => [InsightInterestType], { ...usualCost, description: 'By month and product.' })
  async interestExpense(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightInterestType[]> {
    const reader = readerOf(context, root)
    const found = await interestExpense(reader, datesOf(dates, reader.today, 'MONTH'))
    return found.map((row) => ({ ...row, expense: money(row.expense), accrued: money(row.accrued) }))
  }

  @FieldResolver(() => [InsightBalancesType], {
    ...usualCost,
    description: 'Customers in bands of their balance.',
  })
  async balances(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @OnArg() on?: LocalDate,
  ): Promise<InsightBalancesType[]> {
    const found = await balances(readerOf(context, root), on)
    return found.map(({ from, customers, balance, isRounded }) => ({
      ...bandOf(from),
      customers,
      balance: money(balance),
      isRounded,
    }))
  }
}
