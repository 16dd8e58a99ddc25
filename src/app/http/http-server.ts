import type { BaseContext } from '@apollo/server'
import type { FastifyInstance } from 'fastify'
import { hasEntryPoints } from '../config/process-roles.js'
import { callbackRoutes } from './callback-routes.js'
import { docsRoutes } from './docs-routes.js'
import { exportRoutes } from './export-routes.js'
import { facadeRoutes } from './facade-routes.js'
import { graphqlRoutes } from './graphql-routes.js'
import { healthRoutes } from './health-routes.js'
import { pageFactsOf, pageRoutes } from './page-routes.js'
import { createBareServer } from './bare-server.js'
import { statementRoutes } from './statement-routes.js'
import { signInRoutes } from './sign-in-routes.js'
import { routeOf, type AccessRules } from '../../platform/http/access.js'
import { createKeyGuessLimit, type KeyGuessLimit } from '../../platform/identity/key-guess-limit.js'
import type { HttpParts } from './types.js'
import { displayRoutes } from '../../score-requests/report/display-routes.js'
import { simulatorRoutes } from '../../simulator/simulator-routes.js'
import { reportRoutes } from '../../score-requests/report/report-routes.js'

export type { Endpoint, EnvelopeCall, HttpParts, RequestCall } from './types.js'

/** Records callers who were refused for lack of a role, with their address. */
const refusalsOf =
  ({ accessAudit }: Pick<HttpParts<BaseContext>, 'accessAudit'>): AccessRules['onRefused'] =>
  (caller, request) =>
    accessAudit?.recordRefusal(caller, request.ip, routeOf(request))

/** The routes for staff: GraphQL, files, reports and sign-in. */
const registerStaff = async <Context extends BaseContext>(
  app: FastifyInstance,
  parts: HttpParts<Context>,
  keyGuesses: KeyGuessLimit,
): Promise<void> => {
  await app.register(graphqlRoutes(parts, keyGuesses))
  if (parts.scoreUploads) await app.register(parts.scoreUploads)
  const { authenticate, readScore, accessAudit, signIn, openExport, copyStatement } = parts
  const sessions = signIn?.sessions
  const { rateLimitPerSecond } = parts.config
  const rules = { authenticate, rateLimitPerSecond, keyGuesses, sessions, onRefused: refusalsOf(parts) }
  if (openExport) await app.register(exportRoutes(openExport, rules))
  if (copyStatement) await app.register(statementRoutes(copyStatement, rules))
  if (readScore)
    await app.register(
      reportRoutes({ authenticate, rateLimitPerSecond, keyGuesses, readScore, accessAudit, sessions }),
    )
  const { pages } = parts
  if (signIn && pages) await app.register(signInRoutes({ ...signIn, pages, log: parts.log, keyGuesses }))
}

/** The routes of the gateway's contract, the wallet provider's callback, and the routes of the phone simulator. */
const registerGateway = async <Context extends BaseContext>(
  app: FastifyInstance,
  parts: HttpParts<Context>,
  keyGuesses: KeyGuessLimit,
): Promise<void> => {
  await app.register(facadeRoutes(parts, keyGuesses))
  await app.register(callbackRoutes(parts))
  const { simulator, authenticate } = parts
  const { rateLimitPerSecond } = parts.config
  if (simulator)
    await app.register(
      simulatorRoutes(simulator, {
        authenticate,
        keyGuesses,
        rateLimitPerSecond,
        onRefused: refusalsOf(parts),
      }),
    )
}

/**
 * The server of this process, with the routes of its roles. `/healthz` is served in every role, and so are readiness and metrics
 * unless they have an address of their own.
 * Not listening yet. `close()` accepts no new connection and resolves when the requests in flight have been answered. A request that
 * still arrives on an open connection is answered too, and then the connection is closed.
 */
export const createHttpServer = async <Context extends BaseContext>(
  parts: HttpParts<Context>,
): Promise<FastifyInstance> => {
  const { config, scoring } = parts
  const app = createBareServer(parts)
  await app.register(healthRoutes(parts, config.admin ? 'ALIVE' : 'ALL'))
  const keyGuesses = createKeyGuessLimit()
  if (config.roles.has('gateway')) await registerGateway(app, parts, keyGuesses)
  if (config.roles.has('staff')) await registerStaff(app, parts, keyGuesses)
  const { pages, version = '' } = parts
  const { roles, explorerOrigins } = config
  if (pages && (roles.has('staff') || roles.has('gateway')))
    await app.register(pageRoutes({ pages, version, roles, explorerOrigins, ...pageFactsOf(config) }))
  if (config.roles.has('scoring') && scoring) await app.register(scoring.mount)
  if (hasEntryPoints(config.roles)) {
    if (parts.docs && !config.admin) await app.register(docsRoutes(parts.docs))
    await app.register(displayRoutes)
  }
  await app.ready()
  return app
}
