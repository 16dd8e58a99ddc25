import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, bufferOf } from '../support/typed.js'

export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** How the stub reacts instead of with its usual answer. `drip` sends a byte at a time, without end. */
export type Reaction = Answer | 'reset' | 'half' | 'drip'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface StubService {
  readonly url: string
  readonly received: ReceivedRequest[]
  /** The requests to addresses below this path. */
  readonly requestsTo: (prefix: string) => ReceivedRequest[]
  /** Sets the next reactions below this path; each is used once, before the usual answer. */
  readonly reactNext: (prefix: string, ...reactions: readonly Reaction[]) => void
  /** The shape of the answers: A has `documents`, B has `uploadUrls`. */
  shape: 'A' | 'B'
  /** Seconds until tokens and upload addresses expire. */
  tokenSeconds: number
  uploadSeconds: number
  /** The bodies behind the result addresses. */
  results: readonly unknown[]
  /** How long the answer to a result address takes, in milliseconds. */
  resultMs: number
  /** The largest number of results that were fetched at the same time. */
  readonly resultsAtOnce: () => number
  /** Restores the usual answers, and forgets all requests. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

export const pdf = Buffer.from('%PDF-1.5\nsome pages of a statement')

/** A result of PARS; the tests check only its recommendations. */
export const resultOf = (recommendations: object): object => ({
  status: 'success',
  code: 200,
  data: { summary: {}, recommendations },
})

const jwt = (seconds: number, n: number): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  return `${part({ alg: 'none' })}.${part({ iat, exp: iat + seconds, jti: String(n) })}.sig`
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(bufferOf(piece))
  return Buffer.concat(pieces)
}

const react = (reaction: Reaction, response: ServerResponse): void => {
  if (reaction === 'reset') return void response.socket?.resetAndDestroy()
  if (reaction === 'half') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"status":')
    return void setTimeout(() => response.socket?.destroy(), 20)
  }
  if (reaction === 'drip') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    const timer = setInterval(() => response.write(' '), 20)
    return void response.once('close', () => clearInterval(timer))
  }
  response.writeHead(reaction.status, { 'content-type': 'application/json', ...reaction.headers })
  response.end(reaction.body === undefined ? '' : JSON.stringify(reaction.body))
}

interface AcceptedRequest {
  readonly id: string
  readonly productCode: string
  readonly missing: Set<string>
}

/** A scoring service as docs/scoring-contract.md describes it. It records requests, and reacts as a test says. */
export const startStubService = async (): Promise<StubService> => {
  const received: ReceivedRequest[] = []
  let scripted: { prefix: string; reaction: Reaction }[] = []
  let requests = new Map<string, AcceptedRequest>()
  let byKey = new Map<string, { held: AcceptedRequest; body: string }>()
  let usable = new Map<string, unknown>()
  let count = 0
  let fetching = 0
  let resultsAtOnce = 0

  const submit = (call: ReceivedRequest): Answer => {
    const body = JSON.parse(call.body.toString())
    const key = String(call.headers['idempotency-key'] ?? `none-${++count}`)
    const earlier = byKey.get(key)
    if (earlier && earlier.body !== call.body.toString())
      return { status: 409, body: { message: 'another body' } }
    const names: string[] = (body.documentsDetails ?? []).map(
      ({ documentName }: { documentName: string }) => documentName,
    )
    const held = earlier?.held ?? {
      id: `11111111-1111-4111-8111-${String(++count).padStart(12, '0')}`,
      productCode: body.productCode,
      missing: new Set(names),
    }
    byKey.set(key, { held, body: call.body.toString() })
    requests.set(held.id, held)
    const expiresAt = new Date(Date.now() + stub.uploadSeconds * 1000).toISOString()
    // In another order than announced, so that only the names identify documents.
    const listed = names.toReversed().map((documentName) => ({
      documentName,
      url: `${stub.url}/put/${held.id}/${encodeURIComponent(documentName)}`,
      expiresAt,
    }))
    if (stub.shape === 'B')
      return { status: 200, body: { token: 'of-the-results', requestId: held.id, uploadUrls: listed } }
    const documents = listed.map((item) => ({ ...item, documentType: 'WALLET_STATEMENT' }))
    return {
      status: 200,
      body: { message: 'ok', requestId: held.id, documents, totalDocuments: documents.length },
    }
  }

  const usual = (call: ReceivedRequest): Answer => {
    const [, kind, id = '', name = ''] = call.path.split('/')
    if (call.path === '/auth/token') return { status: 200, body: { token: jwt(stub.tokenSeconds, ++count) } }
    if (call.path === '/score/request') return submit(call)
    if (kind === 'put') {
      requests.get(id)?.missing.delete(decodeURIComponent(name))
      return { status: 200 }
    }
    if (kind === 'results') {
      const body = usable.get(call.path)
      usable.delete(call.path)
      return body === undefined
        ? { status: 410, body: { status: 'error', code: 410, message: 'used', details: 'already_used' } }
        : { status: 200, body }
    }
    const held = requests.get(call.path.split('/').at(-1) ?? '')
    if (!held)
      return { status: 404, body: { status: 'error', code: 404, message: 'none', details: 'not_found' } }
    const pointer = { requestId: held.id, productCode: held.productCode }
    if (held.missing.size > 0)
      return {
        status: 202,
        headers: { 'retry-after': '0' },
        body: { ...pointer, parsedUrls: [], status: 'AWAITING_UPLOADS' },
      }
    const parsedUrls = stub.results.map((body) => {
      const path = `/results/${++count}`
      usable.set(path, body)
      return stub.url + path
    })
    return { status: 200, body: { ...pointer, parsedUrls } }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? ''
      const body = await readBody(request)
      const call = { method: request.method ?? '', path, headers: request.headers, body }
      received.push(call)
      const at = scripted.findIndex(({ prefix }) => path.startsWith(prefix))
      const [found] = at < 0 ? [] : scripted.splice(at, 1)
      if (path.startsWith('/results/')) {
        resultsAtOnce = Math.max(resultsAtOnce, (fetching += 1))
        response.once('close', () => (fetching -= 1))
        if (stub.resultMs > 0) await sleep(stub.resultMs)
      }
      react(found?.reaction ?? usual(call), response)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stub: StubService = {
    url: `http://127.0.0.1:${addressOf(server).port}`,
    received,
    requestsTo: (prefix) => received.filter(({ path }) => path.startsWith(prefix)),
    reactNext: (prefix, ...reactions) =>
      scripted.push(...reactions.map((reaction) => ({ prefix, reaction }))),
    shape: 'A',
    tokenSeconds: 900,
    uploadSeconds: 3600,
    results: [resultOf({ short_term_score: 700 })],
    resultMs: 0,
    resultsAtOnce: () => resultsAtOnce,
    reset: () => {
      received.length = 0
      scripted = []
      requests = new Map()
      byKey = new Map()
      usable = new Map()
      stub.shape = 'A'
      stub.tokenSeconds = 900
      stub.uploadSeconds = 3600
      stub.results = [resultOf({ short_term_score: 700 })]
      stub.resultMs = 0
      resultsAtOnce = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return stub
}
