import { Arg, Authorized, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { insightReaders } from '../../../platform/graphql/access.js'
import type { RequestContext } from '../../../platform/graphql/context.js'
import { market } from '../../../kernel/market.js'
import type { WithdrawalBasis } from '../../savings/rules/withdrawal.rules.js'
import type { DepositTermsQuoted } from '../../savings/rules/deposit.rules.js'
import { depositsBySize, failures, flowsBy, funnel, payouts } from '../read-flows.js'
import { readCompleteTo } from '../records/insights.read.js'
import { datesOf, type OptionalDates } from '../rules/dates.rules.js'
import type { Period } from '../rules/periods.rules.js'
import { bandOf, ByArg, DatesArg, money, readerOf, usualCost } from './arguments.types.js'
import {
  InsightDepositsType,
  InsightFailuresType,
  InsightFunnelType,
  InsightPayoutsType,
  InsightsType,
  InsightTicketsType,
  InsightWithdrawalsType,
} from './insights.types.js'
import type {
  WithdrawalEvent,
  FailedOperation,
  Journey,
  TransferOutcome,
  TransferPurpose,
} from './words.types.js'

/** Whether the caller may see figures about fewer than five customers. */
const isStaff = ({ call: { actor } }: RequestContext): boolean =>
  actor.roles.has('BACK_OFFICE') || actor.roles.has('ADMIN')

@Resolver(() => InsightsType)
export class InsightsResolver {
  @Authorized(insightReaders)
  @Query(() => InsightsType, {
    description:
      'Figures about what customers do; for analysts, exports and print without groups of fewer than five customers.',
  })
  async insights(
    @Ctx() context: RequestContext,
    @Arg('forRelease', () => Boolean, {
      defaultValue: false,
      description:
        'True: without groups of fewer than five customers, for exports and print. Always so for analysts.',
    })
    forRelease: boolean,
  ): Promise<InsightsType> {
    return {
      completeTo: await readCompleteTo(context.read),
      currency: market.currency,
      isForRelease: forRelease || !isStaff(context),
    }
  }

  @FieldResolver(() => [InsightDepositsType], { ...usualCost, description: 'By product, and new or top-up.' })
  async deposits(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @ByArg() by: Period,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightDepositsType[]> {
    const reader = readerOf(context, root)
    const query = { dates: datesOf(dates, reader.today, by), by, keysRead: [1, 2] } as const
    const found = await flowsBy(reader, 'DEPOSITS', query)
    return found.map(({ period, keys, n, amount, isPartial }) => ({
      period,
      product: keys[0],
      basis: keys[1] as DepositTermsQuoted['basis'],
      count: n,
      amount: money(amount),
      isPartial,
    }))
  }

  @FieldResolver(() => [InsightTicketsType], { ...usualCost, description: 'Deposits by product and size.' })
  async tickets(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @ByArg() by: Period,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightTicketsType[]> {
    const reader = readerOf(context, root)
    const found = await depositsBySize(reader, datesOf(dates, reader.today, by), by)
    return found.map(({ period, keys, n, amount, isPartial }) => ({
      period,
      product: keys[0],
      ...bandOf(BigInt(keys[1])),
      count: n,
      amount: money(amount),
      isPartial,
    }))
  }

  @FieldResolver(() => [InsightWithdrawalsType], {
    ...usualCost,
    description: 'By product, early or matured, with the forfeited interest.',
  })
  async withdrawals(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @ByArg() by: Period,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightWithdrawalsType[]> {
    const reader = readerOf(context, root)
    const found = await flowsBy(reader, 'EXITS', { dates: datesOf(dates, reader.today, by), by })
    return found.map(({ period, keys, n, amount, amount2, amount3, isPartial }) => ({
      period,
      product: keys[0],
      basis: keys[1] as WithdrawalBasis,
      event: keys[2] as WithdrawalEvent,
      count: n,
      principal: money(amount),
      interest: money(amount2),
      forfeited: money(amount3),
      isPartial,
      isRounded: root.isForRelease,
    }))
  }

  @FieldResolver(() => [InsightPayoutsType], {
    ...usualCost,
    description: 'By outcome, reason and purpose, with the minutes to the wallet.',
  })
  async payouts(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @ByArg() by: Period,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightPayoutsType[]> {
    const reader = readerOf(context, root)
    const found = await payouts(reader, datesOf(dates, reader.today, by), by)
    return found.map(({ period, keys, n, amount, medianMinutes, p95Minutes, isPartial }) => ({
      period,
      outcome: keys[0] as TransferOutcome,
      reason: keys[1] || null,
      purpose: keys[2] as TransferPurpose,
      count: n,
      amount: money(amount),
      medianMinutes,
      p95Minutes,
      isPartial,
      isRounded: root.isForRelease,
    }))
  }

  @FieldResolver(() => [InsightFunnelType], {
    ...usualCost,
    description: 'From the request to the payment, by the kind of journey.',
  })
  async funnel(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @ByArg() by: Period,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightFunnelType[]> {
    const reader = readerOf(context, root)
    const found = await funnel(reader, datesOf(dates, reader.today, by), by)
    return found.map((row) => ({
      ...row,
      operation: row.operation as Journey,
      isRounded: root.isForRelease && row.operation === 'WITHDRAWAL',
    }))
  }

  @FieldResolver(() => [InsightFailuresType], { ...usualCost, description: 'By operation and reason.' })
  async failures(
    @Root() root: InsightsType,
    @Ctx() context: RequestContext,
    @ByArg() by: Period,
    @DatesArg() dates?: OptionalDates,
  ): Promise<InsightFailuresType[]> {
    const reader = readerOf(context, root)
    const found = await failures(reader, datesOf(dates, reader.today, by), by)
    return found.map(({ period, keys, n, isPartial }) => ({
      period,
      operation: keys[0] as FailedOperation,
      reason: keys[1],
      count: n,
      isPartial,
      isRounded: root.isForRelease && (keys[0] === 'PAYOUT' || keys[0] === 'REFUND'),
    }))
  }
}
