import type { Database } from '../../platform/database/database.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import type { ObjectStore } from '../../platform/files/object-store.js'
import type { Staging } from '../../platform/files/staging.js'
import type { Call } from '../../kernel/call.js'
import type { WallClock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { ScoringService } from './port.js'

/** What asking for a score needs; made once, by the composition root. */
export interface ScoresDomain {
  /** Documents while they wait, sealed. */
  readonly objects: ObjectStore
  readonly staging: Staging
  readonly sealing: KeyRing
  /** Under which people are found again. */
  readonly pepper: string
  /** Signs our own upload addresses. */
  readonly signing: KeyRing
  /** A request may be sent now; called after commits, must not throw. */
  readonly onScore: () => void
}

export interface ScoresDeps extends ScoresDomain {
  readonly database: Database
}

export interface ReceiveDeps extends ScoresDeps {
  readonly clock: WallClock
}

export interface DriveScoresDeps extends ReceiveDeps {
  /** Undefined while there is none to ask: our own is there once the server listens. */
  readonly service: () => ScoringService | undefined
  /** Divides ladder and backoff; what the service asks for is kept as it is. */
  readonly timing: { readonly scale: number }
  readonly jobCall: () => Call
  /** Counts what people must look at; must not throw. */
  readonly onAlarm: (problem: string) => void
  readonly log: Log
}
