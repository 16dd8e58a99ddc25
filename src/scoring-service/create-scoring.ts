import type { Database } from '../platform/database/database.js'
import type { WallClock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { ensureDevelopmentClients, revokeDevelopmentClients } from './clients/development-clients.js'
import type { ScoringDeps } from './service/deps.js'
import { scoringRoutes, type ScoringRoutes } from './api/routes.js'
import type { KeyRing } from '../platform/crypto/key-ring.js'
import { createTokens } from './service/tokens.js'
import { createLimits, type LimitSettings } from './service/limits.js'
import { cleanUp } from './processing/clean-up.js'
import type { DocumentTypeAliases } from '../scoring-contract/document-types.js'
import { createWorker } from './processing/worker.js'

export interface ScoringSettings {
  /**
   * The public URL of the service, without a slash at the end. Undefined: addresses contain the host that the client
   * called.
   */
  readonly publicUrl: string | undefined
  readonly signingKeys: KeyRing
  readonly sealingKeys: KeyRing
  readonly tokenSeconds: number
  readonly limits: LimitSettings
  readonly documentTypeAliases: DocumentTypeAliases
  readonly developmentClients: boolean
  /** The suffix of the development secrets, for when the well-known ones would not be safe. */
  readonly developmentSecret?: string | undefined
}

export interface ScoringParts extends Pick<
  ScoringDeps,
  | 'objects'
  | 'staging'
  | 'engine'
  | 'bureaus'
  | 'bureauBody'
  | 'timeScale'
  | 'onQueued'
  | 'pepper'
  | 'pepperBefore'
> {
  readonly database: Database
  readonly clock: WallClock
  readonly log: Log
}

/** The scoring service, wired: routes for the server and work for the jobs. */
export interface Scoring {
  readonly routes: ScoringRoutes
  readonly process: (signal: AbortSignal) => Promise<void>
  /** Resolves when this process works on no request any more. */
  readonly idle: () => Promise<void>
  readonly cleanUp: (signal: AbortSignal) => Promise<void>
  /** Releases the claims in flight. */
  readonly close: () => Promise<void>
}

export const createScoring = async (settings: ScoringSettings, parts: ScoringParts): Promise<Scoring> => {
  const { database, clock, pepper } = parts
  const deps: ScoringDeps = {
    ...parts,
    tokens: createTokens(settings.signingKeys, settings.tokenSeconds),
    signing: settings.signingKeys,
    sealing: settings.sealingKeys,
    documentTypeAliases: settings.documentTypeAliases,
    limits: createLimits(database, settings.limits, clock),
  }
  await database.inTransaction((tx) =>
    settings.developmentClients
      ? ensureDevelopmentClients(tx, pepper, clock.now(), settings.developmentSecret)
      : revokeDevelopmentClients(tx, clock.now()),
  )
  const worker = createWorker(deps)
  return {
    routes: scoringRoutes(deps, settings.publicUrl),
    process: (signal) => worker.tick(signal),
    idle: () => worker.idle(),
    cleanUp: (signal) => cleanUp(deps, signal),
    close: async () => {
      await worker.close()
      parts.objects.close()
    },
  }
}
