import type { BaseContext } from '@apollo/server'
import Fastify, { type FastifyInstance } from 'fastify'
import { hasEntryPoints } from '../config/process-roles.js'
import { docsRoutes } from './docs-routes.js'
import { drainConnections } from './drain-connections.js'
import { answerClientError, errorHandler, refuse } from '../../platform/http/errors.js'
import { healthRoutes } from './health-routes.js'
import { createServer } from './server.js'
import type { HttpParts } from './types.js'

/** The server for operators, at a separate address: readiness, metrics and documentation. Not listening yet. */
export const createAdminServer = async <Context extends BaseContext>({
  config,
  log,
  ready,
  metrics,
  docs,
}: Pick<HttpParts<Context>, 'config' | 'log' | 'ready' | 'metrics' | 'docs'>): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: false,
    serverFactory: (handler) => createServer(config.tls, handler),
    clientErrorHandler: answerClientError,
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  app.setErrorHandler(errorHandler(log))
  app.setNotFoundHandler((_request, reply) => refuse(reply, 'NOT_FOUND'))
  drainConnections(app, log)
  await app.register(healthRoutes({ ready, metrics, log }, 'ALL'))
  if (docs && hasEntryPoints(config.roles)) await app.register(docsRoutes(docs))
  return app
}
