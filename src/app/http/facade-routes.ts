import type { BaseContext } from '@apollo/server'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { guardAccess, routeOf } from '../../platform/http/access.js'
import type { KeyGuessLimit } from '../../platform/identity/key-guess-limit.js'
import { setRetryAfter } from '../../platform/http/errors.js'
import type { Endpoint, EnvelopeCall, HttpParts } from './types.js'

const endpoints: readonly Endpoint[] = ['getdynamicarguments', 'getdynamicoptions']
const noBody = Buffer.alloc(0)

/** The routes of the gateway's envelope. The facade interprets the bytes of the body. */
export const facadeRoutes =
  <Context extends BaseContext>(
    { config, authenticate, facade, contextFor, accessAudit }: HttpParts<Context>,
    keyGuesses: KeyGuessLimit,
  ) =>
  async (app: FastifyInstance): Promise<void> => {
    // The facade gets the raw bytes, so that invalid ones get its own error body.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    await guardAccess(app, {
      authenticate,
      keyGuesses,
      rateLimitPerSecond: config.rateLimitPerSecond,
      anyOf: ['GATEWAY', 'ADMIN'],
      onRefused: (caller, request) => accessAudit?.recordRefusal(caller, request.ip, routeOf(request)),
    })

    const answer =
      (endpoint: Endpoint): RouteHandlerMethod =>
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : noBody
        const contextOf = (call: EnvelopeCall): unknown => {
          request.operation = call.operationName
          if (!request.caller) throw new Error('a request without a caller reached the facade')
          return contextFor(request.caller, {
            language: call.languageCode,
            session: call.sessionIdentifier,
            journey: call.journeyIdentifier,
            requestId: request.id,
            address: request.ip,
          })
        }
        const answered = await facade.handle(endpoint, body, contextOf, request.id)
        setRetryAfter(reply, answered.status)
        reply.code(answered.status).header('content-type', 'application/json; charset=utf-8')
        return answered.body
      }
    for (const endpoint of endpoints) app.post(`/${endpoint}`, answer(endpoint))
  }
