import type { Work } from '../../kernel/work.js'
import { ClocksResolver, CustomerClockResolver, DayExceptionsResolver } from './clocks.resolver.js'
import { walkNight, walkTestClocks, type WalkDeps } from './walk-clocks.js'

export const endOfDay = {
  resolvers: [ClocksResolver, CustomerClockResolver, DayExceptionsResolver],
  work: (deps: WalkDeps): Work[] => [
    { name: 'walk-clocks', everyMs: 1000, run: (signal) => walkTestClocks(deps, signal) },
    { name: 'walk-night', everyMs: 5000, run: (signal) => walkNight(deps, signal) },
  ],
} as const
