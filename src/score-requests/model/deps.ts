import type { Database } from '../../platform/database/database.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import type { ObjectStore } from '../../platform/files/object-store.js'
import type { Staging } from '../../platform/files/staging.js'
import type { Call } from '../../kernel/call.js'
import type { WallClock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { ScoringService } from './port.js'

/** The dependencies of score requests; created once, by the composition root. */
export interface ScoresDomain {
  /** Sealed documents, until they are sent. */
  readonly objects: ObjectStore
  readonly staging: Staging
  readonly sealing: KeyRing
  /** The pepper of the hashes by which people are found. */
  readonly pepper: string
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
  /** Undefined while there is no service to call: our own is available once the server listens. */
  readonly service: () => ScoringService | undefined
  /** Divides the waits between polls and the backoff, but not the service's own `Retry-After`. */
  readonly timing: { readonly scale: number }
  readonly jobCall: () => Call
  /** Counts alarms; must not throw. */
  readonly onAlarm: (problem: string) => void
  readonly log: Log
}
