import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { clockMovers, clockReaders, staff } from '../../platform/graphql/access.js'
import type { DepsOf, RequestContext } from '../../platform/graphql/context.js'
import { rows, writing } from '../../platform/graphql/limits.js'
import { batched, one } from '../../platform/graphql/loading.js'
import { LocalDateScalar } from '../../platform/graphql/scalars.js'
import { firstDate, type LocalDate } from '../../kernel/calendar.js'
import { Refusal } from '../../kernel/refusal.js'
import { CustomerType } from '../customers/customer.types.js'
import { advanceClock } from '../business-clock/advance-clock.js'
import { ClockType, toClock } from './clock.types.js'
import {
  countAttached,
  readClockedCustomers,
  readClocks,
  readDays,
  readExceptions,
  readProjection,
} from './clocks.read.js'
import { createClock } from '../business-clock/create-clock.js'
import { systemClockId } from '../business-clock/clock.entity.js'
import { ProjectionType, toProjection } from './projection.types.js'
import {
  ClockedCustomerType,
  DayExceptionType,
  toClockedCustomer,
  toDayException,
  toWalkDay,
  WalkDayType,
} from './walk.types.js'

const clocksById = (stallSeconds: number) =>
  one(
    ({ read }, ids) => readClocks(read, ids, stallSeconds),
    ({ clock }) => clock.id,
  )

const attachedToClock = batched(async ({ read }, ids) => {
  const counts = await countAttached(read, ids)
  return (id) => counts.get(id) ?? 0
})

@Resolver(() => ClockType)
export class ClocksResolver {
  private readonly clocks

  constructor(
    private readonly deps: DepsOf<typeof createClock> &
      DepsOf<typeof advanceClock> & {
        readonly testClocks: { readonly enabled: boolean }
        readonly clockStallSeconds: number
      },
  ) {
    this.clocks = clocksById(deps.clockStallSeconds)
  }

  @Authorized(clockReaders)
  @Query(() => ClockType, { description: 'A test clock. Refuses: CLOCK_NOT_FOUND.' })
  async clock(
    @Ctx() { load }: RequestContext,
    @Arg('id', () => ID, { description: 'Its reference, `CLK-...`.' }) id: string,
  ): Promise<ClockType> {
    const view = await load(this.clocks, id)
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
    if (!this.deps.testClocks.enabled) throw new Refusal('FORBIDDEN', 'Test clocks are switched off here')
    return toClock({ clock: await createClock(this.deps, call, now), stalled: null })
  }

  @Authorized(clockMovers)
  @Mutation(() => ClockType, {
    complexity: writing,
    description:
      'Asks a clock to walk to a date; answers once that is written. Refuses: CLOCK_NOT_FOUND, ' +
      'CLOCK_CANNOT_MOVE_BACK, CLOCK_ADVANCING, WALK_TOO_LONG, INVALID_ARGUMENT, FORBIDDEN.',
  })
  async advanceClock(
    @Ctx() { call }: RequestContext,
    @Arg('id', () => ID, { description: 'Its reference, `CLK-...`.' }) id: string,
    @Arg('to', () => LocalDateScalar, { description: 'The date to stand on, at most 3660 days on.' })
    to: LocalDate,
  ): Promise<ClockType> {
    if (!this.deps.testClocks.enabled) throw new Refusal('FORBIDDEN', 'Test clocks are switched off here')
    await advanceClock(this.deps, call, { id, to })
    const { database, clockStallSeconds } = this.deps
    const [view] = await readClocks(database.read, [id], clockStallSeconds)
    return toClock(view!)
  }

  @Authorized(clockReaders)
  @Query(() => [ClockedCustomerType], {
    complexity: rows(20),
    description: 'Customers whose profile carries a clock, by number: derived, not stored.',
  })
  async clockedCustomers(@Ctx() { personal }: RequestContext): Promise<ClockedCustomerType[]> {
    const { database, clockStallSeconds } = this.deps
    const customers = await readClockedCustomers(database.read, clockStallSeconds)
    return customers.map((customer) => toClockedCustomer(customer, personal.msisdn))
  }

  @Authorized(staff)
  @Query(() => [WalkDayType], {
    complexity: rows(20),
    description: 'The log of the nights of the real world, oldest first, a year at a time.',
  })
  async nights(
    @Arg('after', () => LocalDateScalar, { description: 'Days later than this one.' }) after: LocalDate,
  ): Promise<WalkDayType[]> {
    return (await readDays(this.deps.database.read, systemClockId, after)).map(toWalkDay)
  }

  @Authorized(staff)
  @Query(() => [DayExceptionType], {
    complexity: rows(20),
    description: 'Positions that the night has set aside, the oldest first.',
  })
  async dayExceptions(): Promise<DayExceptionType[]> {
    return (await readExceptions(this.deps.database.read)).map(toDayException)
  }

  @FieldResolver(() => [WalkDayType], {
    complexity: rows(20),
    description: 'The log of its completed days, oldest first, a year at a time.',
  })
  async days(
    @Root() { id }: ClockType,
    @Arg('after', () => LocalDateScalar, { nullable: true, description: 'Days later than this one.' })
    after?: LocalDate | null,
  ): Promise<WalkDayType[]> {
    return (await readDays(this.deps.database.read, id, after ?? firstDate)).map(toWalkDay)
  }

  @FieldResolver(() => ProjectionType, {
    complexity: rows(20),
    description: 'What a walk to a date would do, with nothing moved.',
  })
  async projection(
    @Root() { id, now }: ClockType,
    @Arg('to', () => LocalDateScalar, { description: 'The date to look at.' }) to: LocalDate,
  ): Promise<ProjectionType> {
    return toProjection(await readProjection(this.deps.database.read, { id, nowOn: now }, to))
  }

  @FieldResolver(() => Int, { description: 'How many customers live by it.' })
  attachedCustomerCount(@Root() { id }: ClockType, @Ctx() { load }: RequestContext): Promise<number> {
    return load(attachedToClock, id)
  }
}

@Resolver(() => CustomerType)
export class CustomerClockResolver {
  private readonly clocks

  constructor({ clockStallSeconds }: { readonly clockStallSeconds: number }) {
    this.clocks = clocksById(clockStallSeconds)
  }

  @FieldResolver(() => ClockType, { nullable: true, description: 'The test clock; null in the real world.' })
  async clock(@Root() { clockId }: CustomerType, @Ctx() { load }: RequestContext): Promise<ClockType | null> {
    const view = clockId === null ? undefined : await load(this.clocks, clockId)
    return view ? toClock(view) : null
  }
}
