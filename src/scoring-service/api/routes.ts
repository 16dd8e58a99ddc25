import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { ScoringDeps } from '../service/deps.js'
import { environments, prefixOf, type Environment } from '../../scoring-contract/environment.js'
import { resultAddressRoutes, uploadRoutes } from './address-routes.js'
import { sendRefusal, errorHandler, formatOfPath, resultsFormat } from './error-formats.js'
import { requestRoutes } from './request-routes.js'
import { resultsRoutes } from './results-routes.js'
import { tokenRoutes } from './token-routes.js'

/** The wire version of the contract: changes to it are additive. */
const apiVersion = '1.0.0'
const answerMsMax = 10_000

/** The scoring service as the server mounts it. */
export interface ScoringRoutes {
  readonly mount: (app: FastifyInstance) => Promise<void>
  readonly isOurs: (url: string) => boolean
  /** For errors that occur before a route is found. */
  readonly onError: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

const root = prefixOf.live

const isOurs = (url: string): boolean =>
  url === root || (/^[/?]/.test(url.slice(root.length)) && url.startsWith(root))

const pathBelow = (environment: Environment, url: string): string =>
  (url.split('?', 1)[0] ?? '').slice(prefixOf[environment].length)

const environmentOf = (url: string): Environment => (url.startsWith(prefixOf.sandbox) ? 'sandbox' : 'live')

const formatOf = (url: string) => formatOfPath(pathBelow(environmentOf(url), url))

/** Answers unknown addresses and methods in the error format of the address that they resemble. */
const answerUnknown = (app: FastifyInstance, environment: Environment): void => {
  const methods: [string, RegExp, string][] = [
    ['/auth/token', /^\/auth\/token$/, 'POST'],
    ['/score/request', /^\/score\/request$/, 'POST'],
    ['/score/results', /^\/score\/results\/[^/]+$/, 'GET'],
    ['/results', /^\/results\/[^/]+$/, 'GET, HEAD'],
  ]
  app.setNotFoundHandler((request, reply) => {
    const path = pathBelow(environment, request.url)
    const allowed = methods.find(([, pattern]) => pattern.test(path))?.[2]
    if (allowed !== undefined) reply.header('allow', allowed)
    const refusal =
      allowed === undefined
        ? new ScoringRefusal('NOT_FOUND', 'There is nothing at this address', { details: 'unknown_address' })
        : new ScoringRefusal('METHOD_NOT_ALLOWED', 'This address does not take this method')
    return sendRefusal(reply, formatOfPath(path), refusal)
  })
}

/** Answers a request that takes too long, in the error format of its address. */
const answerLateRequests = (app: FastifyInstance): void => {
  const lateAnswer = new ScoringRefusal('UNAVAILABLE', 'The answer took too long; ask again')
  const slowRequest = new ScoringRefusal('TOO_SLOW', 'The request took too long to arrive')
  app.addHook('onRequest', (request, reply, done) => {
    clearTimeout(request.timer)
    request.timer = setTimeout(() => {
      if (reply.sent) return
      const { complete } = request.raw
      if (!complete) reply.header('connection', 'close')
      sendRefusal(reply, formatOf(request.url), complete ? lateAnswer : slowRequest)
    }, answerMsMax)
    done()
  })
}

const environmentRoutes =
  (deps: ScoringDeps, environment: Environment, publicUrl: string | undefined) =>
  async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler(errorHandler(resultsFormat, deps.log))
    answerUnknown(app, environment)
    await app.register(tokenRoutes(deps, environment))
    await app.register(requestRoutes(deps, environment, publicUrl))
    await app.register(resultsRoutes(deps, environment, publicUrl))
    await app.register(uploadRoutes(deps))
    await app.register(resultAddressRoutes(deps))
  }

export const scoringRoutes = (deps: ScoringDeps, publicUrl: string | undefined): ScoringRoutes => ({
  mount: async (app) => {
    app.decorateRequest('scoringCaller', undefined)
    app.addHook('onRequest', (_request, reply, done) => {
      reply.header('x-api-version', apiVersion)
      done()
    })
    answerLateRequests(app)
    for (const environment of environments)
      await app.register(environmentRoutes(deps, environment, publicUrl), { prefix: prefixOf[environment] })
  },
  isOurs,
  onError: (error, request, reply) => errorHandler(formatOf(request.url), deps.log)(error, request, reply),
})
