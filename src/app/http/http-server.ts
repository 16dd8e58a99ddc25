import { randomBytes } from 'node:crypto'
import type http from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { BaseContext } from '@apollo/server'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { hasDoors } from '../config/process-roles.js'
import { callbackRoutes } from './callback-routes.js'
import { docsRoutes } from './docs-routes.js'
import { answerClientError, errorHandler, refuse } from '../../platform/http/errors.js'
import { facadeRoutes } from './facade-routes.js'
import { graphqlRoutes } from './graphql-routes.js'
import { healthRoutes } from './health-routes.js'
import { pageRoutes } from './page-routes.js'
import { observe } from '../../platform/http/observe.js'
import { createServer } from './server.js'
import { signInRoutes } from './sign-in-routes.js'
import { createStrangers, type Strangers } from '../../platform/identity/strangers.js'
import type { HttpParts } from './types.js'
import type { Logger } from '../../platform/log/log.js'
import { displayRoutes } from '../../score-requests/report/display-routes.js'
import { simulatorRoutes } from '../../simulator/simulator-routes.js'
import { reportRoutes } from '../../score-requests/report/report-routes.js'

export type { Endpoint, EnvelopeCall, HttpParts, RequestCall } from './types.js'

const bodyBytesMax = 64 * 1024
const requestTimeoutMs = 4000
/** How long the rest of a request that was answered early may take to arrive. */
const arrivalTimeoutMs = 10_000

/** A caller's own id where it is harmless in a log, else a number that is unique over processes and restarts. */
const requestIds = (): ((request: http.IncomingMessage) => string) => {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers: { 'x-request-id': given } }) =>
    typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : `${prefix}-${(++count).toString(36)}`
}

/** No host has it. */
const nowhere = '0.0.0.0'

/** What is forwarded as an address and is none would stand wherever callers are told apart, or written down. */
const replaceOddAddresses = ({ headers }: http.IncomingMessage): void => {
  const { 'x-forwarded-for': forwarded } = headers
  if (forwarded === undefined) return
  const addresses = [forwarded].flat().join(',').split(',')
  headers['x-forwarded-for'] = addresses.map((one) => (isIP(one.trim()) === 0 ? nowhere : one)).join(',')
}

/** Unknown paths and methods, answered before any body is read. */
const answerUnknown = (app: FastifyInstance, isElsewhere: (url: string) => boolean): void => {
  const methodsOf = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    // Who sends something to the address without a path has left out the path, and not chosen a wrong method.
    if (url !== '/') methodsOf.set(url, [...(methodsOf.get(url) ?? []), ...[method].flat()])
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || isElsewhere(request.url)) return done()
    const methods = methodsOf.get(request.url.split('?', 1)[0] ?? '')
    if (methods) reply.header('allow', methods.join(', '))
    return void refuse(reply, methods ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND')
  })
}

/**
 * Cuts a request that has no answer in time. Fastify's own `handlerTimeout` is of no use here: it forgets its timer
 * when the body has been read. What the handler answers later is dropped; a confirm that was cut is asked again.
 */
const cutLongRequests = (app: FastifyInstance, timeoutMs: number): void => {
  const cut = (reply: FastifyReply): void => {
    if (reply.sent) return
    const { raw, caller } = reply.request
    if (raw.complete) return void refuse(reply, 'UNAVAILABLE')
    // Whoever is still sending gets no more of our time. A stranger who does is no failure of ours; a caller asks again.
    refuse(reply.header('connection', 'close'), caller ? 'UNAVAILABLE' : 'REQUEST_TIMEOUT')
  }
  app.addHook('onRequest', (request, reply, done) => {
    request.timer = setTimeout(cut, timeoutMs, reply)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.timer)
    if (!request.raw.complete) boundArrival(request.raw)
    done()
  })
}

/** A request that was answered before it had arrived: node reads and drops the rest, and not for ever. */
const boundArrival = (request: http.IncomingMessage): void => {
  const { socket } = request
  // The connection may serve others by then, if the rest has come.
  setTimeout(() => request.complete || socket.destroy(), arrivalTimeoutMs).unref()
}

/** How often the open connections are looked at while the server is closing. */
const closingCheckMs = 50
/** How long a request may take, once closing has begun, to say in its headers that it is one. */
const closingArrivalMs = 1000
/**
 * How long the work in hand is waited for, which is as long as jobs have. Only a document that arrives on a slow line, or a
 * result that is read on one, takes longer; what has not arrived whole leaves nothing and is sent again.
 */
const closingMsMax = 6000

/**
 * Node closes what is idle once, when closing begins; what becomes idle afterwards would hold us until its client goes. So
 * would a connection that never brought a whole header, which node does not call idle: a browser and a load balancer open
 * some in advance. What has come as a request is waited for, but not for ever.
 */
const closeWhatIsNotInHand = (app: FastifyInstance, log: Logger): void => {
  const connections = new Set<Socket>()
  let inHand = 0
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('request', (_request, response: http.ServerResponse) => {
    inHand += 1
    response.once('close', () => (inHand -= 1))
  })
  app.addHook('preClose', async () => {
    const begunMs = performance.now()
    const timer = setInterval(() => {
      app.server.closeIdleConnections()
      const waitedMs = performance.now() - begunMs
      const isTooLate = waitedMs >= closingMsMax
      if (!isTooLate && (inHand > 0 || waitedMs < closingArrivalMs)) return
      if (inHand > 0)
        log.warn({ requests: inHand, closingMsMax }, 'requests in hand are cut off, to end in time')
      for (const socket of connections) socket.destroy()
    }, closingCheckMs)
    app.server.once('close', () => clearInterval(timer))
  })
}

/** GraphQL, where its documents are sent, and the pages. */
const registerStaff = async <Context extends BaseContext>(
  app: FastifyInstance,
  parts: HttpParts<Context>,
  strangers: Strangers,
): Promise<void> => {
  await app.register(graphqlRoutes(parts, strangers))
  if (parts.scoreUploads) await app.register(parts.scoreUploads)
  const { authenticate, readScore, seen, signIn } = parts
  const sessions = signIn?.sessions
  const { rateLimitPerSecond } = parts.config
  if (readScore)
    await app.register(
      reportRoutes({ authenticate, rateLimitPerSecond, strangers, readScore, seen, sessions }),
    )
  const { pages, version = '', config } = parts
  if (!pages) return
  await app.register(pageRoutes({ pages, version, stage: config.stage ?? 'development' }))
  if (signIn) await app.register(signInRoutes({ ...signIn, pages, log: parts.log }))
}

/**
 * The server with every route of this process: health and metrics on all, the rest as its roles have it.
 * Not listening yet. `close()` takes no new connection and resolves when what is in hand has been answered; a request
 * that still comes in on an open connection is answered too, and is that connection's last.
 */
export const createHttpServer = async <Context extends BaseContext>(
  parts: HttpParts<Context>,
): Promise<FastifyInstance> => {
  const { config, log, scoring } = parts
  const isScoring = (url: string): boolean =>
    scoring !== undefined && config.roles.has('scoring') && scoring.isOurs(url)
  const app = Fastify({
    // Fastify's own logger makes a child for each request, whether it logs or not; `observe` says what must be said.
    logger: false,
    serverFactory: (handler) =>
      createServer(config.tls, (request, response) => {
        replaceOddAddresses(request)
        handler(request, response)
      }),
    genReqId: requestIds(),
    bodyLimit: bodyBytesMax,
    return503OnClosing: false,
    // Any proxy: the one that connects to us. What stands before its own word anybody may have written.
    trustProxy: config.trustProxy === true ? (_address: string, hop: number) => hop < 1 : config.trustProxy,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) =>
      scoring && isScoring(request.url)
        ? scoring.onError(error, request, reply)
        : errorHandler(log)(error, request, reply),
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('operation', undefined)
  app.decorateRequest('timer', undefined)
  app.setErrorHandler(errorHandler(log))
  app.setNotFoundHandler((_request, reply) => refuse(reply, 'NOT_FOUND'))
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    if (config.tls) reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
  answerUnknown(app, isScoring)
  cutLongRequests(app, parts.requestTimeoutMs ?? requestTimeoutMs)
  closeWhatIsNotInHand(app, log)
  observe(app, parts)

  await app.register(healthRoutes(parts, config.admin ? 'ALIVE' : 'ALL'))
  const strangers = createStrangers()
  if (config.roles.has('gateway')) {
    await app.register(facadeRoutes(parts, strangers))
    await app.register(callbackRoutes(parts))
    const { simulator, authenticate } = parts
    const { rateLimitPerSecond } = config
    if (simulator)
      await app.register(simulatorRoutes(simulator, { authenticate, strangers, rateLimitPerSecond }))
  }
  if (config.roles.has('staff')) await registerStaff(app, parts, strangers)
  if (config.roles.has('scoring') && scoring) await app.register(scoring.mount)
  if (hasDoors(config.roles)) {
    if (parts.docs && !config.admin) await app.register(docsRoutes(parts.docs))
    await app.register(displayRoutes)
  }
  await app.ready()
  return app
}
