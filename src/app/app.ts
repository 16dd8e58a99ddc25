import type { GraphQLSchema } from 'graphql'
import { pausable } from '../back-office/queues/paused-work.js'
import { createPollOnCallback } from '../bank/payments/drive/poll-on-callback.js'
import type { Call } from '../kernel/call.js'
import type { Work } from '../kernel/work.js'
import type { Database } from '../platform/database/database.js'
import { readTable } from '../platform/database/health/log-outages.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { authenticator, type Authenticate } from '../platform/identity/keys/authenticator.js'
import { createIdentityProvider, type IdentityProvider } from '../platform/identity/sessions/provider.js'
import { createSessions, type Sessions } from '../platform/identity/sessions/sessions.js'
import type { Watch } from '../platform/identity/watch.js'
import type { Scores } from '../score-requests/create-scores.js'
import { scoreRequests } from '../score-requests/module.js'
import type { ScoringRoutes } from '../scoring-service/api/routes.js'
import { scoringService } from '../scoring-service/module.js'
import type { Sandbox } from '../scoring-service/reader/sandbox.js'
import type { SimulatorDeps } from '../simulator/simulator-routes.js'
import type { Config } from './config/config.js'
import { createContext } from './context.js'
import { openDataDirectory } from './data-directory.js'
import type { AppParts } from './parts.js'
import { callbackCounter, tokenCounter } from './metrics/ports.js'
import { openProviders } from './providers.js'
import { createSchema } from './schema.js'
import { expiryWatch } from './watch-expiry.js'
import { openCore, type CallOf } from './wiring/core.js'
import { nudgeBoth, wireDomain } from './wiring/domain.js'
import { outboxOf, wireMoneyWork } from './wiring/money.js'
import { orStartError } from './wiring/openings.js'
import { openDocumentStore, openScoring, wireScores } from './wiring/scores.js'

export type { AppParts } from './parts.js'

/** The wired service without its entry points: `main.ts` adds HTTP and jobs. */
export interface App {
  readonly database: Database
  readonly schema: GraphQLSchema
  readonly callOf: CallOf
  /** Finds the caller of a key. */
  readonly authenticate: Authenticate
  /** The identity provider for staff; undefined: only test persons can sign in, and only in development. */
  readonly identityProvider: IdentityProvider | undefined
  readonly sessions: Sessions
  readonly contextFor: (call: Call) => RequestContext
  /** Limits the look-ups of customers by staff, and records who has read, or was refused, what. */
  readonly watch: Watch
  /** The jobs of the roles of this process. */
  readonly work: readonly Work[]
  /** The scoring service, for the server to mount. */
  readonly scoring: ScoringRoutes
  /** Our own use of a scoring service, with its upload addresses. */
  readonly scores: Scores
  /** What the phone simulator uses in addition to the gateway; undefined on the production stage. */
  readonly simulator: Omit<SimulatorDeps, 'operations'> | undefined
  /** The address of the emulator for test customers, in this process or elsewhere. */
  readonly emulatorUrl: string | undefined
  /** Polls the order that a callback of the provider names, by our reference or by our external id. */
  readonly pollOnCallback: (reference: string) => Promise<void>
  readonly ready: () => Promise<void>
  /** Which layers of the sandbox of document readers work here and which are missing; undefined in a process without readers. */
  readonly readerSandbox: Promise<Pick<Sandbox, 'holds' | 'lacks'>> | undefined
  /** Resolves when all work in flight has ended; payments and statements are awaited for a minute at most. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * How long a shutdown waits for work in flight. A statement that is interrupted between sending and recording would be mailed twice.
 */
const settleMsMax = 2_000
const idleMsMax = 60_000

const pollOnCallbackOf = (parts: AppParts, database: Database): App['pollOnCallback'] =>
  createPollOnCallback(
    { database, onNotice: callbackCounter(parts.metrics) },
    nudgeBoth(parts, 'poll-orders', 'poll-test-orders'),
  )

const signInPartsOf = (config: Config, { clock }: AppParts, database: Database) => {
  const provider = config.identityProvider && createIdentityProvider(config.identityProvider)
  const { keyPepper: pepper } = config
  const sealing = config.scoring.sealingKeys
  return {
    identityProvider: provider,
    sessions: createSessions({ database, clock, pepper, sealing, provider }),
  }
}

/** The composition root: all wiring is here and in `wiring/`, by hand. Throws StartError when the service cannot start here. */
export const createApp = async (config: Config, parts: AppParts): Promise<App> => {
  const directory = openDataDirectory(config.dataDirectory)
  const core = await openCore(config, parts)
  const { database, keys } = core
  const providers = await orStartError(
    openProviders(config, parts.clock, { onToken: tokenCounter(parts.metrics) }),
    (message) => `the emulator cannot start: ${message}`,
  )
  const documents = await openDocumentStore(config)
  const scores = wireScores(config, parts, core, documents)
  const domain = wireDomain(config, parts, core, { scores, objects: documents.objects })
  const money = wireMoneyWork(config, parts, core, { domain, providers })
  const scoring = await openScoring(config, parts, core, documents)

  return {
    database,
    schema: await createSchema(domain),
    callOf: core.callOf,
    authenticate: authenticator(config, keys),
    ...signInPartsOf(config, parts, database),
    contextFor: (call) => createContext(domain, call),
    watch: domain.watch,
    work: pausable(database.read, [
      ...(config.roles.has('worker') ? [...money.work, expiryWatch(parts, database)] : []),
      ...(config.roles.has('reader') ? [...scoringService.work(scoring), ...scoreRequests.work(scores)] : []),
    ]),
    scoring: scoring.routes,
    scores,
    simulator:
      config.stage === 'production'
        ? undefined
        : { sql: database.read, control: providers.control, outboxDirectory: outboxOf(config) },
    emulatorUrl: providers.emulatorUrl,
    pollOnCallback: pollOnCallbackOf(parts, database),
    readerSandbox: scoring.sandbox,
    ready: () => readTable(database.read),
    idle: async () => void (await Promise.all([money.settle(idleMsMax), scores.idle(), scoring.idle()])),
    close: async () => {
      await keys.close()
      await money.settle(settleMsMax)
      await scores.close()
      await scoring.close()
      await providers.close()
      await database.close()
      documents.staging.close()
      directory.release()
    },
  }
}
