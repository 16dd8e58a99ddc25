import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isOutage } from '../database/health/outage.js'
import type { Logger } from '../log/log.js'
import { retryAfterSeconds } from '../../kernel/deadline.js'

/** Errors of the server itself; those of the facade's envelope and of the domain are made in those modules. */
const statusOf = {
  INVALID_JSON: 400,
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type HttpErrorCode = keyof typeof statusOf

/** The code for a status; where several codes have it, the first. */
const codeOfStatus = new Map<number, HttpErrorCode>(
  Object.entries(statusOf)
    .toReversed()
    .map(([code, status]) => [status, code as HttpErrorCode]),
)

/** The default messages, also for errors found by Fastify, whose own messages would reveal internals. */
const messages: Record<HttpErrorCode, string> = {
  INVALID_JSON: 'The body is not a JSON document as it was announced',
  INVALID_ARGUMENT: 'What was asked for is not what there is',
  UNAUTHENTICATED: 'A valid key is needed in the header x-api-key, or as Authorization: Bearer',
  FORBIDDEN: 'This key may not do that',
  NOT_FOUND: 'There is nothing at this address',
  METHOD_NOT_ALLOWED: 'This address does not take this method',
  REQUEST_TIMEOUT: 'The request took too long to arrive',
  PAYLOAD_TOO_LARGE: 'The body is larger than 64 KiB',
  UNSUPPORTED_MEDIA_TYPE: 'The body must be application/json',
  RATE_LIMITED: 'Too many requests with this key; try again in a second',
  HEADERS_TOO_LARGE: 'The headers are too large',
  INTERNAL: 'Something went wrong on our side',
  UNAVAILABLE: 'The answer took too long; ask again',
}

const errorBody = (code: string, message: string): string => JSON.stringify({ error: { code, message } })

/** A 503 carries `Retry-After`. */
export const setRetryAfter = (reply: FastifyReply, status: number): FastifyReply =>
  status === 503 ? reply.header('retry-after', retryAfterSeconds) : reply

/** Answers an error in the common error format. */
export const refuse = (
  reply: FastifyReply,
  code: HttpErrorCode,
  message: string = messages[code],
): FastifyReply => {
  const status = statusOf[code]
  setRetryAfter(reply, status).code(status).type('application/json; charset=utf-8')
  return reply.send(errorBody(code, message))
}

/** A bug: the caller gets the id of the request, the log gets the rest. */
const refuseInternal = (reply: FastifyReply, log: Logger, requestId: string, err: unknown): FastifyReply => {
  log.error({ requestId, err }, 'request failed')
  return refuse(reply, 'INTERNAL', `${messages.INTERNAL}. Quote this id: ${requestId}`)
}

/**
 * Whether the client closed the connection in the middle of the body. That is no bug of ours: it is answered as an invalid request, though
 * nobody receives the answer, and not logged as a bug.
 */
export const isCutOff = ({ code }: { readonly code?: string }, { raw }: FastifyRequest): boolean =>
  code === 'ECONNRESET' && !raw.complete

/** For everything thrown below a route. Only errors that are raised on purpose carry a status, such as those of Fastify and its plugins. */
export const errorHandler =
  (log: Logger) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const status = error.statusCode ?? 500
    if (isCutOff(error, request)) return refuse(reply, 'INVALID_JSON')
    // An invalid URL: the body is not at fault.
    if (error.code === 'FST_ERR_BAD_URL') return refuse(reply, 'NOT_FOUND')
    if (isOutage(error)) {
      log.error({ requestId: request.id, err: error }, 'request failed')
      return refuse(reply, 'UNAVAILABLE', 'We cannot answer now; ask again')
    }
    const code = codeOfStatus.get(status) ?? (status < 500 ? 'INVALID_JSON' : 'INTERNAL')
    return code === 'INTERNAL' ? refuseInternal(reply, log, request.id, error) : refuse(reply, code)
  }

const codeOfSocketError: Readonly<Record<string, HttpErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

/** Invalid HTTP never becomes a request, so its answer is written to the socket directly. */
export const answerClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = codeOfSocketError[error.code ?? ''] ?? 'INVALID_JSON'
  const body = errorBody(code, code === 'INVALID_JSON' ? 'This is not an HTTP request' : messages[code])
  const status = statusOf[code]
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
