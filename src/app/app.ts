import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GraphQLSchema } from 'graphql'
import { createMailFileCleaning } from '../bank/retention/clean-mail-files.js'
import { cleanRequestLog } from '../bank/retention/clean-request-log.js'
import type { Registry } from 'prom-client'
import { ensureSystemClock } from '../bank/business-clock/clocks.repository.js'
import type { Config } from './config/config.js'
import { openDataDirectory, StartError } from './data-directory.js'
import type { Database } from '../platform/database/database.js'
import { openServiceDatabase } from './open-database.js'
import { serverLimitProblems, userRightProblems } from '../platform/database/health/server-limits.js'
import { readTable, tellingOutages } from '../platform/database/health/tell-outages.js'
import { errorCodeOf } from '../kernel/error-code.js'
import { createContext } from './context.js'
import type { RequestContext } from '../platform/graphql/context.js'
import { createSchema } from './schema.js'
import type { Domain } from './domain.js'
import { freeLeasesOfTheDead } from '../bank/end-of-day/lease.js'
import { walkNight, walkTestClocks, type WalkDeps } from '../bank/end-of-day/walk-clocks.js'
import { closeDays } from '../bank/ledger/close-days.js'
import { compareOrders } from '../bank/payments/compare-orders.js'
import {
  createOrdersInFlight,
  dispatchOrders,
  ordersEveryMs,
  pollOrders,
  type DriveDeps,
  type OrdersOf,
} from '../bank/payments/drive-orders.js'
import { endTestOrders, type EndDeps } from '../bank/payments/end-test-orders.js'
import { createHastenOrder } from '../bank/payments/hasten-order.js'
import { registerPaymentMetrics } from '../bank/payments/metrics.js'
import { openProviders } from './providers.js'
import { parseProducts, type ProductTerms } from '../bank/products/product-file.js'
import { PublishedTermsError, publishProducts } from '../bank/products/publish-products.js'
import { expireProposals } from '../back-office/decide-proposals.js'
import { bureauBody } from '../scoring-service/bodies/bureau-body.rules.js'
import { openBureaus } from '../scoring-service/bureau/open-bureaus.js'
import { createScoring } from '../scoring-service/create-scoring.js'
import { createEngine } from '../scoring-service/reader/create-engine.js'
import type { Engine } from '../scoring-service/model/engine.js'
import type { Sandbox } from '../scoring-service/reader/sandbox.js'
import { forgetScoresOf } from '../score-requests/drive/forget-score.js'
import { createScores, type Scores } from '../score-requests/create-scores.js'
import { registerScoreMetrics } from '../score-requests/metrics.js'
import { createSessions, type Sessions } from '../platform/identity/sessions/sessions.js'
import { authenticator, type Authenticate } from '../platform/identity/authenticator.js'
import { measuredMailer, measuredProvider } from './metrics/ports.js'
import { countingRetries, registerPoolMetrics } from './metrics/process.js'
import { registerQueueMetrics } from './metrics/queues.js'
import { readArchived } from '../platform/evidence/archived.js'
import { createTotalsComparison } from '../platform/evidence/compare-totals.js'
import { createSealing } from '../platform/evidence/seal-evidence.js'
import { createPseudonyms } from '../platform/identity/pseudonym.js'
import { createWatch, type Watch } from '../platform/identity/watch.js'
import { createKeyRegister } from '../platform/identity/key-register.js'
import type { ScoringRoutes } from '../scoring-service/api/routes.js'
import { openObjects } from '../platform/files/open-objects.js'
import { openStaging, type Staging } from '../platform/files/staging.js'
import { leaveSavings } from '../bank/savings/closing/leave-savings.js'
import { createSavingsOutcomes } from '../bank/savings/settlement/outcomes.js'
import { releaseDueHolds } from '../bank/savings/payouts/release-holds.js'
import type { ReleaseDeps } from '../bank/savings/payouts/release-payout.js'
import { civilDate } from '../kernel/calendar.js'
import type { Actor, Call, Language } from '../kernel/call.js'
import { payeeNote } from '../bank/messages/payee-note.js'
import type { WallClock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { createDelivery } from '../bank/statements/deliver-statements.js'
import type { SimulatorDeps } from '../simulator/simulator-routes.js'
import { createFileMailer } from '../bank/statements/mail/files.js'
import { createSmtpMailer } from '../bank/statements/mail/smtp.js'

/** A piece of work that jobs repeat: one bounded batch a run, safe twice, at once, late and never. */
export interface Work {
  readonly name: string
  readonly everyMs: number
  readonly run: (signal: AbortSignal) => Promise<void>
}

export interface CallFacts {
  readonly language?: Language
  readonly session?: string | null
  readonly journey?: string | null
  readonly address?: string
}

/** The wired service, without its doors: HTTP and jobs are put in front of it by `main.ts`. */
export interface App {
  readonly database: Database
  readonly schema: GraphQLSchema
  /** The time of a call is read here, once. */
  readonly callOf: (actor: Actor, facts?: CallFacts) => Call
  /** Who is behind a key. */
  readonly authenticate: Authenticate
  /** Who signed in. */
  readonly sessions: Sessions
  readonly contextFor: (call: Call) => RequestContext
  /** Who looked at what. */
  readonly watch: Watch
  /** Of the roles of this process. */
  readonly work: readonly Work[]
  /** The scoring service, for the server to mount. */
  readonly scoring: ScoringRoutes
  /** Our own use of a scoring service, with its upload addresses. */
  readonly scores: Scores
  /** What the simulator of a handset sees beside the gateway's addresses; undefined in production. */
  readonly simulator: Omit<SimulatorDeps, 'operations'> | undefined
  /** The provider says that something happened to this reference. */
  readonly hastenOrder: (reference: string) => Promise<void>
  readonly ready: () => Promise<void>
  /** What keeps the readers of documents from the rest of this machine; undefined where there are none. */
  readonly readers: Promise<Pick<Sandbox, 'holds' | 'lacks'>> | undefined
  readonly close: () => Promise<void>
}

type OrderWork = 'dispatch-orders' | 'poll-orders' | 'dispatch-test-orders' | 'poll-test-orders'

export interface AppParts {
  readonly clock: WallClock
  readonly log: Log
  readonly metrics: Registry
  /** Something is due for this work now; called after commits, must not throw. */
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

/** What a stop waits for what is in hand: a statement that is cut off between sending and marking goes out twice. */
const settleMsMax = 2_000

/** The reading of documents is another process's. */
const readsNothing: Engine = () => Promise.reject(new Error('this process reads no documents'))

const job: Actor = { name: 'job', roles: new Set() }

const placeOf = ({ databaseUrl, dataDirectory }: Config): string =>
  databaseUrl === undefined ? dataDirectory : new URL(databaseUrl).host

const openDatabaseOrSay = async (config: Config): Promise<Database> => {
  try {
    return await openServiceDatabase(config)
  } catch (error) {
    throw new StartError(`the database at ${placeOf(config)} cannot be opened: ${(error as Error).message}`)
  }
}

const readProductsOrSay = ({ productsFile }: Config): ProductTerms[] => {
  try {
    return parseProducts(readFileSync(productsFile, 'utf8'))
  } catch (error) {
    throw new StartError(`PRODUCTS_FILE ${productsFile}: ${(error as Error).message}`)
  }
}

const publishProductsOrSay = async (config: Config, database: Database, call: Call): Promise<void> => {
  const products = readProductsOrSay(config)
  try {
    await publishProducts({ database }, call, products)
  } catch (error) {
    const { message } = error as Error
    if (error instanceof PublishedTermsError)
      throw new StartError(`PRODUCTS_FILE ${config.productsFile}: ${message}`)
    // The file is not to blame for a user without rights, or a server that went away.
    throw new StartError(`the database at ${placeOf(config)} cannot be written: ${message}`)
  }
}

/** Where documents are before they lie in their store, which may be of another machine. */
const openStagingOrSay = ({ dataDirectory }: Config): Staging => {
  const path = join(dataDirectory, 'staging')
  try {
    return openStaging(path)
  } catch (error) {
    throw new StartError(`DATA_DIR ${path} cannot be written (${errorCodeOf(error)})`)
  }
}

/** The composition root: the only wiring, by hand. Throws StartError when the service cannot start here. */
export const createApp = async (config: Config, parts: AppParts): Promise<App> => {
  const { clock, log, metrics, nudge, ownUrl } = parts
  const directory = openDataDirectory(config.dataDirectory)
  const opened = await openDatabaseOrSay(config)
  registerPoolMetrics(metrics, opened)
  const database = countingRetries(metrics, tellingOutages(opened, log))
  for (const problem of await serverLimitProblems(database, config.databasePoolSize)) log.warn({}, problem)
  if (config.production) for (const problem of await userRightProblems(database)) log.warn({}, problem)
  const providers = await openProviders(config, clock).catch((error: unknown) => {
    throw new StartError(`the emulator cannot start: ${(error as Error).message}`)
  })
  const measured = measuredProvider(metrics)
  const today = civilDate(config.timeZone)
  registerQueueMetrics(metrics, database, { today: () => today(clock.now()), log })

  const callOf = (actor: Actor, facts: CallFacts = {}): Call => {
    const now = clock.now()
    return {
      now,
      today: today(now),
      zone: config.timeZone,
      language: facts.language ?? 'fr',
      actor,
      session: facts.session ?? null,
      journey: facts.journey ?? null,
      address: facts.address,
    }
  }

  await publishProductsOrSay(config, database, callOf(job))
  await database.inTransaction((tx) => ensureSystemClock(tx, today(clock.now())))
  await freeLeasesOfTheDead(database)

  const keys = createKeyRegister({ database, clock, log })
  await keys.refresh()
  const isCalled =
    config.roles.has('gateway') || (config.roles.has('staff') && config.identityProvider === undefined)
  if (config.production && isCalled && keys.isEmpty() && config.apiClients.length === 0)
    throw new StartError('nobody could call: make a key with `cauri keys create`, or set API_CLIENTS_FILE')
  keys.keepFresh()

  const release: ReleaseDeps = { payoutMax: config.payoutMax, payeeNote }
  const answers = {
    timing: { scale: config.paymentTimeScale },
    outcomes: createSavingsOutcomes(release),
    log,
    ...registerPaymentMetrics([metrics], database, log),
  }
  const nudgeBoth = (real: OrderWork, test: OrderWork) => () => {
    nudge(real)
    nudge(test)
  }

  const staging = openStagingOrSay(config)
  const objects = await openObjects(config.scoring.objects, staging).catch((error: unknown) => {
    throw new StartError(`DOCUMENTS_DIR cannot be written (${(error as Error).message})`)
  })
  const ownCertificate = config.tls && readFileSync(config.tls.certFile, 'utf8')
  const scores = createScores(
    { ...config.scores, ownCertificate },
    {
      database,
      clock,
      log,
      objects,
      staging,
      sealing: config.scoring.sealingKeys,
      signing: config.scoring.signingKeys,
      pepper: config.keyPepper,
      timing: { scale: config.paymentTimeScale },
      jobCall: () => callOf(job),
      onAlarm: registerScoreMetrics([metrics]),
      ownUrl,
      onScore: () => nudge('drive-scores'),
    },
  )

  const domain: Domain = {
    database,
    testClocks: { enabled: config.testClocks.on, msisdns: config.testClocks.msisdns },
    collectionMax: config.collectionMax,
    clockStallSeconds: config.clockStallSeconds,
    ...release,
    onOrder: nudgeBoth('dispatch-orders', 'dispatch-test-orders'),
    answers,
    onWalk: () => nudge('walk-clocks'),
    onLeave: () => nudge('leave-savings'),
    onStatement: () => nudge('send-statements'),
    onReset: () => nudge('end-test-orders'),
    scores: scores.domain,
    scoring: { objects, pepper: config.keyPepper, forgetOwn: forgetScoresOf },
    keys: {
      pepper: config.keyPepper,
      pseudonyms: createPseudonyms(config.keyPepper),
      refresh: keys.refresh,
    },
    watch: createWatch({ database, log }),
  }
  const orders: DriveDeps = {
    ...answers,
    database,
    providers: { ...providers, real: measured(providers.real) },
    jobCall: () => callOf(job),
  }

  const outboxDirectory = config.smtpUrl === undefined ? join(config.dataDirectory, 'outbox') : undefined
  const delivery = createDelivery({
    database,
    mailer: measuredMailer(
      metrics,
      config.smtpUrl === undefined
        ? createFileMailer(join(config.dataDirectory, 'outbox'), config.mailFrom)
        : createSmtpMailer(config.smtpUrl, config.mailFrom, { requireTls: config.smtpRequiresTls }),
    ),
    bank: config.bank,
    timing: orders.timing,
    jobCall: orders.jobCall,
    log,
  })
  const cleaning = { database, outboxDirectory, retentionDays: config.retentionDays, jobCall: orders.jobCall }
  const sealEvidence = createSealing({
    database,
    anchorDirectory: config.evidenceDirectory,
    jobCall: orders.jobCall,
  })
  const compareTotals = createTotalsComparison({
    database,
    archived: () => readArchived(config.evidenceDirectory),
    jobCall: orders.jobCall,
    log,
    registers: [metrics],
  })
  const cleanMailFiles = createMailFileCleaning(cleaning)

  const driven = (name: OrderWork, drive: typeof dispatchOrders, world: OrdersOf) => {
    const inFlight = createOrdersInFlight()
    return { name, inFlight, run: (signal: AbortSignal) => drive(orders, signal, world, inFlight) }
  }
  const orderWork = [
    driven('dispatch-orders', dispatchOrders, 'REAL'),
    driven('poll-orders', pollOrders, 'REAL'),
    driven('dispatch-test-orders', dispatchOrders, 'TEST'),
    driven('poll-test-orders', pollOrders, 'TEST'),
  ]
  const ends: EndDeps = { ...orders, provider: providers.walk, control: providers.control }
  const leaving = { database, payouts: domain, jobCall: orders.jobCall, log, onOrder: domain.onOrder }
  const walks: WalkDeps = { database, orders, payouts: domain, jobCall: orders.jobCall, log }

  const bureaus = await openBureaus(config.bureau, clock).catch((error: unknown) => {
    throw new StartError(`the bureau emulator cannot start: ${(error as Error).message}`)
  })
  const statements = config.roles.has('reader')
    ? createEngine({ staging, sealing: config.scoring.sealingKeys })
    : undefined
  const scoring = await createScoring(config.scoring, {
    database,
    clock,
    log,
    pepper: config.keyPepper,
    objects,
    staging,
    engine: statements?.engine ?? readsNothing,
    bureaus,
    bureauBody,
    timeScale: 1,
    onQueued: () => nudge('process-scoring'),
  })

  const moneyWork: Work[] = [
    ...orderWork.map(({ name, run }) => ({ name, everyMs: ordersEveryMs, run })),
    { name: 'walk-clocks', everyMs: 1000, run: (signal) => walkTestClocks(walks, signal) },
    { name: 'leave-savings', everyMs: 1000, run: (signal) => leaveSavings(leaving, signal) },
    { name: 'end-test-orders', everyMs: 1000, run: (signal) => endTestOrders(ends, signal) },
    { name: 'release-holds', everyMs: 1000, run: (signal) => releaseDueHolds(leaving, signal) },
    { name: 'walk-night', everyMs: 5000, run: (signal) => walkNight(walks, signal) },
    { name: 'compare-orders', everyMs: 60_000, run: (signal) => compareOrders(orders, signal) },
    { name: 'close-days', everyMs: 60_000, run: (signal) => closeDays(database, signal) },
    { name: 'send-statements', everyMs: 1000, run: (signal) => delivery.run(signal) },
    { name: 'clean-request-log', everyMs: 60_000, run: (signal) => cleanRequestLog(cleaning, signal) },
    { name: 'seal-evidence', everyMs: 5000, run: sealEvidence },
    { name: 'compare-totals', everyMs: 60_000, run: compareTotals },
    { name: 'clean-mail-files', everyMs: 60_000, run: cleanMailFiles },
    { name: 'expire-proposals', everyMs: 60_000, run: () => expireProposals(orders) },
  ]
  const documentWork: Work[] = [
    { name: 'process-scoring', everyMs: 1000, run: scoring.process },
    { name: 'drive-scores', everyMs: 1000, run: scores.drive },
    { name: 'wipe-scores', everyMs: 60_000, run: scores.wipe },
    { name: 'clean-scoring', everyMs: 5000, run: scoring.cleanUp },
  ]

  return {
    database,
    schema: await createSchema(domain),
    callOf,
    authenticate: authenticator(config, keys),
    sessions: createSessions({ database, clock, pepper: config.keyPepper }),
    contextFor: (call) => createContext(domain, call),
    watch: domain.watch,
    work: [
      ...(config.roles.has('worker') ? moneyWork : []),
      ...(config.roles.has('reader') ? documentWork : []),
    ],
    scoring: scoring.routes,
    scores,
    simulator: config.production
      ? undefined
      : { sql: database.read, control: providers.control, outboxDirectory },
    hastenOrder: createHastenOrder({ database, clock }, nudgeBoth('poll-orders', 'poll-test-orders')),
    readers: statements?.sandbox,
    ready: () => readTable(database.read),
    close: async () => {
      await keys.close()
      await Promise.all([
        delivery.settle(settleMsMax),
        ...orderWork.map(({ inFlight }) => inFlight.allEnd(settleMsMax)),
      ])
      await scores.close()
      await Promise.all([scoring.close(), statements?.close()])
      await bureaus.close()
      await providers.close()
      await database.close()
      staging.close()
      directory.release()
    },
  }
}
