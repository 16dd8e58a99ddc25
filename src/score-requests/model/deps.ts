import type { Database } from '../../platform/database/database.js'
import type { Peppers } from '../../platform/identity/keys/keys.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import type { ObjectStore } from '../../platform/files/object-store.js'
import type { Staging } from '../../platform/files/staging.js'
import type { Call } from '../../kernel/call.js'
import type { WallClock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { ScoringService } from './port.js'

/**
 * What score requests depend on, created once in `src/app`; with the peppers of the hashes by which a person and a
 * repeated order are found.
 */
export interface ScoresDomain extends Peppers {
  /** The store of sealed documents that are not sent yet. */
  readonly objects: ObjectStore
  readonly staging: Staging
  readonly sealing: KeyRing
  /** Signs our own upload addresses. */
  readonly signing: KeyRing
  /** Wakes the worker after a commit; must not throw. */
  readonly onScore: () => void
}

export interface ScoresDeps extends ScoresDomain {
  readonly database: Database
}

export interface ReceiveDeps extends ScoresDeps {
  readonly clock: WallClock
}

export interface DriveScoresDeps extends ReceiveDeps {
  /** Undefined while there is no service to call: our own can be called only once the server listens. */
  readonly service: () => ScoringService | undefined
  /** Waits between polls and retries are divided by this number, except for the service's own `Retry-After`. */
  readonly timing: { readonly scale: number }
  readonly jobCall: () => Call
  /** Counts alarms; must not throw. */
  readonly onAlarm: (problem: string) => void
  readonly log: Log
}
