import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createFacade, type Failure, type Facade } from '../../../facade/facade.js'
import { facadeOpenApi } from '../../../facade/openapi.js'
import { createCopies } from '../../bank/statements/copy-statement.js'
import { systemClock } from '../../kernel/clock.js'
import { newId } from '../../kernel/ids.js'
import { isOutage } from '../../platform/database/health/outage.js'
import type { RequestContext } from '../../platform/graphql/context.js'
import { createApollo } from '../../platform/graphql/server/apollo.js'
import { graphqlMetricsPlugin } from '../../platform/graphql/server/metrics-plugin.js'
import type { Logger } from '../../platform/log/log.js'
import { graphqlMetric } from '../../platform/metrics/operations.js'
import { readPages } from '../../platform/pages/read-pages.js'
import { traceExecutions, tracedFacade } from '../../platform/trace/traced-executions.js'
import { withShownResults } from '../../score-requests/graphql/shown-results.js'
import { readScoreReport } from '../../score-requests/requests/scores.read.js'
import { readGatewayOperations } from '../../simulator/scenario/operations.js'
import type { App } from '../app.js'
import { packageRoot, type Config } from '../config/config.js'
import { createExports } from '../exports/create-exports.js'
import { documentation } from '../guide/documentation.js'
import { createAdminServer } from '../http/admin.js'
import { createHttpServer, type HttpParts } from '../http/http-server.js'
import { reports } from '../modules.js'
import type { Observation } from './observation.js'

type Parts = HttpParts<RequestContext>

/** The entry points of this process. */
export interface EntryPoints {
  /** All of them serve the same certificate. */
  readonly servers: readonly FastifyInstance['server'][]
  /** @throws the error if it cannot listen */
  readonly listen: () => Promise<{ readonly port: number }>
  /** Accepts no new connection; resolves when the requests in flight have been answered. */
  readonly close: () => Promise<void>
  /** Stops GraphQL. Called after `close`, when it gets no more requests. */
  readonly end: () => Promise<void>
}

const operations = join(packageRoot, 'facade', 'operations')

const createFail =
  (log: Logger) =>
  (error: unknown, facts: object): Failure => {
    const incident = newId(systemClock.now())
    log.error({ err: error, incident, ...facts }, 'a request failed')
    return { incident, isOutage: isOutage(error) }
  }

const startApollo = async (app: App, { production }: Config, { log, metrics }: Observation) => {
  const apollo = createApollo({
    schema: app.schema,
    production,
    log,
    plugins: [graphqlMetricsPlugin(graphqlMetric(metrics))],
  })
  traceExecutions(apollo)
  await apollo.start()
  return apollo
}

const signInOf = (app: App, config: Config): Parts['signIn'] => ({
  sessions: app.sessions,
  provider: app.identityProvider,
  testPersons: config.production ? undefined : { secret: config.developmentSecret },
  sealing: config.scoring.sealingKeys,
  clock: systemClock,
})

/** The parts that come from the domain. Where the server does not await a call, its failure is logged here. */
const domainParts = (
  app: App,
  config: Config,
  fail: ReturnType<typeof createFail>,
): Pick<
  Parts,
  | 'contextFor'
  | 'openExport'
  | 'copyStatement'
  | 'scoreUploads'
  | 'readScore'
  | 'accessAudit'
  | 'intake'
  | 'callback'
> => {
  const openExport = createExports({ ...app, reports })
  const copies = createCopies({ database: app.database, bank: config.bank, watch: app.watch })
  return {
    contextFor: (caller, call) => app.contextFor(app.callOf(caller, call)),
    openExport: (caller, call, request) => openExport(app.callOf(caller, call), request),
    copyStatement: (caller, address, reference) => copies(app.callOf(caller, { address }), reference),
    scoreUploads: app.scores.routes,
    readScore: readScoreReport(app.database, config.scoring.sealingKeys),
    accessAudit: {
      recordRead: (caller, address, what, id) =>
        app.watch.recordReadById(app.callOf(caller, { address }), what, id),
      recordRefusal: (caller, address, what) => {
        app.watch
          .recordRefusal(app.callOf(caller, { address }), what)
          .catch((error: unknown) => fail(error, { what }))
      },
    },
    intake: app.scores.intake,
    callback: (reference) => {
      app.pollOnCallback(reference).catch((error: unknown) => fail(error, { callback: true }))
    },
  }
}

/** The entry points of the roles of this process, and the server for operators if it has an address of its own. Not listening yet. */
export const openEntryPoints = async (
  config: Config,
  app: App,
  observation: Observation,
  ready: Parts['ready'],
): Promise<EntryPoints> => {
  const { log, metrics, version } = observation
  const fail = createFail(log)
  const apollo = await startApollo(app, config, observation)
  const facade: Facade = createFacade({
    schema: app.schema,
    operations,
    onFailure: (error, call, requestId) => fail(error, { requestId, operation: call.operationName }),
  })
  const docs = documentation(config, {
    facade: () => facadeOpenApi(facade.operations),
    schema: app.schema,
    version,
  })
  const admin = config.admin && (await createAdminServer({ config, log, ready, metrics, docs }))
  const http = await createHttpServer({
    config,
    simulator: app.simulator && { ...app.simulator, operations: readGatewayOperations(operations) },
    log,
    authenticate: app.authenticate,
    facade: tracedFacade(facade),
    docs,
    pages: readPages(join(import.meta.dirname, 'web')),
    version,
    signIn: signInOf(app, config),
    completeAnswer: withShownResults,
    apollo,
    scoring: app.scoring,
    ...domainParts(app, config, fail),
    ready,
    metrics,
  })
  return {
    servers: admin ? [http.server, admin.server] : [http.server],
    listen: async () => {
      await http.listen({ host: config.host, port: config.port })
      if (config.admin) await admin?.listen(config.admin)
      return http.server.address() as { port: number }
    },
    close: async () => {
      await Promise.all([http.close(), admin?.close()])
    },
    end: () => apollo.stop(),
  }
}
