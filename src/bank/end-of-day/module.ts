import type { Work } from '../../kernel/work.js'
import { ClocksResolver, CustomerClockResolver } from './clocks.resolver.js'
import {
  CustomerDayExceptionsResolver,
  DayExceptionsResolver,
  PositionDayExceptionsResolver,
} from './graphql/day-exceptions.resolver.js'
import { runEndOfDay, advanceTestClocks, type WalkDeps } from './walk-clocks.js'

export const endOfDay = {
  resolvers: [
    ClocksResolver,
    CustomerClockResolver,
    DayExceptionsResolver,
    CustomerDayExceptionsResolver,
    PositionDayExceptionsResolver,
  ],
  work: (deps: WalkDeps): Work[] => [
    { name: 'walk-clocks', everyMs: 1000, run: (signal) => advanceTestClocks(deps, signal) },
    { name: 'walk-night', everyMs: 5000, run: (signal) => runEndOfDay(deps, signal) },
  ],
} as const
