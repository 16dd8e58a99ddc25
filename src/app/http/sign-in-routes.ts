import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WallClock } from '../../kernel/clock.js'
import type { KeyRing } from '../../platform/crypto/key-ring.js'
import { cameFromElsewhere } from '../../platform/http/access.js'
import { refuse } from '../../platform/http/errors.js'
import type { KeyGuessLimit } from '../../platform/identity/key-guess-limit.js'
import { cookieFor } from '../../platform/identity/sessions/cookies.js'
import { idTokenCookie } from '../../platform/identity/sessions/id-token-cookie.js'
import {
  SignInProblem,
  signedOutPath,
  type IdentityProvider,
  type SignedIn,
  type SignInProblemCode,
} from '../../platform/identity/sessions/provider.js'
import { sessionCookie, signedOutValue, type Sessions } from '../../platform/identity/sessions/sessions.js'
import { pathLengthMax, signInState } from '../../platform/identity/sessions/sign-in-state.js'
import { testPersons } from '../../platform/identity/sessions/test-persons.js'
import type { Logger } from '../../platform/log/log.js'
import {
  leavingPage,
  personsPage,
  problemPage,
  continuePage,
  signedOutPage,
} from '../../platform/pages/sign-in-pages.js'
import type { Pages } from '../../platform/pages/read-pages.js'
import { pagePolicy } from '../../platform/pages/shell.js'
import { languageOf } from '../../platform/http/language.js'

export interface SignInParts {
  readonly sessions: Sessions
  /** The bank's identity provider; undefined without one: test persons sign in where there are some. */
  readonly provider?: IdentityProvider | undefined
  /** Set in development: anybody may sign in as a test person, with this secret where the network is not trusted. */
  readonly testPersons?: { readonly secret: string | undefined } | undefined
  readonly sealing: KeyRing
  readonly clock: WallClock
}

interface RouteParts extends SignInParts {
  readonly pages: Pages
  readonly log: Logger
  readonly keyGuesses: KeyGuessLimit
}

const signOutPath = '/sign-out'

/**
 * Replaces the cookie of a session after a sign-out, or after a sign-in without a role, until the browser closes. With it, the next
 * person must prove who they are, since the provider may still have a session of the previous one. Lax, so that the browser sends it
 * when a link of another site leads here too.
 */
const signedOutCookie = cookieFor(sessionCookie, signedOutValue, 'Lax')

/** Only paths of this host: a link to us cannot redirect elsewhere. */
const pathOf = (to: unknown): string => {
  const ours = 'http://ours.invalid'
  if (typeof to !== 'string' || !to.startsWith('/') || !URL.canParse(to, ours)) return '/console'
  const { origin, pathname, search, hash } = new URL(to, ours)
  const path = pathname + search + hash
  return origin === ours && !pathname.startsWith('//') && path.length <= pathLengthMax ? path : '/console'
}

const statusOf: Record<SignInProblemCode, number> = {
  PROVIDER_AWAY: 503,
  REFUSED: 403,
  NO_ROLE: 403,
  EXPIRED: 400,
}

/** Only the messages of an error and of its cause: its other properties contain responses of the provider, with tokens. */
const textOf = (cause: unknown): string | undefined =>
  cause instanceof Error
    ? [cause.message, cause.cause instanceof Error ? cause.cause.message : ''].filter(Boolean).join(': ')
    : undefined

interface SignedInAs {
  readonly who: SignedIn
  readonly idToken?: string
  readonly refreshToken?: string | undefined
}

/** The answers that the sign-in routes share. */
const createAnswers = ({ sessions, pages, log, sealing }: RouteParts) => {
  const asPage = (reply: FastifyReply, status: number, text: string): FastifyReply =>
    reply
      .code(status)
      .headers({ 'content-security-policy': pagePolicy, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(text)
  return {
    asPage,
    keepSession: async (
      request: FastifyRequest,
      reply: FastifyReply,
      { who, idToken, refreshToken }: SignedInAs,
    ): Promise<void> => {
      await sessions.end(request.headers, request.ip)
      const secret = await sessions.begin(who, request.ip, refreshToken)
      reply.header('set-cookie', [
        cookieFor(sessionCookie, secret, 'Strict'),
        signInState.removal,
        ...(idToken === undefined ? [] : [idTokenCookie(sealing, signOutPath).keep(idToken)]),
      ])
    },
    answerProblem: async (
      request: FastifyRequest,
      reply: FastifyReply,
      error: unknown,
    ): Promise<FastifyReply> => {
      if (!(error instanceof SignInProblem)) throw error
      const { code, cause, person } = error
      if (person !== undefined) await sessions.endAllOf(person, request.ip)
      log[code === 'PROVIDER_AWAY' ? 'error' : 'warn'](
        { requestId: request.id, code, reason: textOf(cause) },
        'a sign-in failed',
      )
      reply.header('set-cookie', [
        signInState.removal,
        // Without this cookie a retry would silently sign the same person in again.
        ...(person === undefined ? [] : [signedOutCookie]),
      ])
      return asPage(reply, statusOf[code], problemPage(pages, languageOf(request), code))
    },
  }
}

type Answers = ReturnType<typeof createAnswers>

const addSignIn = (app: FastifyInstance, parts: RouteParts, { asPage, answerProblem }: Answers): void => {
  const { sessions, provider, testPersons: test, sealing, clock, pages } = parts
  app.get<{ Querystring: { to?: unknown } }>('/sign-in', async (request, reply) => {
    const to = pathOf(request.query.to)
    if (await sessions.find(request.headers, true)) return reply.redirect(to)
    if (!provider) {
      if (!test) return refuse(reply, 'NOT_FOUND')
      const facts = { to, persons: testPersons, ...test }
      return asPage(reply, 200, personsPage(pages, languageOf(request), facts))
    }
    try {
      // After a session has ended, the next person at the browser must prove who they are.
      const { address, pending } = await provider.begin(await sessions.isOver(request.headers))
      reply.header('set-cookie', signInState.keep(sealing, clock, { ...pending, to }))
      return reply.redirect(address)
    } catch (error) {
      return await answerProblem(request, reply, error)
    }
  })
}

/** The address to which the bank's identity provider sends the browser after a sign-in. */
const addCallback = (
  app: FastifyInstance,
  { sealing, clock, pages }: RouteParts,
  provider: IdentityProvider,
  { asPage, keepSession, answerProblem }: Answers,
): void => {
  app.get('/sign-in/callback', async (request, reply) => {
    try {
      const { to, ...pending } = signInState.read(sealing, clock, request.headers)
      const search = request.url.slice(request.url.indexOf('?'))
      await keepSession(request, reply, await provider.finish(search, pending))
      // A Strict cookie is not sent on a redirect from another site: our own page continues from here.
      return asPage(reply, 200, continuePage(pages, languageOf(request), to))
    } catch (error) {
      return await answerProblem(request, reply, error)
    }
  })
}

/** The route by which test persons sign in. */
const addTestPersons = (
  app: FastifyInstance,
  { pages, keyGuesses }: RouteParts,
  test: { readonly secret: string | undefined },
  { asPage, keepSession }: Answers,
): void => {
  app.post<{ Body: { person?: unknown; to?: unknown; secret?: unknown } | null }>(
    '/sign-in',
    async (request, reply) => {
      if (cameFromElsewhere(request)) return refuse(reply, 'FORBIDDEN')
      // Each attempt counts, a correct one too: unlike a key, the secret is a word that somebody chose.
      const waitSeconds = test.secret === undefined ? undefined : keyGuesses.countWrongKey(request.ip, '')
      if (waitSeconds !== undefined)
        return refuse(
          reply.header('retry-after', waitSeconds),
          'RATE_LIMITED',
          'Too many tries; wait a minute',
        )
      const { person, to, secret } = request.body ?? {}
      const who = testPersons.find((one) => one.person === person)
      const isKnown = test.secret === undefined || secret === test.secret
      if (!who || !isKnown) {
        const facts = { to: pathOf(to), persons: testPersons, ...test, isWrong: true }
        return asPage(reply, 403, personsPage(pages, languageOf(request), facts))
      }
      await keepSession(request, reply, { who })
      return reply.redirect(pathOf(to), 303)
    },
  )
}

/** Signs out here and at the provider, which would otherwise sign the next person in as this one. */
const addSignOut = (
  app: FastifyInstance,
  { sessions, provider, sealing, pages }: RouteParts,
  { asPage }: Answers,
): void => {
  const idToken = idTokenCookie(sealing, signOutPath)
  app.post(signOutPath, async (request, reply) => {
    if (cameFromElsewhere(request)) return refuse(reply, 'FORBIDDEN')
    await sessions.end(request.headers, request.ip)
    reply.header('set-cookie', [signedOutCookie, idToken.removal])
    if (!provider) return reply.redirect('/sign-in', 303)
    const address = await provider.signOutAddress(idToken.read(request.headers))
    return address === undefined
      ? reply.redirect(signedOutPath, 303)
      : asPage(reply, 200, leavingPage(pages, languageOf(request), address))
  })
  if (provider)
    app.get(signedOutPath, async (request, reply) =>
      asPage(reply, 200, signedOutPage(pages, languageOf(request))),
    )
}

/** The routes to sign in and to sign out. */
export const signInRoutes =
  (parts: RouteParts) =>
  async (app: FastifyInstance): Promise<void> => {
    const { sessions, provider, testPersons: test } = parts
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const answers = createAnswers(parts)
    addSignIn(app, parts, answers)
    if (provider) addCallback(app, parts, provider, answers)
    else if (test) addTestPersons(app, parts, test, answers)

    addSignOut(app, parts, answers)

    /** The signed-in person. Polled by pages: it does not keep a session alive. */
    app.get('/session', async (request, reply) => {
      const caller = await sessions.find(request.headers, false)
      if (!caller) return refuse(reply, 'UNAUTHENTICATED', 'Nobody is signed in')
      return { id: caller.id, name: caller.name, roles: [...caller.roles] }
    })
  }
