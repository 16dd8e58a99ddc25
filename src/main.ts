import 'reflect-metadata'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { createFacade, type Failure } from '../facade/facade.js'
import { facadeOpenApi } from '../facade/openapi.js'
import { createJobs, type Jobs } from '../jobs/agenda.js'
import { graphqlMetricsPlugin } from './platform/graphql/server/metrics-plugin.js'
import { graphqlMetric } from './platform/metrics/operations.js'
import { measuredTicks, ownVersion, registerBuildInfo, registerTickMetrics } from './app/metrics/process.js'
import { reachable, welcome } from './app/front.js'
import { explain } from './app/explain-start.js'
import { documentation } from './app/guide/documentation.js'
import { createApp, type App, type AppParts } from './app/app.js'
import { forgetEnvironmentSecrets, packageRoot, readConfig, type Config } from './app/config/config.js'
import { hasDoors, hasJobs } from './app/config/process-roles.js'
import { writtenDirectories } from './app/written-directories.js'
import { reloadCertificate } from './app/http/reload-certificate.js'
import { StartError } from './app/data-directory.js'
import { isOutage } from './platform/database/health/outage.js'
import { createIdentityProvider } from './platform/identity/sessions/provider.js'
import { createApollo } from './platform/graphql/server/apollo.js'
import type { RequestContext } from './platform/graphql/context.js'
import { reports } from './app/modules.js'
import { createExports } from './app/exports/create-exports.js'
import { createHttpServer, type HttpParts } from './app/http/http-server.js'
import { createAdminServer } from './app/http/admin.js'
import { readPages } from './platform/pages/read-pages.js'
import { canWrite } from './platform/log/file-outages.js'
import { createLogger, type Logger } from './platform/log/log.js'
import { readGatewayOperations } from './simulator/scenario/operations.js'
import { splicedIn } from './score-requests/graphql/shown-results.js'
import { createCopies } from './bank/statements/copy-statement.js'
import { readScoreReport } from './score-requests/requests/scores.read.js'
import { systemClock } from './kernel/clock.js'
import { newId } from './kernel/ids.js'
import { useTracer } from './kernel/trace.js'
import { traceExecutions, tracedFacade } from './platform/trace/traced-executions.js'

/** What was told of traces is sent within it, or not at all. */
const flushMsMax = 1_000

/** However slow the work in hand is, the process is gone by then. */
const stopMsMax = 9_500

/**
 * The signal that asks this process to stop. Listened for from the first moment on: the first process of a container
 * ignores a signal that it does not listen for, and would be killed in the midst of a migration. A start in hand is
 * finished first, if it can be in time.
 */
const listenForStop = (drainMs: () => number) =>
  new Promise<NodeJS.Signals>((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      setTimeout(() => process.exit(1), drainMs() + stopMsMax).unref()
      resolve(signal)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    // A terminal that closes is none: a service that was started from one goes on.
    process.on('SIGHUP', () => undefined)
  })

/** Not waited for: it is found out by trying. */
const sayWhatKeepsReaders = async ({ readers }: App, log: Logger): Promise<void> => {
  if (!readers) return
  const { holds, lacks } = await readers
  if (lacks.length === 0) log.info({ holds, lacks }, 'readers of documents are kept apart')
  else log.warn({ holds, lacks }, 'readers of documents are kept apart, but not by all that could')
}

const openJobs = async (
  { mongoUrl }: Config,
  { work }: App,
  { log, metrics }: Pick<AppParts, 'metrics'> & { readonly log: Logger },
): Promise<Jobs> => {
  try {
    return await createJobs({
      ticks: measuredTicks(metrics, work),
      ...(mongoUrl === undefined ? {} : { mongoUrl }),
      log,
      clock: systemClock,
    })
  } catch (error) {
    throw new StartError(`MONGO_URL is no address of a job store: ${(error as Error).message}`)
  }
}

const start = async (): Promise<void> => {
  // What this process writes is nobody else's of this machine.
  process.umask(0o077)
  let drainMs = 0
  const askedToStop = listenForStop(() => drainMs)
  const config = readConfig()
  forgetEnvironmentSecrets()
  if (hasDoors(config.roles)) drainMs = config.drainMs
  let isStopping = false
  const log = createLogger(config, undefined, () => canWrite(writtenDirectories(config)))
  for (const { name, meant } of config.nearMisses)
    log.warn({ name, meant }, 'a variable of the environment is no setting; did you mean the other?')
  let jobs: Jobs | undefined
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const version = ownVersion()
  const tracer = config.traces
    ? (await import('./platform/trace/open-tracer.js')).openTracer(version)
    : undefined
  useTracer(tracer)
  registerBuildInfo(metrics, { version, roles: config.roles })
  const nudge: AppParts['nudge'] = (work) => jobs?.nudge(work)
  let ownUrl: string | undefined
  const app = await createApp(config, { clock: systemClock, log, metrics, nudge, ownUrl: () => ownUrl })

  const fail = (error: unknown, facts: object): Failure => {
    const incident = newId(systemClock.now())
    log.error({ err: error, incident, ...facts }, 'a request failed')
    return { incident, isOutage: isOutage(error) }
  }
  const apollo = createApollo({
    schema: app.schema,
    production: config.production,
    log,
    plugins: [graphqlMetricsPlugin(graphqlMetric(metrics))],
  })
  traceExecutions(apollo)
  await apollo.start()
  const facade = createFacade({
    schema: app.schema,
    operations: join(packageRoot, 'facade', 'operations'),
    onFailure: (error, call, requestId) => fail(error, { requestId, operation: call.operationName }),
  })
  const docs = documentation(config, {
    facade: () => facadeOpenApi(facade.operations),
    schema: app.schema,
    version,
  })
  const ready: HttpParts<RequestContext>['ready'] = async () => {
    if (isStopping) return { ok: false, detail: { reason: 'the process is asked to stop' } }
    await app.ready()
    if (!hasJobs(config.roles)) return { ok: true, detail: { database: 'up' } }
    const { isLive = false, isStoreUp = false } = jobs?.health() ?? {}
    return {
      ok: isLive,
      detail: {
        database: 'up',
        jobs: isLive ? 'running' : 'stuck',
        ...(app.readers && { readers: (await app.readers).holds.join(' ') || 'watched only' }),
        // Without its store a timer runs the jobs: slower to share among workers, and nothing is lost.
        jobStore: isStoreUp ? 'up' : 'down',
      },
    }
  }
  const exporting = createExports({ ...app, reports })
  const copies = createCopies({ database: app.database, bank: config.bank, watch: app.watch })
  const admin = config.admin && (await createAdminServer({ config, log, ready, metrics, docs }))
  const operationsFolder = join(packageRoot, 'facade', 'operations')
  const http = await createHttpServer({
    config,
    simulator: app.simulator && { ...app.simulator, operations: readGatewayOperations(operationsFolder) },
    log,
    authenticate: app.authenticate,
    facade: tracedFacade(facade),
    docs,
    pages: readPages(join(import.meta.dirname, 'web')),
    version,
    signIn: {
      sessions: app.sessions,
      provider: config.identityProvider && createIdentityProvider(config.identityProvider),
      testPersons: config.production ? undefined : { secret: config.developmentSecret },
      sealing: config.scoring.sealingKeys,
      clock: systemClock,
    },
    contextFor: (caller, call) => app.contextFor(app.callOf(caller, call)),
    whole: splicedIn,
    apollo,
    exporting: (caller, call, wanted) => exporting(app.callOf(caller, call), wanted),
    copyStatement: (caller, address, reference) => copies(app.callOf(caller, { address }), reference),
    scoring: app.scoring,
    scoreUploads: app.scores.routes,
    readScore: readScoreReport(app.database, config.scoring.sealingKeys),
    seen: {
      read: (caller, address, what, id) => app.watch.readById(app.callOf(caller, { address }), what, id),
      refused: (caller, address, what) => {
        app.watch
          .refused(app.callOf(caller, { address }), what)
          .catch((error: unknown) => fail(error, { what }))
      },
    },
    intake: app.scores.intake,
    callback: (reference) => {
      app.pollOnCallback(reference).catch((error: unknown) => fail(error, { callback: true }))
    },
    ready,
    metrics,
  })

  // The port first: a process that may not listen has not begun to work either.
  await http.listen({ host: config.host, port: config.port })
  if (config.admin) await admin?.listen(config.admin)
  const { port } = http.server.address() as { port: number }
  const scheme = config.tls ? 'https' : 'http'
  const { roles } = config
  // Without that door it needs SCORING_BASE_URL to find those who have it.
  if (roles.has('reader') && !roles.has('scoring') && config.scores.baseUrl === undefined)
    log.warn({}, 'SCORING_BASE_URL is not set: this process sends no score requests')
  if (roles.has('scoring')) ownUrl = `${scheme}://${reachable(config.host)}:${port}`
  if (hasJobs(roles)) {
    jobs = await openJobs(config, app, { log, metrics })
    registerTickMetrics(metrics, () => jobs?.health())
    await jobs.start()
    void sayWhatKeepsReaders(app, log)
  }
  log.info({ roles: [...roles] }, `Cauri listens on ${scheme}://${config.host}:${port}`)

  if (config.welcomes)
    process.stdout.write(
      welcome(config, {
        origin: `${scheme}://${reachable(config.host)}:${port}`,
        version,
        emulator: app.emulatorUrl,
      }),
    )

  const endReloading = reloadCertificate(http.server, config.tls, log)

  const signal = await askedToStop
  isStopping = true
  // Who sends work here looks now and then whether we are ready: until then its calls are taken as ever.
  if (drainMs > 0) {
    log.info({ signal, drainMs }, 'not ready any more; the port closes soon')
    await sleep(drainMs)
  }
  endReloading()
  log.info({ signal }, 'finishing what is in hand')
  await Promise.all([http.close(), admin?.close(), jobs?.stop()])
  await apollo.stop()
  await app.close()
  // A collector that is away holds nobody up.
  await Promise.race([tracer?.close().catch(() => undefined), sleep(flushMsMax)])
  process.exit(0)
}

/** The service, until it is asked to stop: `cauri start`. The process ends with it. */
export const serve = (): Promise<void> =>
  start().catch((error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  })
