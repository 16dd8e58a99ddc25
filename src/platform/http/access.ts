import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { presentedKey, type Authenticate } from '../identity/authenticator.js'
import type { Caller, Role } from '../identity/roles.js'
import { refuse } from './errors.js'
import type { Strangers } from '../identity/strangers.js'

export interface AccessRules {
  readonly authenticate: Authenticate
  readonly rateLimitPerSecond: number | undefined
  readonly strangers: Strangers
  /** Told of a key that is somebody's and may not come in here. */
  readonly onRefused?: ((caller: Caller, request: FastifyRequest) => void) | undefined
  /** One of these is enough; every role when not given. */
  readonly anyOf?: readonly Role[]
  /** Requests that may go on without a key. */
  readonly open?: (request: FastifyRequest) => boolean
}

/** Without what is asked for: that may name somebody. */
export const pathOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? ''

/**
 * Lets only callers with a key and a role into the routes of this scope, and each at its rate. Runs before the body is
 * read, so that a stranger costs us no memory. The rate is counted in this process, per name: two keys of one person
 * that is rotating share it.
 */
export const guardAccess = async (app: FastifyInstance, rules: AccessRules): Promise<void> => {
  const { authenticate, anyOf, open, rateLimitPerSecond, strangers } = rules
  const requireKey: onRequestHookHandler = (request, reply, done) => {
    if (open?.(request)) return done()
    const caller = authenticate(request.headers)
    if (!caller) {
      const waitSeconds = strangers.tried(request.ip, presentedKey(request.headers) ?? '')
      if (waitSeconds === undefined) return void refuse(reply, 'UNAUTHENTICATED')
      return void refuse(
        reply.header('retry-after', waitSeconds),
        'RATE_LIMITED',
        'Too many wrong keys; wait a minute',
      )
    }
    if (anyOf && !anyOf.some((role) => caller.roles.has(role))) {
      rules.onRefused?.(caller, request)
      return void refuse(reply, 'FORBIDDEN')
    }
    request.caller = caller
    return done()
  }
  app.addHook('onRequest', requireKey)
  if (rateLimitPerSecond === undefined) return

  await app.register(rateLimit, {
    max: rateLimitPerSecond,
    timeWindow: 1000,
    // After `requireKey`, so that strangers cannot use up the rate of a caller.
    hook: 'preParsing',
    keyGenerator: (request) => request.caller?.name ?? '',
    errorResponseBuilder: () => ({ statusCode: 429 }),
  })
}
