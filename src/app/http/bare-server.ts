import { randomBytes } from 'node:crypto'
import type http from 'node:http'
import { isIP } from 'node:net'
import type { BaseContext } from '@apollo/server'
import Fastify, { type FastifyInstance } from 'fastify'
import { answerClientError, errorHandler, refuse } from '../../platform/http/errors.js'
import { observe } from '../../platform/http/observe.js'
import { cutLateAnswers } from './cut-late-answers.js'
import { drainConnections } from './drain-connections.js'
import { traceRequests } from '../../platform/http/trace-requests.js'
import { refuseUnknownPaths } from './refuse-unknown-paths.js'
import { createServer } from './server.js'
import type { HttpParts } from './types.js'

const bodyBytesMax = 64 * 1024
const requestTimeoutMs = 4000

/** The request id of the caller if it is safe to log, or else an id that is unique over processes and restarts. */
const requestIds = (): ((request: http.IncomingMessage) => string) => {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers: { 'x-request-id': given } }) =>
    typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : `${prefix}-${(++count).toString(36)}`
}

/** An address that no host has, in place of an invalid one. */
const unknownAddress = '0.0.0.0'

/** Removes the port that some proxies append to the address they forward: `203.0.113.7:54321`, `[2001:db8::7]:443`. */
const withoutPort = (forwarded: string): string =>
  /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(forwarded)?.slice(1).find(Boolean) ?? forwarded

/** Replaces forwarded addresses that are not IP addresses, since addresses are logged and distinguish callers. */
const replaceOddAddresses = ({ headers }: http.IncomingMessage): void => {
  const { 'x-forwarded-for': forwarded } = headers
  if (forwarded === undefined) return
  const addresses = [forwarded].flat().join(',').split(',')
  headers['x-forwarded-for'] = addresses
    .map((one) => withoutPort(one.trim()))
    .map((one) => (isIP(one) === 0 ? unknownAddress : one))
    .join(',')
}

/** The headers of every answer. */
const setCommonHeaders = (app: FastifyInstance, hasTls: boolean): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    if (hasTls) reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}

/** A server without routes, with everything that applies to all requests. */
export const createBareServer = <Context extends BaseContext>(
  parts: Pick<HttpParts<Context>, 'config' | 'log' | 'metrics' | 'scoring' | 'requestTimeoutMs'>,
): FastifyInstance => {
  const { config, log, scoring } = parts
  const isScoring = (url: string): boolean =>
    scoring !== undefined && config.roles.has('scoring') && scoring.isOurs(url)
  const app = Fastify({
    // Fastify's logger would create a child logger for each request; `observe` logs requests instead.
    logger: false,
    serverFactory: (handler) =>
      createServer(config.tls, (request, response) => {
        replaceOddAddresses(request)
        handler(request, response)
      }),
    genReqId: requestIds(),
    bodyLimit: bodyBytesMax,
    return503OnClosing: false,
    // Trust only the address that the connected proxy reports: earlier forwarded addresses may be forged.
    trustProxy: config.trustProxy === true ? (_address: string, hop: number) => hop < 1 : config.trustProxy,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) =>
      scoring && isScoring(request.url)
        ? scoring.onError(error, request, reply)
        : errorHandler(log)(error, request, reply),
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('operation', undefined)
  app.decorateRequest('graphqlOperation', undefined)
  app.decorateRequest('timer', undefined)
  app.setErrorHandler(errorHandler(log))
  app.setNotFoundHandler((_request, reply) => refuse(reply, 'NOT_FOUND'))
  setCommonHeaders(app, config.tls !== undefined)
  refuseUnknownPaths(app, isScoring)
  cutLateAnswers(app, parts.requestTimeoutMs ?? requestTimeoutMs)
  drainConnections(app, log)
  observe(app, parts)
  traceRequests(app)
  return app
}
