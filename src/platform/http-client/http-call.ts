import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import axios from 'axios'
import { within } from '../../kernel/deadline.js'

/**
 * What became of one HTTP call. NEVER_LEFT: no connection came about, so nothing can have arrived. BROKEN: the request may
 * have arrived and its answer did not, or not whole.
 */
export type HttpAnswer =
  | { readonly kind: 'ANSWERED'; readonly status: number; readonly body: string }
  | { readonly kind: 'NEVER_LEFT'; readonly detail: string }
  | { readonly kind: 'BROKEN'; readonly detail: string }

export interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: object
  /** Gives the call up; what became of it is then BROKEN, as after any lost connection. */
  readonly signal?: AbortSignal | undefined
}

export type Caller = (call: HttpCall) => Promise<HttpAnswer>

const answerBytesMaxDefault = 64 * 1024

/** Connections held at once to the provider: a burst waits in our queue, not in the provider's. */
const socketsMax = 64

/**
 * HTTP to one host over kept connections; an answer of any status is an answer, and nothing is thrown. `timeoutMs` bounds
 * the whole call, which is then `TOO_LATE`: a socket timeout alone would let an answer that drips, or a connect that
 * hangs, hold an order for ever.
 */
export const createCaller = (
  baseUrl: string,
  timeoutMs: number,
  answerBytesMax = answerBytesMaxDefault,
): Caller => {
  const agent = { keepAlive: true, maxSockets: socketsMax }
  const client = axios.create({
    baseURL: baseUrl,
    httpAgent: new HttpAgent(agent),
    httpsAgent: new HttpsAgent(agent),
    // A redirected POST would arrive as a GET, and a proxy named by the environment is nobody's decision.
    maxRedirects: 0,
    proxy: false,
    maxContentLength: answerBytesMax,
    validateStatus: () => true,
    // The body is judged by its reader: axios takes broken JSON for text in silence.
    responseType: 'text',
    transformResponse: (data: unknown) => data,
  })
  return ({ method, path, headers, body, signal: given }) =>
    within(timeoutMs, given, async ({ signal, isOver }) => {
      try {
        const answer = await client.request<unknown>({
          method,
          url: path,
          headers: { ...headers },
          data: body,
          signal,
        })
        return {
          kind: 'ANSWERED',
          status: answer.status,
          body: typeof answer.data === 'string' ? answer.data : '',
        }
      } catch (error) {
        return { kind: neverLeft(error) ? 'NEVER_LEFT' : 'BROKEN', detail: detailOf(error, isOver()) }
      }
    })
}

/** axios calls a call that its time ended cancelled, which reads as if somebody had wished it. */
const detailOf = (error: unknown, isOver: boolean): string =>
  axios.isCancel(error) && isOver ? 'TOO_LATE' : codeOf(error)

/** Only the code: an axios error carries the request, and with it the credentials. */
const codeOf = (error: unknown): string => (axios.isAxiosError(error) && error.code) || 'NO_ANSWER'

/** What is read of an error of node. Told by its shape, since an error of another realm is no instance of ours. */
interface SystemFailure {
  readonly syscall?: unknown
  /** One a tried address, when a host has several. */
  readonly errors?: readonly SystemFailure[]
}

/** The syscall tells, not the code: ETIMEDOUT and EHOSTUNREACH also befall a connection that was in use. */
const neverLeft = (error: unknown): boolean => {
  const cause = axios.isAxiosError(error) ? (error.cause as SystemFailure | undefined) : undefined
  if (!cause) return false
  const failures = cause.errors ?? [cause]
  return (
    failures.length > 0 && failures.every(({ syscall }) => syscall === 'connect' || syscall === 'getaddrinfo')
  )
}
