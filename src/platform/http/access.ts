import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { presentedKey, type Authenticate } from '../identity/keys/authenticator.js'
import { createBoundedCounter } from '../../kernel/bounded-counter.js'
import type { Actor } from '../../kernel/call.js'
import type { Role } from '../identity/roles.js'
import { sessionCookie, type Sessions } from '../identity/sessions/sessions.js'
import { cookieOf } from '../identity/sessions/cookies.js'
import { refuse } from './errors.js'
import type { KeyGuessLimit } from '../identity/key-guess-limit.js'

export interface AccessRules {
  readonly authenticate: Authenticate
  readonly rateLimitPerSecond: number | undefined
  readonly keyGuesses: KeyGuessLimit
  /** Used for requests without a key; undefined where there is no sign-in. */
  readonly sessions?: Pick<Sessions, 'find'> | undefined
  /** Called when a known caller lacks the roles for this scope. */
  readonly onRefused?: ((caller: Actor, request: FastifyRequest) => void) | undefined
  /** The caller needs one of these; by default any role is enough. */
  readonly anyOf?: readonly Role[]
  /** Requests that need no key. */
  readonly open?: (request: FastifyRequest) => boolean
}

/** The pattern of the route: the path and its query may name a customer. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? ''

/**
 * A header that our own pages send with the session: another origin or a form cannot send it. Its value is `watch` if the page polls by
 * itself, which does not keep the session alive.
 */
const pageHeader = 'x-cauri-page'

/** The person whom the page shows as signed in. A later sign-in in another tab replaces the session that all tabs share. */
const personHeader = 'x-cauri-person'

const otherPerson = 'Somebody else has signed in in this browser; load the page again'

const isOfAnother = ({ headers }: FastifyRequest, { id = '' }: Actor): boolean =>
  headers[personHeader] !== undefined && headers[personHeader] !== encodeURIComponent(id)

/** Whether the browser reports that a page of another origin sent the request. */
export const cameFromElsewhere = ({ headers }: FastifyRequest): boolean => {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Whether a session may authenticate this request: one that could change something must come from our own page. */
const isOfOurPage = (request: FastifyRequest): boolean =>
  !cameFromElsewhere(request) &&
  (request.method === 'GET' || request.method === 'HEAD' || request.headers[pageHeader] !== undefined)

const rateWindowMs = 1000
const callersMax = 5000

/** The library's own store reads the wall clock: if that is set back, it refuses callers until the time is reached again. */
class CallsPerSecond implements FastifyRateLimitStore {
  readonly #calls = createBoundedCounter(rateWindowMs, callersMax)

  incr(key: string, done: (error: null, result: { current: number; ttl: number }) => void): void {
    const { count, resetMs } = this.#calls.add(key)
    done(null, { current: count, ttl: resetMs })
  }

  child(): this {
    return this
  }
}

/**
 * Admits only callers with a key or a session, and a role, to the routes of this scope, and limits the rate of each. It runs before the
 * body is read, so that an unknown caller costs no memory. The rate is counted in this process and per person: during a rotation, both
 * keys of a person share it.
 */
export const guardAccess = async (app: FastifyInstance, rules: AccessRules): Promise<void> => {
  const { authenticate, anyOf, open, rateLimitPerSecond, sessions, keyGuesses } = rules
  const admit = (
    caller: Actor | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ): void => {
    if (!caller) {
      const waitSeconds = keyGuesses.countWrongKey(request.ip, presentedKey(request.headers) ?? '')
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
  const requireKey: onRequestHookHandler = (request, reply, done) => {
    if (open?.(request)) return done()
    const { headers } = request
    const isKeyless = sessions && presentedKey(headers) === undefined
    if (!isKeyless || cookieOf(headers, sessionCookie) === undefined || !isOfOurPage(request))
      return admit(authenticate(headers), request, reply, done)
    sessions.find(headers, headers[pageHeader] !== 'watch').then((caller) => {
      if (caller && isOfAnother(request, caller)) return void refuse(reply, 'UNAUTHENTICATED', otherPerson)
      // A browser may still send the cookie of an expired session together with a valid key.
      return admit(caller ?? authenticate(headers), request, reply, done)
    }, done)
  }
  app.addHook('onRequest', requireKey)
  if (rateLimitPerSecond === undefined) return

  await app.register(rateLimit, {
    max: rateLimitPerSecond,
    timeWindow: rateWindowMs,
    store: CallsPerSecond,
    // After `requireKey`, so that unauthenticated callers cannot use up a caller's rate.
    hook: 'preParsing',
    keyGenerator: ({ caller }) => caller?.id ?? caller?.name ?? '',
    errorResponseBuilder: () => ({ statusCode: 429 }),
  })
}
