import type { Registry } from 'prom-client'
import type { OrderWork } from '../bank/payments/module.js'
import type { WallClock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'

/** What the process hands to the service that it wires. */
export interface AppParts {
  readonly clock: WallClock
  /** The clock is set by the demonstration: the database uses it too. */
  readonly isImagined?: boolean
  readonly log: Log
  readonly metrics: Registry
  /** Wakes this job after a commit; must not throw. */
  readonly nudge: (
    work:
      | OrderWork
      | 'walk-clocks'
      | 'leave-savings'
      | 'end-test-orders'
      | 'send-statements'
      | 'process-scoring'
      | 'drive-scores',
  ) => void
  /** Where this process serves scores itself, once it listens. */
  readonly ownUrl: () => string | undefined
}
