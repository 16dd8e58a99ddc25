import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatInstant, type Instant } from '../../kernel/clock.js'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { ScoringDeps } from '../service/deps.js'
import type { ScoringClient } from '../clients/client.entity.js'
import type { Environment } from '../../scoring-contract/environment.js'
import type { LimitState } from '../service/limit-counters.js'
import { checkScoreRequest } from '../../scoring-contract/check-score-request.js'
import {
  findReplay,
  isKnownKey,
  submitRequest,
  type Submission,
  type Submitted,
} from '../requests/submit-request.js'
import { originOf, signedAddress } from './addresses.js'
import { bearerOf, checkApiKey, requireClientScope } from './authorize.js'
import { errorHandler, requestFormat } from './error-formats.js'
import { takeJson } from './json-body.js'
import { setRateLimitHeaders } from './rate-limit-headers.js'

/** The client that sends a request, and what is left of its rate limit. */
interface Caller {
  readonly client: ScoringClient
  /** The id of the secret that the client's token was issued for. */
  readonly credentialId: string | undefined
  /** The limit per minute after this request was counted. Undefined while it is not counted, since it may be a repeat. */
  readonly minuteLimit: LimitState | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read. */
    scoringCaller: Caller | undefined
  }
}

const isKey = (key: unknown): key is string => typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key)

const idempotencyKeyOf = ({ headers }: FastifyRequest): string | null => {
  const { 'idempotency-key': key } = headers
  if (key === undefined) return null
  if (isKey(key)) return key
  const message = 'must have 1 to 128 printable characters without blanks'
  throw new ScoringRefusal('INVALID', 'The request is not valid', {
    fields: [{ field: 'Idempotency-Key', message }],
  })
}

/** A repeat of a request gets the same results-only token, until that token expires. */
const resultsToken = (
  { tokens, clock }: ScoringDeps,
  { client, credentialId }: Caller,
  { request }: Submitted,
) => {
  const now = clock.now()
  const issuedAt = now < request.requestedAt + tokens.seconds * 1000 ? request.requestedAt : now
  const scope = { kind: 'results', requestId: request.id } as const
  const { environment, clientId } = client
  return tokens.issue({ environment, clientId, scope, credentialId }, request.id, issuedAt)
}

/**
 * The answer to an accepted request. The addresses for uploads are in it twice, in `documents` and in `uploadUrls`, since
 * clients may read either (docs/scoring-contract.md#answer-to-a-request).
 */
const answerOf = async (deps: ScoringDeps, caller: Caller, submitted: Submitted, origin: string) => {
  const { request, documents } = submitted
  const expiresAt = formatInstant(request.uploadsUntil)
  const entries = documents.map(({ id, documentName, documentType }) => ({
    documentName,
    documentType,
    url: signedAddress(deps.signing, origin, caller.client.environment, {
      method: 'PUT',
      id,
      expiresAt: request.uploadsUntil,
    }),
    expiresAt,
  }))
  return {
    message:
      documents.length === 0
        ? 'The request is being processed; ask for its results'
        : 'Send each document with PUT to its url before expiresAt',
    requestId: request.id,
    documents: entries,
    totalDocuments: entries.length,
    token: await resultsToken(deps, caller, submitted),
    uploadUrls: entries.map(({ documentName, url, expiresAt }) => ({ documentName, url, expiresAt })),
  }
}

const countMinute = async (
  deps: ScoringDeps,
  client: ScoringClient,
  reply: FastifyReply,
): Promise<LimitState> => {
  const minuteLimit = await deps.limits.request(client, deps.clock.now())
  setRateLimitHeaders(reply, minuteLimit)
  return minuteLimit
}

/** Authenticates before the body is read. */
const admitTo =
  (deps: ScoringDeps, environment: Environment) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const bearer = await bearerOf(deps, environment, request)
    await checkApiKey(deps, bearer.client, request, true)
    requireClientScope(bearer)
    const { client, credentialId } = bearer
    const { 'idempotency-key': key } = request.headers
    // A request with a known idempotency key may be a repeat, which is not counted. Only its body shows whether it is
    // one.
    const mayBeRepeat = isKey(key) && (await isKnownKey(deps, client, key))
    const minuteLimit = mayBeRepeat ? undefined : await countMinute(deps, client, reply)
    request.scoringCaller = { client, credentialId, minuteLimit }
  }

/** Submits a request that was counted against the day's quota; the count is undone when it is a repeat or refused. */
const submitCounted = async (
  deps: ScoringDeps,
  client: ScoringClient,
  submission: Submission,
  now: Instant,
): Promise<Submitted> => {
  let isNew = false
  try {
    const submitted = await submitRequest(deps, client, submission)
    isNew = submitted.isNew
    return submitted
  } finally {
    if (!isNew) await deps.limits.refund(client, now)
  }
}

/** Counts a request, validates it and stores it; a repeat is answered as before and not counted. */
const accept = async (
  deps: ScoringDeps,
  { client, minuteLimit: minuteLimitCounted }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Submitted> => {
  const now = deps.clock.now()
  const idempotencyKey = idempotencyKeyOf(request)
  // `request.body` is undefined if neither a body nor a content type was sent.
  const bodyText = JSON.stringify(request.body ?? null)
  const replay = await findReplay(deps, client, { bodyText, idempotencyKey })
  if (replay) return replay
  const minuteLimit = minuteLimitCounted ?? (await countMinute(deps, client, reply))
  const checked = checkScoreRequest(request.body, now, deps.documentTypeAliases)
  if ('problems' in checked)
    throw new ScoringRefusal('INVALID', 'The request is not valid', { fields: checked.problems })
  if (checked.request.documents.length > 0) await deps.limits.requireDocumentBudget(client, now)
  const dayLimit = await deps.limits.countAccepted(client, now)
  // Of the limits per minute and per day, the one with fewer requests left is reported.
  if (dayLimit.remaining <= minuteLimit.remaining) setRateLimitHeaders(reply, dayLimit)
  return submitCounted(deps, client, { request: checked.request, bodyText, idempotencyKey }, now)
}

/**
 * docs/scoring-contract.md#post-scorerequest. The client is authenticated before the body is read, so that an unknown
 * caller costs us no memory.
 */
export const requestRoutes =
  (deps: ScoringDeps, environment: Environment, publicUrl: string | undefined) =>
  async (app: FastifyInstance): Promise<void> => {
    takeJson(app)
    app.setErrorHandler(errorHandler(requestFormat, deps.log))

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = request.scoringCaller
      if (!caller) throw new Error('a score request came without its client')
      const submitted = await accept(deps, caller, request, reply)
      return answerOf(deps, caller, submitted, originOf(publicUrl, request))
    }
    app.route({
      method: 'POST',
      url: '/score/request',
      onRequest: admitTo(deps, environment),
      handler: answer,
    })
  }
