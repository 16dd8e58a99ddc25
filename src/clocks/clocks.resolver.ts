import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { clockMovers, clockReaders } from '../graphql/access.js'
import type { RequestContext } from '../graphql/context.js'
import type { Domain } from '../graphql/domain.js'
import { writing } from '../graphql/limits.js'
import { LocalDateScalar } from '../graphql/scalars.js'
import type { LocalDate } from '../shared/calendar.js'
import { Refusal } from '../shared/refusal.js'
import { ClockType, toClock } from './clock.types.js'
import { createClock } from './create-clock.js'

@Resolver(() => ClockType)
export class ClocksResolver {
  constructor(private readonly domain: Domain) {}

  @Authorized(clockReaders)
  @Query(() => ClockType, { description: 'A test clock. Refuses: CLOCK_NOT_FOUND.' })
  async clock(
    @Ctx() { loaders }: RequestContext,
    @Arg('id', () => ID, { description: 'Its reference, `CLK-...`.' }) id: string,
  ): Promise<ClockType> {
    const view = await loaders.clocks.load(id)
    if (!view) throw new Refusal('CLOCK_NOT_FOUND')
    return toClock(view)
  }

  @Authorized(clockMovers)
  @Mutation(() => ClockType, {
    complexity: writing,
    description: 'Creates a movable today. Never deduplicated. Refuses: INVALID_ARGUMENT, FORBIDDEN.',
  })
  async createClock(
    @Ctx() { call }: RequestContext,
    @Arg('now', () => LocalDateScalar, { description: 'Its first today, from 2000-01-01 to 2099-12-31.' })
    now: LocalDate,
  ): Promise<ClockType> {
    if (!this.domain.testClocks.enabled) throw new Refusal('FORBIDDEN', 'Test clocks are switched off here')
    return toClock({ clock: await createClock(this.domain, call, now), stalled: null })
  }

  @FieldResolver(() => Int, { description: 'How many customers live by it.' })
  attachedCustomerCount(@Root() { id }: ClockType, @Ctx() { loaders }: RequestContext): Promise<number> {
    return loaders.attached.load(id)
  }
}
