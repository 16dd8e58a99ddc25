import { systemClock, type WallClock } from '../../kernel/clock.js'
import { createHttp, type Reply } from '../../platform/http-client/http.js'
import { tracedHttp } from '../../platform/http-client/traced-http.js'
import { createTokenSource } from '../../platform/http-client/token-source.js'
import type { RetryLater, ScoringService } from '../model/port.js'
import { parseResult } from '../model/parse-result.js'
import { fetchedOf, resultsOf, submissionOf, tokenOf, uploadOf } from './answers.js'
import { lifeMsOf } from './tokens.js'

export interface ScoringAccount {
  readonly clientId: string
  readonly secret: string
  readonly apiKey: string
}

export interface ScoringServiceSettings extends ScoringAccount {
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: string
  /** The certificate to trust, for our own service. */
  readonly certificate?: (() => string | undefined) | undefined
  /** The time limit of a call that transfers neither a document nor a result; 15 s when not given. */
  readonly callMsMax?: number
  /** The time limit of one document, or of one result. */
  readonly transferMsMax?: number
  readonly resultBytesMax?: number
}

const socketsMax = 16
const callMsMaxDefault = 15_000
const transferMsMaxDefault = 600_000
const answerBytesMax = 256 * 1024
const json = { 'Content-Type': 'application/json' }
/** Eight times the size of a result with ten thousand transactions. */
const resultBytesMaxDefault = 24 * 1024 * 1024

type Calls = ReturnType<typeof createCalls>

/** What all calls to the service share: how they are sent, and their token. */
const createCalls = (settings: ScoringServiceSettings, clock: WallClock) => {
  const { baseUrl, clientId, secret, callMsMax = callMsMaxDefault } = settings
  const http = tracedHttp(createHttp({ socketsMax, certificate: settings.certificate }))
  const smallCall = { msMax: callMsMax, bytesMax: answerBytesMax }

  const tokens = createTokenSource<RetryLater>(async () => {
    // Requesting a token is not aborted together with one call, since other calls may be waiting for the same token.
    const address = { url: `${baseUrl}/auth/token`, template: '/auth/token' }
    const call = { method: 'POST', ...address, headers: json, ...smallCall } as const
    const token = tokenOf(await http({ ...call, body: { clientId, secret } }), clock.now())
    return typeof token === 'string'
      ? { isIssued: true, value: token, lifeMs: lifeMsOf(token, clock.now()) }
      : { isIssued: false, problem: token }
  }, clock)

  const authorized = async (call: (token: string) => Promise<Reply>): Promise<Reply | RetryLater> => {
    const token = await tokens.current()
    if (!token.isIssued) return token.problem
    const reply = await call(token.value)
    if (reply.kind !== 'ANSWERED' || reply.status !== 401) return reply
    const renewed = await tokens.replacementFor(token.value)
    return renewed.isIssued ? call(renewed.value) : renewed.problem
  }
  return { http, smallCall, authorized }
}

const uploader =
  ({ http }: Calls, transferMsMax: number, clock: WallClock): ScoringService['upload'] =>
  async ({ url, expiresAt }, document, signal) => {
    const leftMs = expiresAt === null ? transferMsMax : expiresAt - clock.now()
    if (leftMs <= 0) return { kind: 'ADDRESS_GONE' }
    const headers = { 'Content-Type': document.contentType, 'Content-Length': String(document.bytes) }
    const bounds = { msMax: Math.min(leftMs, transferMsMax), bytesMax: answerBytesMax, signal }
    const reply = await http({
      method: 'PUT',
      url,
      template: '/uploads/{document}',
      headers,
      body: document.stream(),
      ...bounds,
    })
    return uploadOf(reply, clock.now())
  }

/**
 * A client of the contract. A call that is answered 401 is repeated once with a new token; all other retries follow the
 * schedule of the score request.
 */
export const createScoringService = (
  settings: ScoringServiceSettings,
  clock: WallClock = systemClock,
): ScoringService => {
  const { baseUrl, apiKey } = settings
  const { transferMsMax = transferMsMaxDefault, resultBytesMax = resultBytesMaxDefault } = settings
  const calls = createCalls(settings, clock)
  const { http, smallCall, authorized } = calls

  return {
    submit: async (body, idempotencyKey, signal) => {
      const reply = await authorized((token) =>
        http({
          method: 'POST',
          url: `${baseUrl}/score/request`,
          template: '/score/request',
          // In the contract's examples, this call sends the bare token, and result calls send it after `Bearer`.
          headers: { ...json, Authorization: token, 'x-api-key': apiKey, 'Idempotency-Key': idempotencyKey },
          body,
          ...smallCall,
          signal,
        }),
      )
      return reply.kind === 'LATER' ? reply : submissionOf(reply, baseUrl, clock.now())
    },
    upload: uploader(calls, transferMsMax, clock),
    results: async (query, signal) => {
      const url = `${baseUrl}/score/results/${encodeURIComponent(query.requestId)}`
      const reply = await authorized((token) =>
        http({
          method: 'GET',
          url,
          template: '/score/results/{requestId}',
          headers: { ...json, Authorization: `Bearer ${token}` },
          ...smallCall,
          signal,
        }),
      )
      return reply.kind === 'LATER' ? reply : resultsOf(reply, query, baseUrl, clock.now())
    },
    fetchResult: async (url, productCode, signal) => {
      const bounds = { msMax: transferMsMax, bytesMax: resultBytesMax, signal }
      const reply = await http({ method: 'GET', url, template: '/results/{result}', ...bounds })
      return fetchedOf(reply, productCode, clock.now(), parseResult)
    },
  }
}
