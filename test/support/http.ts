import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

export interface HttpRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A stream is sent in chunks, without a content-length. */
  readonly body?: string | Uint8Array | Readable | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
  readonly headers: Pick<Headers, 'get'>
}

const agent = new Agent({ keepAlive: true })

/**
 * Like `fetch`, with a third of its processor time, for suites that send thousands of requests.
 * @throws if the connection breaks before the end of the answer
 */
export const askOverHttp = (url: string, { method, headers, body }: HttpRequest = {}): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const untold = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}
    const asked = request(url, { agent, method: method ?? 'GET', headers: { ...untold, ...headers } })
    asked.on('error', reject)
    asked.once('response', (response) => {
      const { statusCode = 0, headers: told } = response
      const get = (name: string) => told[name.toLowerCase()]?.toString() ?? null
      text(response).then((read) => resolve({ status: statusCode, text: read, headers: { get } }), reject)
    })
    if (body instanceof Readable) body.pipe(asked)
    else asked.end(body)
  })
