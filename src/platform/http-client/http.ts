import { X509Certificate } from 'node:crypto'
import { ClientRequest, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Readable } from 'node:stream'
import axios from 'axios'
import { within } from '../../kernel/deadline.js'

/**
 * The result of one HTTP call. NEVER_LEFT: no connection was made, so nothing can have arrived. BROKEN: the request may
 * have arrived, but its response did not, or not whole or not in time. TOO_LARGE: the response exceeded the limit.
 */
export type Reply =
  | {
      readonly kind: 'ANSWERED'
      readonly status: number
      readonly body: Buffer
      /** The header `Retry-After`, unparsed. */
      readonly retryAfter: string | undefined
    }
  | { readonly kind: 'NEVER_LEFT'; readonly detail: string }
  | { readonly kind: 'BROKEN'; readonly detail: string }
  | { readonly kind: 'TOO_LARGE'; readonly detail: string }

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: object | undefined
  /** The timeout of the whole call, from connecting to the last byte: a slow body is cut too. */
  readonly msMax: number
  readonly bytesMax: number
  /** Aborts the call; its result is then BROKEN, as after any lost connection. */
  readonly signal?: AbortSignal | undefined
}

export type Http = (request: Request) => Promise<Reply>

export interface HttpSettings {
  /** The maximum number of connections per host: a burst waits in our queue, not in the host's. */
  readonly socketsMax: number
  /**
   * The only accepted certificate, under any name: our own, when we call this service at the address that it listens on. Read for
   * each call, since it may be renewed.
   */
  readonly certificate?: (() => string | undefined) | undefined
}

/** The first certificate of the text is enough, whoever issued it: a server's file rarely has the root of its authority. */
const trustOnly = (certificate: string | undefined): object =>
  certificate === undefined
    ? {}
    : {
        ca: new X509Certificate(certificate).toString(),
        allowPartialTrustChain: true,
        checkServerIdentity: () => undefined,
      }

/** The agent for the present certificate; connections with an earlier one are not used again. */
const createHttpsAgents = ({ socketsMax, certificate }: HttpSettings): (() => HttpsAgent) => {
  let made: { readonly trusted: string | undefined; readonly agent: HttpsAgent } | undefined
  return () => {
    const trusted = certificate?.()
    if (!made || made.trusted !== trusted)
      made = {
        trusted,
        agent: new HttpsAgent({ keepAlive: true, maxSockets: socketsMax, ...trustOnly(trusted) }),
      }
    return made.agent
  }
}

const headerOf = (headers: object, name: string): string | undefined => {
  const value: unknown = (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

/** axios leaves a stream open if it did not send it to its end, with the file of the stream and, if the answer came early, the connection. */
const closeUnsent = (body: object | undefined, request: unknown): void => {
  if (!(body instanceof Readable) || body.readableEnded) return
  if (request instanceof ClientRequest) request.destroy()
  body.destroy()
}

/**
 * HTTP with keep-alive: a response of any status is a result, and nothing is thrown. Of an error only the code is returned,
 * since the rest contains the request, and with it credentials.
 */
export const createHttp = (settings: HttpSettings): Http => {
  const httpsAgent = createHttpsAgents(settings)
  const client = axios.create({
    httpAgent: new HttpAgent({ keepAlive: true, maxSockets: settings.socketsMax }),
    // No redirects: a redirected POST would arrive as a GET. No proxy from the environment: it would see credentials
    // in addresses.
    maxRedirects: 0,
    proxy: false,
    maxBodyLength: Infinity,
    validateStatus: () => true,
    // The body is parsed by its reader: axios silently returns broken JSON as text.
    responseType: 'arraybuffer',
    transformResponse: (data: unknown) => data,
  })
  return ({ method, url, headers, body, msMax, bytesMax, signal: callerSignal }) =>
    within(Math.max(1, msMax), callerSignal, async ({ signal, isOver }) => {
      try {
        const answer = await client.request<unknown>({
          method,
          url,
          headers: { ...headers },
          data: body,
          maxContentLength: bytesMax,
          signal,
          httpsAgent: httpsAgent(),
        })
        closeUnsent(body, answer.request)
        return {
          kind: 'ANSWERED',
          status: answer.status,
          body: Buffer.isBuffer(answer.data) ? answer.data : Buffer.alloc(0),
          retryAfter: headerOf(answer.headers, 'retry-after'),
        }
      } catch (error) {
        closeUnsent(body, axios.isAxiosError(error) ? error.request : undefined)
        return replyOfError(error, isOver())
      }
    })
}

const replyOfError = (error: unknown, isOver: boolean): Exclude<Reply, { kind: 'ANSWERED' }> => {
  // axios reports a timeout as a cancellation, which looks as if the caller had cancelled.
  if (axios.isCancel(error) && isOver) return { kind: 'BROKEN', detail: 'TOO_LATE' }
  if (!axios.isAxiosError(error)) return { kind: 'BROKEN', detail: 'NO_ANSWER' }
  const detail = error.code ?? 'NO_ANSWER'
  if (/maxContentLength/.test(error.message)) return { kind: 'TOO_LARGE', detail }
  return { kind: neverLeft(error.cause as SystemFailure | undefined) ? 'NEVER_LEFT' : 'BROKEN', detail }
}

/** The fields of a node error. Duck-typed, since an error of another realm is not an instance of our classes. */
interface SystemFailure {
  readonly syscall?: unknown
  /** One error per tried address, when a host has several. */
  readonly errors?: readonly SystemFailure[]
}

/** Decided by the syscall and not by the error code: ETIMEDOUT and EHOSTUNREACH also occur on an established connection. */
const neverLeft = (cause: SystemFailure | undefined): boolean => {
  if (!cause) return false
  const failures = cause.errors ?? [cause]
  return (
    failures.length > 0 && failures.every(({ syscall }) => syscall === 'connect' || syscall === 'getaddrinfo')
  )
}
