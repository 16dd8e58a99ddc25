import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import axios from 'axios'
import { within } from '../../kernel/deadline.js'

/** What became of one HTTP call. BROKEN: it may have arrived, and its answer did not, or not whole. */
export type Reply =
  | {
      readonly kind: 'ANSWERED'
      readonly status: number
      readonly body: Buffer
      /** The header, as it came. */
      readonly retryAfter: string | undefined
    }
  | { readonly kind: 'BROKEN'; readonly detail: string }
  | { readonly kind: 'TOO_LARGE' }

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** Of the whole call, from connecting to the last byte: a body that drips is cut too. */
  readonly msMax: number
  readonly bytesMax: number
  readonly signal: AbortSignal
}

export interface Http {
  (request: Request): Promise<Reply>
}

const socketsMax = 16

const headerOf = (headers: object, name: string): string | undefined => {
  const value: unknown = (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

/** Only the code: an axios error carries the request, and with it the credentials. */
const brokenBy = (error: unknown): Reply => {
  if (!axios.isAxiosError(error)) return { kind: 'BROKEN', detail: 'NO_ANSWER' }
  if (/maxContentLength/.test(error.message)) return { kind: 'TOO_LARGE' }
  return { kind: 'BROKEN', detail: error.code ?? 'NO_ANSWER' }
}

/** One certificate that is known by itself, whatever name it has: ours, asked at the address that we listen on. */
const pinned = (certificate: string | undefined): object =>
  certificate === undefined ? {} : { ca: certificate, checkServerIdentity: () => undefined }

/** HTTP over kept connections: any status is an answer, and nothing is thrown. */
export const createHttp = (certificate?: string): Http => {
  const agent = { keepAlive: true, maxSockets: socketsMax }
  const client = axios.create({
    httpAgent: new HttpAgent(agent),
    httpsAgent: new HttpsAgent({ ...agent, ...pinned(certificate) }),
    // Addresses carry their own credentials: they go where the service said, and nowhere on from there.
    maxRedirects: 0,
    proxy: false,
    maxBodyLength: Infinity,
    validateStatus: () => true,
    responseType: 'arraybuffer',
    transformResponse: (data: unknown) => data,
  })
  return async ({ method, url, headers, body, msMax, bytesMax, signal: given }) => {
    try {
      const answer = await within(Math.max(1, msMax), given, ({ signal }) =>
        client.request<Buffer>({
          method,
          url,
          headers: { ...headers },
          data: body,
          maxContentLength: bytesMax,
          signal,
        }),
      )
      return {
        kind: 'ANSWERED',
        status: answer.status,
        body: Buffer.isBuffer(answer.data) ? answer.data : Buffer.alloc(0),
        retryAfter: headerOf(answer.headers, 'retry-after'),
      }
    } catch (error) {
      return brokenBy(error)
    }
  }
}
