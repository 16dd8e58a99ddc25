import {
  Arg,
  Args,
  Authorized,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { clockMovers, clockReaders, staff } from '../../platform/graphql/access.js'
import type { ConnectionArgs } from '../../platform/graphql/connection.js'
import type { DepsOf, RequestContext } from '../../platform/graphql/context.js'
import { costOfFirstRows, costOfRows, costOfWriting } from '../../platform/graphql/limits.js'
import { InputArg, mutationOf } from '../../platform/graphql/mutation.js'
import { batched, one } from '../../platform/graphql/loading.js'
import { LocalDateScalar } from '../../platform/graphql/scalars.js'
import type { LocalDate } from '../../kernel/calendar.js'
import { Refusal } from '../../kernel/refusal.js'
import { customers } from '../customers/customers.connection.js'
import { CustomerType } from '../customers/customer.types.js'
import { advanceClock } from '../business-clock/advance-clock.js'
import { ClockType, toClock } from './clock.types.js'
import { countAttached, readClockedCustomers, readClocks, readProjection } from './clocks.read.js'
import { createClock } from '../business-clock/create-clock.js'
import { clockDays, clocks, testClocksOnly } from './clocks.connection.js'
import { ProjectionType, toProjection } from './projection.types.js'
import { ClockedCustomerType, toClockedCustomer } from './walk.types.js'

const clocksById = (stallSeconds: number) =>
  one(
    ({ read }, ids) => readClocks(read, ids, stallSeconds),
    ({ clock }) => clock.id,
  )

const attachedToClock = batched(async ({ read }, ids) => {
  const counts = await countAttached(read, ids)
  return (id) => counts.get(id) ?? 0
})

const creating = mutationOf({
  name: 'CreateClock',
  to: 'making a clock',
  takes: {
    now: {
      type: () => LocalDateScalar,
      isRequired: true,
      description: 'Its first date, from 2000-01-01 to 2099-12-31.',
    },
  },
  gives: { clock: { type: () => ClockType, description: 'The clock; null where refused.' } },
  refuses: ['INVALID_ARGUMENT'],
})

const advancing = mutationOf({
  name: 'AdvanceClock',
  to: 'advancing a clock',
  takes: {
    id: { type: () => ID, isRequired: true, description: 'Its reference, `CLK-...`.' },
    to: {
      type: () => LocalDateScalar,
      isRequired: true,
      description: 'The target date, at most 3660 days ahead.',
    },
  },
  gives: { clock: { type: () => ClockType, description: 'The clock, with its walk; null where refused.' } },
  refuses: [
    'CLOCK_NOT_FOUND',
    'CLOCK_CANNOT_MOVE_BACK',
    'CLOCK_ADVANCING',
    'WALK_TOO_LONG',
    'INVALID_ARGUMENT',
  ],
})

@Resolver(() => ClockType)
export class ClocksResolver {
  private readonly views

  constructor(
    private readonly deps: DepsOf<typeof createClock> &
      DepsOf<typeof advanceClock> & {
        readonly testClocks: { readonly enabled: boolean }
        readonly clockStallSeconds: number
      },
  ) {
    this.views = clocksById(deps.clockStallSeconds)
  }

  private checkSwitchedOn(): void {
    if (!this.deps.testClocks.enabled) throw new Refusal('FORBIDDEN', 'Test clocks are switched off here')
  }

  @Authorized(clockReaders)
  @Query(() => ClockType, { description: 'A test clock. Refuses: CLOCK_NOT_FOUND.' })
  async clock(
    @Ctx() { load }: RequestContext,
    @Arg('id', () => ID, { description: 'Its reference, `CLK-...`.' }) id: string,
  ): Promise<ClockType> {
    const view = await load(this.views, id)
    if (!view) throw new Refusal('CLOCK_NOT_FOUND')
    return toClock(view)
  }

  @Authorized(clockMovers)
  @Mutation(() => creating.payload, {
    complexity: costOfWriting,
    description: 'Creates a test clock. A repeated call creates another one.',
  })
  createClock(
    @Ctx() { call }: RequestContext,
    @InputArg(creating.input) { now }: { readonly now: LocalDate },
  ) {
    this.checkSwitchedOn()
    const created = async () => ({
      clock: toClock({ clock: await createClock(this.deps, call, now), stalled: null }),
    })
    return creating.answer(created())
  }

  @Authorized(clockMovers)
  @Mutation(() => advancing.payload, {
    complexity: costOfWriting,
    description: 'Starts the walk of a clock to a date, and answers without waiting for its end.',
  })
  advanceClock(
    @Ctx() { call }: RequestContext,
    @InputArg(advancing.input) { id, to }: { readonly id: string; readonly to: LocalDate },
  ) {
    this.checkSwitchedOn()
    const advanced = async () => {
      await advanceClock(this.deps, call, { id, to })
      const { database, clockStallSeconds } = this.deps
      const [view] = await readClocks(database.read, [id], clockStallSeconds)
      return { clock: toClock(view!) }
    }
    return advancing.answer(advanced())
  }

  @Authorized(clockReaders)
  @Query(() => [ClockedCustomerType], {
    complexity: costOfRows(20),
    description:
      'Customers with a test clock, by number, 10,000 at most: `Clock.customers` has all customers of one clock.',
  })
  async clockedCustomers(@Ctx() { personal }: RequestContext): Promise<ClockedCustomerType[]> {
    const { database, clockStallSeconds } = this.deps
    const customers = await readClockedCustomers(database.read, clockStallSeconds)
    return customers.map((customer) => toClockedCustomer(customer, personal.msisdn))
  }

  @Authorized(clockReaders)
  @Query(() => clocks.type, {
    complexity: costOfFirstRows,
    description: 'Test clocks, the latest first. Refuses: INVALID_ARGUMENT.',
  })
  clocks(@Ctx() context: RequestContext, @Args(() => clocks.args) args: ConnectionArgs) {
    return clocks.page(context, args, [testClocksOnly], (rows) =>
      Promise.all(rows.map(async ({ id }) => toClock((await context.load(this.views, id))!))),
    )
  }

  @Authorized(staff)
  @Query(() => clockDays.type, {
    complexity: costOfFirstRows,
    description:
      'The log of nights and of days of test clocks, the latest day first. Refuses: INVALID_ARGUMENT.',
  })
  clockDays(@Ctx() context: RequestContext, @Args(() => clockDays.args) args: ConnectionArgs) {
    return clockDays.page(context, args)
  }

  @FieldResolver(() => clockDays.type, {
    complexity: costOfFirstRows,
    description: 'The log of its completed days, the latest first.',
  })
  days(
    @Root() { id }: ClockType,
    @Ctx() context: RequestContext,
    @Args(() => clockDays.args) args: ConnectionArgs,
  ) {
    return clockDays.below({ book: id }, context, args)
  }

  @Authorized(staff)
  @FieldResolver(() => customers.type, {
    complexity: costOfFirstRows,
    description: 'The customers on it, the latest to register first.',
  })
  customers(
    @Root() { id }: ClockType,
    @Ctx() context: RequestContext,
    @Args(() => customers.args) args: ConnectionArgs,
  ) {
    return customers.below({ clockId: id }, context, args)
  }

  @FieldResolver(() => ProjectionType, {
    complexity: costOfRows(20),
    description: 'What a walk to a date would do, without doing it.',
  })
  async projection(
    @Root() { id, now }: ClockType,
    @Arg('to', () => LocalDateScalar, { description: 'The target date of the walk.' }) to: LocalDate,
  ): Promise<ProjectionType> {
    return toProjection(await readProjection(this.deps.database.read, { id, nowOn: now }, to))
  }

  @FieldResolver(() => Int, { description: 'How many customers are on it.' })
  attachedCustomerCount(@Root() { id }: ClockType, @Ctx() { load }: RequestContext): Promise<number> {
    return load(attachedToClock, id)
  }
}

@Resolver(() => CustomerType)
export class CustomerClockResolver {
  private readonly views

  constructor({ clockStallSeconds }: { readonly clockStallSeconds: number }) {
    this.views = clocksById(clockStallSeconds)
  }

  @FieldResolver(() => ClockType, { nullable: true, description: 'The test clock; null in the real world.' })
  async clock(@Root() { clockId }: CustomerType, @Ctx() { load }: RequestContext): Promise<ClockType | null> {
    const view = clockId === null ? undefined : await load(this.views, clockId)
    return view ? toClock(view) : null
  }
}
