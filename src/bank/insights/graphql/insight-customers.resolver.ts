import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { civilDate } from '../../../kernel/calendar.js'
import { customers, flowsBy, rateChange, renewals, scores } from '../read-flows.js'
import { readVersions } from '../records/versions.read.js'
import { datesOf, type OptionalDates } from '../rules/dates.rules.js'
import type { Period } from '../rules/periods.rules.js'
import { ByArg, DatesArg, money, readerOf, usualCost } from './arguments.types.js'
import {
  InsightCustomersType,
  InsightRateChangeType,
  InsightRenewalsType,
  InsightScoreReasonsType,
  InsightScoresType,
  InsightsType,
} from './insights.types.js'

@Resolver(() => InsightsType)
export class InsightCustomersResolver {
  @FieldResolver(() => [InsightRenewalsType], {
    ...usualCost,
    description:
      'How many savings matured, and after how many of them the customer paid in again within 30 days.',
  })
  async renewal(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @ByArg() by: Period,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightRenewalsType[]> {
    const reader = readerOf(context, root)
    const found = await renewals(reader, datesOf(dates, reader.today, by), by)
    return found.map((row) => ({
      ...row,
      principal: money(row.principal),
      renewedPrincipal: money(row.renewedPrincipal),
      isRounded: root.isForRelease,
    }))
  }

  @FieldResolver(() => [InsightRateChangeType], {
    ...usualCost,
    description:
      'Deposits before and after each version that was published on these dates, the latest first, at most 50. Refuses: INVALID_ARGUMENT.',
  })
  async rateChange(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @Arg('days', () => Int, {
      defaultValue: 30,
      description: 'The number of days before and after, at most 180.',
    })
    days: number,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightRateChangeType[]> {
    const reader = readerOf(context, root)
    const versions = await readVersions(reader, datesOf(dates, reader.today, 'MONTH'), civilDate(reader.zone))
    const found = await rateChange(reader, versions, days)
    return found.map(({ before, after, ...row }) => ({
      ...row,
      countBefore: before.count,
      amountBefore: money(before.amount),
      countAfter: after.count,
      amountAfter: money(after.amount),
      isPartial: before.isPartial || after.isPartial,
    }))
  }

  @FieldResolver(() => [InsightScoresType], {
    ...usualCost,
    description: 'By product, decision and risk band, with the minutes until their end.',
  })
  async scores(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @ByArg() by: Period,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightScoresType[]> {
    const reader = readerOf(context, root)
    return scores(reader, datesOf(dates, reader.today, by), by)
  }

  @FieldResolver(() => [InsightScoreReasonsType], {
    ...usualCost,
    description: 'The reasons of score results, by product and decision.',
  })
  async scoreReasons(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @ByArg() by: Period,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightScoreReasonsType[]> {
    const reader = readerOf(context, root)
    const found = await flowsBy(reader, 'SCORE_REASONS', { dates: datesOf(dates, reader.today, by), by })
    return found.map(({ period, keys, n, isPartial }) => ({
      period,
      product: keys[0],
      decision: keys[1] || null,
      reason: keys[2],
      count: n,
      isPartial,
      isRounded: root.isForRelease,
    }))
  }

  @FieldResolver(() => [InsightCustomersType], {
    ...usualCost,
    description: 'How many customers joined, returned, left and moved money.',
  })
  async customers(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightCustomersType[]> {
    const reader = readerOf(context, root)
    const found = await customers(reader, datesOf(dates, reader.today, 'WEEK'))
    return found.map((row) => ({ ...row, isRounded: root.isForRelease }))
  }
}
