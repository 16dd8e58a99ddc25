import type { IncomingMessage } from 'node:http'
import { HeaderMap, type ApolloServer, type BaseContext } from '@apollo/server'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { GraphQLError } from 'graphql'
import { setRetryAfter } from '../../platform/http/errors.js'
import { NoRoom } from '../../platform/files/staging.js'
import { graphqlOperationOf } from '../../platform/graphql/server/metrics-plugin.js'
import { Refusal } from '../../kernel/refusal.js'
import { guardAccess } from '../../platform/http/access.js'
import { MultipartProblem, multipartLimits, readMultipart } from '../../platform/http/multipart.js'
import type { KeyGuessLimit } from '../../platform/identity/key-guess-limit.js'
import { languageOf } from '../../platform/http/language.js'
import { pageFactsOf, sendExplorer } from './page-routes.js'
import type { FileIntake, HttpParts } from './types.js'

/** Whether a browser opens the path as a page: then the answer is the explorer, which contains no data. */
const wantsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' && /^text\/html\b/.test(request.headers.accept ?? '')

/** The maximum length of a document; the longest one of our back office has less than 3 KB. */
const queryBytesMax = 16 * 1024

const queryOf = ({ body, query }: FastifyRequest): unknown =>
  ((body ?? query) as { readonly query?: unknown } | null | undefined)?.query

/** Refuses a document by its length before it is parsed: the parser's limit of tokens does not count comments. */
const withinBytes = (handler: RouteHandlerMethod): RouteHandlerMethod =>
  function (request, reply) {
    const query = queryOf(request)
    return typeof query === 'string' && Buffer.byteLength(query) > queryBytesMax
      ? refuse(reply, 400, 'OPERATION_TOO_LARGE', `A document has at most ${queryBytesMax} bytes`)
      : handler.call(this, request, reply)
  }

/** Replaces the hash of a persisted query of our own pages by its text. */
const withDocuments = (
  operations: ReadonlyMap<string, { readonly text: string }>,
  handler: RouteHandlerMethod,
): RouteHandlerMethod =>
  function (request, reply) {
    const { documentId, ...rest } = (request.body ?? {}) as { readonly documentId?: unknown }
    if (documentId === undefined) return handler.call(this, request, reply)
    const known = typeof documentId === 'string' ? operations.get(documentId) : undefined
    if (!known)
      return refuse(
        reply,
        404,
        'UNKNOWN_DOCUMENT',
        'This version has no document of this id; load the page again',
      )
    request.body = { ...rest, query: known.text }
    return handler.call(this, request, reply)
  }

const refuse = (reply: FastifyReply, status: number, code: string, message: string): FastifyReply =>
  setRetryAfter(reply, status)
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ errors: [{ message, extensions: { code } }] }))

const headersOf = ({ headers }: FastifyRequest): HeaderMap =>
  new HeaderMap(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as const],
    ),
  )

/** The query string, cut from the text of the URL: parsing a whole URL would need the `Host` header, which a client can set to anything. */
const searchOf = ({ url }: FastifyRequest): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

const apolloHandler =
  <Context extends BaseContext>(
    apollo: ApolloServer<Context>,
    contextOf: (request: FastifyRequest) => Promise<Context>,
    completeAnswer: (context: Context, answer: string) => string,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    let context: Context | undefined
    const { headers, body, status } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method,
        headers: headersOf(request),
        search: searchOf(request),
        body: request.body,
      },
      context: async () => (context = await contextOf(request)),
    })
    request.graphqlOperation = context && graphqlOperationOf(context)
    for (const [name, value] of headers) reply.header(name, value)
    // Incremental delivery answers `@defer`, which the schema does not have.
    if (body.kind !== 'complete') throw new Error('an answer was incremental')
    reply.code(status ?? 200)
    // Returned, not sent here: the caller first removes the files of the request.
    return context ? completeAnswer(context, body.string) : body.string
  }

const drainMsMax = 1_000

/**
 * Drains a refused body for a moment: a client that is still sending when the connection closes does not see the
 * answer. Slow senders are cut off.
 */
const drain = (raw: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (raw.complete || raw.destroyed) return resolve()
    const timer = setTimeout(resolve, drainMsMax)
    raw.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    raw.once('end', () => {
      clearTimeout(timer)
      resolve()
    })
    raw.unpipe()
    raw.resume()
  })

const refuseFiles = (reply: FastifyReply, status: number, code: string, message: string): FastifyReply =>
  refuse(reply.header('connection', 'close'), status, code, message)

/**
 * Answers a fault of the files that the sender can fix, or that there is no room for them; both are found before the request
 * itself is validated. Throws any other error.
 */
const answerFileProblem = (error: unknown, reply: FastifyReply): FastifyReply => {
  if (error instanceof MultipartProblem) return refuseFiles(reply, 400, 'BAD_USER_INPUT', error.message)
  if (error instanceof Refusal) return refuseFiles(reply, 400, error.code, error.message)
  if (error instanceof NoRoom) return refuseFiles(reply, error.statusCode, 'UNAVAILABLE', error.message)
  const { statusCode } = error as { statusCode?: unknown }
  // Errors of the multipart reader itself: too many parts, a truncated body.
  if (typeof statusCode === 'number' && statusCode < 500)
    return refuseFiles(reply, statusCode, 'BAD_USER_INPUT', 'The files are not what was announced')
  throw error
}

/** Receives files while they arrive, and removes those that the operation did not move. */
const withFiles = (
  intake: FileIntake,
  handler: RouteHandlerMethod,
  onRefused: (request: FastifyRequest) => void,
): RouteHandlerMethod =>
  async function (request, reply) {
    if (!request.isMultipart()) return handler.call(this, request, reply)
    if (!intake.roles.some((role) => request.caller?.roles.has(role))) {
      onRefused(request)
      return refuseFiles(reply, 403, 'FORBIDDEN', 'This key may not send files')
    }
    // A file may take longer on a slow connection; the server has a separate limit for it.
    clearTimeout(request.timer)
    const read = await readMultipart(request, intake.take, intake.bytesMax).catch(async (error: unknown) => {
      await drain(request.raw)
      return answerFileProblem(error, reply)
    })
    if (!('discard' in read)) return read
    try {
      request.body = read.body
      return await handler.call(this, request, reply)
    } finally {
      await read.discard()
    }
  }

/**
 * CORS for explorers of other hosts, with a pasted key and never with a session: its cookie is not sent from another site, and the header
 * that a session needs to change something is not allowed here.
 */
const allowExplorers = (app: FastifyInstance, origins: readonly string[]): void => {
  app.addHook('onSend', async (request, reply) => {
    const { origin } = request.headers
    reply.header('vary', 'origin')
    if (origin !== undefined && origins.includes(origin)) reply.header('access-control-allow-origin', origin)
  })
  app.options('/graphql', async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers':
          'content-type, x-api-key, authorization, accept-language, apollo-require-preflight',
        'access-control-max-age': '600',
      })
      .send(),
  )
}

const contextOfCaller =
  <Context extends BaseContext>(contextFor: HttpParts<Context>['contextFor']) =>
  async (request: FastifyRequest): Promise<Context> => {
    // Requests for the page and preflights have no caller, but they are answered before; this is a safeguard.
    if (!request.caller)
      throw new GraphQLError('A valid key is needed', {
        extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
      })
    return contextFor(request.caller, {
      language: languageOf(request),
      session: null,
      journey: null,
      requestId: request.id,
      address: request.ip,
    })
  }

/** `/graphql` for the back office and analysts. What a role may see is decided by the resolvers. */
export const graphqlRoutes =
  <Context extends BaseContext>(
    {
      config,
      authenticate,
      apollo,
      contextFor,
      completeAnswer = (_, answer) => answer,
      intake,
      pages,
      version = '',
      accessAudit,
      signIn,
    }: HttpParts<Context>,
    keyGuesses: KeyGuessLimit,
  ) =>
  async (app: FastifyInstance): Promise<void> => {
    await guardAccess(app, {
      authenticate,
      keyGuesses,
      sessions: signIn?.sessions,
      rateLimitPerSecond: config.rateLimitPerSecond,
      open: (request) => request.method === 'OPTIONS' || (pages !== undefined && wantsPage(request)),
    })
    const handler = apolloHandler(apollo, contextOfCaller(contextFor), completeAnswer)
    if (intake) await app.register(fastifyMultipart, { limits: multipartLimits, throwFileSizeLimit: false })
    const route = withDocuments(pages?.operations ?? new Map(), withinBytes(handler))
    const recordRefusal = ({ caller, ip }: FastifyRequest) =>
      caller && accessAudit?.recordRefusal(caller, ip, 'files')
    const answer = intake ? withFiles(intake, route, recordRefusal) : route
    app.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      handler: (request, reply) =>
        pages && wantsPage(request)
          ? sendExplorer(request, reply, { pages, version, ...pageFactsOf(config) })
          : answer.call(app, request, reply),
    })
    /** The person of the explorer: the holder of the pasted key, or the signed-in one. */
    app.get('/graphql/who', async ({ caller }) => ({ name: caller?.name, roles: [...(caller?.roles ?? [])] }))
    if (config.explorerOrigins?.length) allowExplorers(app, config.explorerOrigins)
  }
