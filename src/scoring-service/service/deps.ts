import type { Database } from '../../platform/database/database.js'
import type { WallClock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { BureauSubject, DefiniteAnswer, ConfiguredBureau } from '../model/bureau.js'
import type { Engine, ResultBody } from '../model/engine.js'
import type { Environment } from '../../scoring-contract/environment.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import type { Tokens } from './tokens.js'
import type { RateLimits } from './limits.js'
import type { ObjectStore } from '../../platform/files/object-store.js'
import type { Staging } from '../../platform/files/staging.js'
import type { DocumentTypeAliases } from '../../scoring-contract/document-types.js'

/** Makes the body of a P7 result: the same answer and instant of the pull give the same bytes. */
export type BureauBody = (subject: BureauSubject, answer: DefiniteAnswer, asOf: Date) => ResultBody

/** The dependencies of the scoring service's use cases, put together by `create-scoring.ts`. */
export interface ScoringDeps {
  readonly database: Database
  readonly clock: WallClock
  readonly log: Log
  readonly objects: ObjectStore
  readonly staging: Staging
  readonly tokens: Tokens
  readonly signing: KeyRing
  readonly sealing: KeyRing
  readonly pepper: string
  readonly pepperBefore?: string | undefined
  readonly limits: RateLimits
  readonly documentTypeAliases: DocumentTypeAliases
  readonly engine: Engine
  /** Undefined if an environment has no bureau: P7 and P8 are refused there. */
  readonly bureaus: Readonly<Record<Environment, ConfiguredBureau | undefined>>
  readonly bureauBody: BureauBody
  /** Divides the waits for a bureau. */
  readonly timeScale: number
  /** Notifies a worker that a request was queued. Called after commits; must not throw. */
  readonly onQueued: () => void
}
