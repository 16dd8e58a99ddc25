import type { Registry } from 'prom-client'
import type { OrderWork } from '../bank/payments/module.js'
import type { WallClock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'

/** The dependencies that the process passes to the service. */
export interface AppParts {
  readonly clock: WallClock
  /** Whether `clock` does not follow the real time, as in a demonstration; the database then uses `clock` too. */
  readonly isClockSimulated?: boolean
  readonly log: Log
  readonly metrics: Registry
  /** Requests a run of this job, after a commit; must not throw. */
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
  /** The address of the scoring service in this process, once it listens. */
  readonly ownUrl: () => string | undefined
  /** The certificate that this process serves, in PEM; undefined without TLS. */
  readonly ownCertificate?: () => string | undefined
}
