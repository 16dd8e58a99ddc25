import { setTimeout as sleep } from 'node:timers/promises'
import { createCaller, type HttpCall } from '../../platform/http-client/http-call.js'
import type { BureauAnswer, BureauQuery, CreditBureau } from '../model/bureau.js'
import { readAnswer } from './answers.js'
import { createCircuitBreaker, type CallEnd, type CircuitBreaker } from './circuit-breaker.js'

export interface BureauSettings {
  readonly baseUrl: string
  readonly apiKey: string
  /** The timeout of one attempt, from connecting to the last byte. 5000 when not given. */
  readonly timeoutMs?: number
  /** The longest backoff before the first retry; the next may take twice that. 300 when not given. */
  readonly retryDelayMs?: number
  /** The circuit breaker: five failures in a row and 30 seconds when not given. */
  readonly circuit?: { readonly failuresMax: number; readonly openMs: number }
  /**
   * Which circuit breaker a call counts for, by name; one breaker for all calls when not given. There must be few
   * names, since the breakers are never removed.
   */
  readonly circuitOf?: (query: BureauQuery) => string
  /** A monotonic clock in milliseconds; the clock of this process when not given. */
  readonly now?: () => number
  /** The jitter, from 0 to 1, so that callers that failed together do not retry together. */
  readonly random?: () => number
}

/** The first attempt and two retries. */
const triesMax = 3
const timeoutMsDefault = 5000
const retryDelayMsDefault = 300
const circuitDefault = { failuresMax: 5, openMs: 30_000 }
/** Room for a person with hundreds of accounts; anything larger is not a report. */
const answerBytesMax = 1024 * 1024

/**
 * A credit bureau over HTTP (docs/bureau-emulator.md shows the wire). A query can safely be repeated: the bureau
 * recognises a repeat by its correlation id. The caller decides whether to cache an answer, since it knows under which
 * consent the answer was given.
 */
export const createBureau = (settings: BureauSettings): CreditBureau => {
  const { baseUrl, apiKey, timeoutMs = timeoutMsDefault, retryDelayMs = retryDelayMsDefault } = settings
  const { now = () => performance.now(), random = Math.random } = settings
  const call = createCaller(baseUrl, timeoutMs, answerBytesMax)
  const { circuitOf = () => '' } = settings
  const circuits = new Map<string, CircuitBreaker>()
  const circuitFor = (name: string): CircuitBreaker => {
    const known = circuits.get(name)
    if (known) return known
    const breaker = createCircuitBreaker({ ...(settings.circuit ?? circuitDefault), now })
    circuits.set(name, breaker)
    return breaker
  }

  const ask = async (request: HttpCall, tries: number): Promise<BureauAnswer> => {
    const { signal } = request
    if (signal?.aborted)
      return { kind: 'Unavailable', reason: 'the bureau was not asked: the caller cancelled the query' }
    const { answer, retry } = readAnswer(await call(request))
    if (!retry || tries === triesMax || signal?.aborted) return answer
    await sleep(random() * retryDelayMs * 2 ** (tries - 1), undefined, { signal }).catch(() => undefined)
    return ask(request, tries + 1)
  }

  return async (query, signal) => {
    const reportEnd = circuitFor(circuitOf(query)).enter()
    if (!reportEnd)
      return {
        kind: 'Unavailable',
        reason: 'the bureau was not asked: the circuit breaker is open after repeated failures',
      }
    let end: CallEnd = 'UNKNOWN'
    try {
      const answer = await ask({ ...requestOf(query, apiKey), signal }, 1)
      if (answer.kind !== 'Unavailable') end = 'GOOD'
      else if (!signal?.aborted) end = 'BAD'
      return answer
    } finally {
      reportEnd(end)
    }
  }
}

const requestOf = (query: BureauQuery, apiKey: string): HttpCall => ({
  method: 'POST',
  path: '/v1/reports',
  headers: { 'x-api-key': apiKey, 'x-correlation-id': query.correlationId },
  body: {
    identity_type: query.identityType,
    identity_number: query.identityNumber,
    first_name: query.firstName,
    middle_name: query.middleName,
    last_name: query.lastName,
    phone_number: query.phoneNumber,
    dob: query.dob,
    consent: { ...query.consent, at: query.consent.at.toISOString() },
    purpose: query.purpose,
    correlation_id: query.correlationId,
  },
})
