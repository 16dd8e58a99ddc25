import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isOutage } from '../../platform/database/health/outage.js'
import { isCutOff, setRetryAfter } from '../../platform/http/errors.js'
import { formatInstant } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { ScoringRefusal, statusOf, type ScoringRefusalCode } from '../model/scoring-refusal.js'
import { setRateLimitHeaders } from './rate-limit-headers.js'

/** The error format of a group of addresses (docs/scoring-contract.md#errors). */
export type ErrorFormat = (refusal: ScoringRefusal) => object

export const tokenFormat: ErrorFormat = ({ message }) => ({ message })

/** The `error` of each refusal. The requested interface defines only some of them; the others are ours. */
const requestErrors: Readonly<Record<ScoringRefusalCode, string>> = {
  INVALID: 'ValidationError',
  UNAUTHENTICATED: 'AuthenticationError',
  FORBIDDEN: 'AuthorizationError',
  NOT_FOUND: 'NotFoundError',
  METHOD_NOT_ALLOWED: 'MethodNotAllowedError',
  TOO_SLOW: 'ValidationError',
  CONFLICT: 'ConflictError',
  GONE: 'NotFoundError',
  TOO_LARGE: 'ValidationError',
  UNSUPPORTED_TYPE: 'ValidationError',
  UNPROCESSABLE: 'ValidationError',
  RATE_LIMITED: 'RateLimitError',
  INTERNAL: 'InternalServerError',
  UNAVAILABLE: 'InternalServerError',
}

export const requestFormat: ErrorFormat = ({ code, message, facts: { fields, retry } }) => {
  const error = requestErrors[code]
  return {
    success: false,
    error,
    message,
    ...(error === 'ValidationError' && { details: fields ?? [{ field: 'body', message }] }),
    ...(retry && {
      retryAfter: retry.retryAfterSeconds,
      quotaRemaining: retry.quotaRemaining,
      resetTime: formatInstant(retry.resetAt),
    }),
  }
}

/** The error format of results, uploads, result addresses and addresses that do not exist. */
export const resultsFormat: ErrorFormat = ({ code, message, facts: { details, documents } }) => ({
  status: 'error',
  code: statusOf[code],
  message,
  details: details ?? code.toLowerCase(),
  ...(documents && { documents }),
})

/** The error format of an address, by its path below the mount point; also of an address that has no route. */
export const formatOfPath = (path: string): ErrorFormat => {
  if (/^\/auth(\/|$)/.test(path)) return tokenFormat
  return /^\/score\/request(\/|$)/.test(path) ? requestFormat : resultsFormat
}

const codeOfStatus = new Map<number, ScoringRefusalCode>([
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
  [413, 'TOO_LARGE'],
  [415, 'UNSUPPORTED_TYPE'],
])

/** Texts for errors that Fastify raised, since its own messages name our internals. */
const messages: Partial<Readonly<Record<ScoringRefusalCode, string>>> = {
  INVALID: 'The request cannot be read: its address, headers, length or content is not valid',
  TOO_LARGE: 'The body is too large',
  UNSUPPORTED_TYPE: 'This content type is not taken here',
}

const refusalOf = (error: FastifyError, request: FastifyRequest): ScoringRefusal => {
  if (isCutOff(error, request)) return new ScoringRefusal('INVALID', 'The request did not arrive whole')
  if (isOutage(error)) return new ScoringRefusal('UNAVAILABLE', 'We cannot answer now; ask again')
  const status = error.statusCode ?? 500
  const code = codeOfStatus.get(status) ?? (status < 500 ? 'INVALID' : 'INTERNAL')
  return new ScoringRefusal(code, messages[code] ?? 'An unexpected error occurred')
}

type Send = (reply: FastifyReply, body: string) => FastifyReply

const sendNow: Send = (reply, body) => reply.send(body)

/** Answers a refusal in the given error format. */
export const sendRefusal = (
  reply: FastifyReply,
  format: ErrorFormat,
  refusal: ScoringRefusal,
  send: Send = sendNow,
): FastifyReply => {
  const { retry } = refusal.facts
  if (retry) {
    const { limit, retryAfterSeconds } = retry
    reply.header('retry-after', retryAfterSeconds)
    setRateLimitHeaders(reply, { limit, remaining: 0, resetSeconds: retryAfterSeconds })
  }
  const status = statusOf[refusal.code]
  if (refusal.code === 'TOO_SLOW') reply.header('connection', 'close')
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="scoring"')
  setRetryAfter(reply, status).code(status).type('application/json; charset=utf-8')
  return send(reply, JSON.stringify(format(refusal)))
}

/** The error handler of all routes with this error format. */
export const errorHandler =
  (format: ErrorFormat, log: Log, send: Send = sendNow) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = error instanceof ScoringRefusal ? error : refusalOf(error, request)
    if (statusOf[refusal.code] >= 500) log.error({ requestId: request.id, err: error }, 'request failed')
    return sendRefusal(reply, format, refusal, send)
  }
