import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { ProcessRole } from '../../src/app/config/process-roles.js'
import { createReadiness } from '../../src/app/process/readiness.js'
import { askOverHttp } from '../support/http.js'
import { startStubServer, type StubServer } from './stub-server.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'
import { standIn } from '../support/stand-in.js'
import type { Sql } from '../../src/platform/database/database.js'
import type { EmulatorControl } from '../../src/bank/payments/emulator-control.js'

const gateway = { 'x-api-key': 'dev-gateway-key', 'content-type': 'application/json' }

let server: StubServer
beforeAll(async () => {
  server = await startStubServer()
})
afterAll(() => server.stop())

const call = async (path: string, init: RequestInit = {}, at: string = server.url) => {
  const response = await fetch(at + path, init)
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const body = /^application\/(graphql-response\+)?json/.test(type) ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body }
}

const post = (path: string, body: string, headers: Record<string, string> = gateway) =>
  call(path, { method: 'POST', headers, body })

const refusal = (code: string) => ({ error: { code, message: expect.stringMatching(/\w/) } })

describe.each(['/getdynamicarguments', '/getdynamicoptions'])('the endpoint %s', (path) => {
  test('passes the bytes, the caller and the call to the facade', async () => {
    const { status, body, headers } = await post(path, '{"é":1}', { ...gateway, 'x-request-id': 'mine-7' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-request-id')).toBe('mine-7')
    expect(body).toEqual({
      endpoint: path.slice(1),
      body: '{"é":1}',
      who: 'development gateway',
      requestId: 'mine-7',
      call: { language: 'en', session: 's-1', journey: 'j-1', requestId: 'mine-7', address: '127.0.0.1' },
    })
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
  ])('takes %s', async (type) => {
    expect((await post(path, 'not json', { ...gateway, 'content-type': type })).body).toMatchObject({
      body: 'not json',
    })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'nonsense'])(
    'answers 415 for the type %s',
    async (type) => {
      const { status, body } = await post(path, '{}', { ...gateway, 'content-type': type })
      expect([status, body]).toEqual([415, refusal('UNSUPPORTED_MEDIA_TYPE')])
    },
  )

  test('passes an empty body to the facade', async () => {
    expect((await post(path, '')).body).toMatchObject({ body: '' })
    expect(
      (await call(path, { method: 'POST', headers: { 'x-api-key': 'dev-gateway-key' } })).body,
    ).toMatchObject({
      body: '',
    })
  })

  test('takes 64 KiB and answers 413 for one byte more, with or without a content-length', async () => {
    expect((await post(path, 'x'.repeat(65_536))).status).toBe(200)
    const announced = await post(path, 'x'.repeat(65_537))
    expect([announced.status, announced.body]).toEqual([413, refusal('PAYLOAD_TOO_LARGE')])
    const stream = new Blob(['x'.repeat(65_537)]).stream()
    const streamed = await call(path, {
      method: 'POST',
      headers: gateway,
      body: stream,
      duplex: 'half',
    })
    expect([streamed.status, streamed.body]).toEqual([413, refusal('PAYLOAD_TOO_LARGE')])
  })

  test.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['a wrong key', { 'x-api-key': 'wrong' }],
  ])('answers 401 with %s, before it reads the body', async (_name, headers) => {
    const { status, body } = await post(path, 'x'.repeat(100_000), {
      'content-type': 'text/plain',
      ...headers,
    })
    expect([status, body]).toEqual([401, refusal('UNAUTHENTICATED')])
  })

  test.each(['dev-back-office-key', 'dev-approver-key', 'dev-analyst-key'])(
    'answers 403 for %s',
    async (key) => {
      const { status, body } = await post(path, '{}', { ...gateway, 'x-api-key': key })
      expect([status, body]).toEqual([403, refusal('FORBIDDEN')])
    },
  )

  test('takes a key as Bearer, and admits the role ADMIN', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer dev-admin-key' }
    expect((await post(path, '{}', headers)).body).toMatchObject({ who: 'development admin' })
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    'answers 405 for %s, with the allowed method',
    async (method) => {
      const { status, body, headers } = await call(`${path}?a=b`, { method, headers: gateway })
      expect([status, body]).toEqual([405, refusal('METHOD_NOT_ALLOWED')])
      expect(headers.get('allow')).toBe('POST')
    },
  )
})

describe('an unknown address', () => {
  test.each<[string, string, RequestInit]>([
    ['GET', '/', {}],
    ['GET', '/%zz', {}],
    ['GET', '/%ff', {}],
    ['GET', '/nowhere?x=1', {}],
    ['POST', '/nowhere', { body: 'x'.repeat(100_000), headers: { 'content-type': 'text/odd' } }],
    ['PUT', '/getdynamicarguments/', { body: '{}' }],
  ])('is answered 404: %s %s', async (method, path, init) => {
    const { status, body } = await call(path, { ...init, method })
    expect([status, body]).toEqual([404, refusal('NOT_FOUND')])
  })
})

test('what is not HTTP is answered 400 in the form of our errors', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write('\u0016\u0003 hello\r\n\r\n')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(refusal('INVALID_JSON'))
})

test('behind a proxy, the address of the caller is a single valid forwarded address, or none', async () => {
  const behind = await startStubServer({ config: { trustProxy: true } })
  const addressOf = async (forwarded: string) => {
    const headers = { ...gateway, 'x-forwarded-for': forwarded }
    const { body } = await call('/getdynamicoptions', { method: 'POST', headers, body: '{}' }, behind.url)
    return body.call.address
  }
  expect(await addressOf('203.0.113.7')).toBe('203.0.113.7')
  // Some proxies forward the port too.
  expect(await addressOf('203.0.113.7:54321')).toBe('203.0.113.7')
  expect(await addressOf('198.51.100.1:80, [2001:db8::7]:443')).toBe('2001:db8::7')
  expect(await addressOf(`${'x'.repeat(500)}, 2001:db8::7`)).toBe('2001:db8::7')
  expect(await addressOf('x'.repeat(500))).toBe('0.0.0.0')
  expect(await addressOf('203.0.113.7, unknown')).toBe('0.0.0.0')
  await behind.stop()
})

describe('/graphql', () => {
  const query = (headers: Record<string, string>, text = '{ who id language }') =>
    post('/graphql', JSON.stringify({ query: text }), { 'content-type': 'application/json', ...headers })

  test('answers a caller with a key of any role', async () => {
    const { status, body } = await query({
      'x-api-key': 'dev-analyst-key',
      'x-request-id': 'g-1',
      'accept-language': 'en-GB',
    })
    expect([status, body]).toEqual([200, { data: { who: 'development analyst', id: 'g-1', language: 'en' } }])
  })

  test('answers 401 without a key, whatever the request', async () => {
    for (const answer of [
      await query({}),
      await call('/graphql?query={who}', {
        headers: { accept: 'application/json', 'apollo-require-preflight': '1' },
      }),
    ]) {
      expect([answer.status, answer.body]).toEqual([401, refusal('UNAUTHENTICATED')])
    }
  })

  test('ignores an invalid Host header', async () => {
    for (const host of ["' OR 1=1 --", '', '[::1', 'a b']) {
      const body = JSON.stringify({ query: '{ who }' })
      const answered = await askOverHttp(`${server.url}/graphql`, {
        method: 'POST',
        headers: { ...gateway, host },
        body,
      })
      expect([host, answered.status, answered.text]).toEqual([host, 200, expect.stringContaining('gateway')])
    }
  })

  test('answers 400 in the form of our errors for a body that is not JSON', async () => {
    const { status, body } = await post('/graphql', '{', { ...gateway })
    expect([status, body]).toEqual([400, refusal('INVALID_JSON')])
  })

  test.each([
    'text/html',
    'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    'text/html;q=0.1,application/json',
  ])('answers 401 without a key to a browser that accepts %s, if there are no pages', async (accept) => {
    const { status, body } = await call('/graphql?query={who}', {
      headers: { accept, 'apollo-require-preflight': '1' },
    })
    expect(JSON.stringify(body)).not.toContain('development')
    expect(status).toBe(401)
  })

  test('has no page in production', async () => {
    const strict = await startStubServer({ config: { production: true } })
    const { status, body } = await call('/graphql', { headers: { accept: 'text/html' } }, strict.url)
    await strict.stop()
    expect([status, body]).toEqual([401, refusal('UNAUTHENTICATED')])
  })
})

const simulator = {
  sql: standIn<Sql>({}),
  control: standIn<EmulatorControl>({}),
  outboxDirectory: undefined,
  operations: new Map(),
}

test('a scenario that is too large is told how large it may be', async () => {
  const server = await startStubServer({ simulator })
  try {
    const answer = await fetch(`${server.url}/simulator/scenario`, {
      method: 'POST',
      headers: { 'x-api-key': 'dev-gateway-key', 'content-type': 'text/plain' },
      body: '#'.repeat(16 * 1024 + 1),
    })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { problems: [{ line: 1, message: 'a scenario has at most 16384 bytes' }] },
    ])
  } finally {
    await server.stop()
  }
})

test('a copy of a statement that waits for a blocked opt-out is not announced for the next minute', async () => {
  const booking = await startStubServer({ copyStatement: async () => 'BEING_WITHDRAWN' })
  try {
    const { status, body } = await call(
      '/reports/statements/STM-1.pdf',
      { headers: { 'x-api-key': 'dev-back-office-key' } },
      booking.url,
    )
    expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE'])
    expect(body.error.message).toMatch(/^An opt-out is being booked; ask again in a minute, or, .*\bblock/)
  } finally {
    await booking.stop()
  }
})

test('a refusal for lack of a role is recorded with the address of the caller', async () => {
  const refused: unknown[] = []
  const server = await startStubServer({
    accessAudit: {
      recordRead: async () => undefined,
      recordRefusal: ({ name }, address, what) => refused.push([name, address, what]),
    },
    openExport: async () => ({ refused: 'NOT_FOUND' }),
    readScore: async () => undefined,
    simulator,
  })
  try {
    const statuses = [
      ['dev-gateway-key', '/exports/customers.csv', 403],
      ['dev-gateway-key', '/reports/scores/x', 403],
      ['dev-analyst-key', '/simulator/operations', 403],
      ['dev-analyst-key', '/exports/nothing.csv', 404],
    ] as const
    for (const [key, path, status] of statuses)
      expect([path, (await fetch(server.url + path, { headers: { 'x-api-key': key } })).status]).toEqual([
        path,
        status,
      ])
    expect(refused).toEqual([
      ['development gateway', '127.0.0.1', '/exports/:file'],
      ['development gateway', '127.0.0.1', '/reports/scores/:id'],
      ['development analyst', '127.0.0.1', '/simulator/operations'],
    ])
  } finally {
    await server.stop()
  }
})

describe('/callbacks/momo', () => {
  const reference = '5f2b1c1e-8d33-4d5e-9c0a-1f2e3d4c5b6a'

  test.each<[string, string, string, Record<string, string>, string[]]>([
    ['a POST', 'POST', JSON.stringify({ referenceId: reference }), {}, [reference]],
    [
      'a PUT with our own id only',
      'PUT',
      JSON.stringify({ externalId: 'ORDER01', status: 'X' }),
      {},
      ['ORDER01'],
    ],
    [
      'both ids',
      'POST',
      JSON.stringify({ referenceId: reference, externalId: 'ORDER01' }),
      {},
      [reference, 'ORDER01'],
    ],
    ['a reference in a header', 'POST', '', { 'x-reference-id': reference }, [reference]],
    [
      'another type',
      'POST',
      JSON.stringify({ referenceId: reference }),
      { 'content-type': 'text/plain' },
      [reference],
    ],
    [
      'a malformed type',
      'POST',
      JSON.stringify({ referenceId: reference }),
      { 'content-type': ';;;' },
      [reference],
    ],
    ['no known id', 'POST', '{"a":1}', {}, []],
    ['no object', 'POST', '[null]', {}, []],
    ['no JSON', 'POST', '<xml/>', {}, []],
    ['an odd reference', 'POST', JSON.stringify({ referenceId: "' OR 1=1", externalId: 7 }), {}, []],
  ])('answers 200 for %s', async (_name, method, body, headers, references) => {
    server.callbacks.length = 0
    const answer = await call('/callbacks/momo', { method, headers, body })
    expect(answer.status).toBe(200)
    expect(server.callbacks).toEqual(references)
  })

  test('answers 200 even if the poll that it causes fails, and logs the failure', async () => {
    const failing = await startStubServer({
      callback: () => {
        throw new Error('no such thing')
      },
    })
    const { status } = await call(
      '/callbacks/momo',
      { method: 'POST', body: JSON.stringify({ referenceId: reference }) },
      failing.url,
    )
    await failing.stop()
    expect(status).toBe(200)
    expect(failing.logged()).toContainEqual(
      expect.objectContaining({ msg: 'a callback of the wallet provider could not be processed' }),
    )
  })
})

describe('while the database cannot serve', () => {
  test('requests are answered 503 with retry-after, and one line is logged for all of them', async () => {
    const away = Object.assign(new Error('read-only'), { errno: 1290 })
    let calls = 0
    // The facade answers 503, or the call fails with an error of the database or of the file system.
    const handle = async () => {
      calls += 1
      if (calls % 2 === 0) throw calls > 4 ? Object.assign(new Error('full'), { code: 'ENOSPC' }) : away
      return { status: 503, body: '{}' }
    }
    const stub = await startStubServer({ facade: { handle } })
    const sent = { method: 'POST', headers: gateway, body: '{}' }
    for (let i = 0; i < 10; i++) {
      const { status, headers } = await call('/getdynamicarguments', sent, stub.url)
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    }
    const lines = stub.logged()
    await stub.stop()
    expect(lines.filter(({ msg }) => msg === 'requests are answered 503')).toHaveLength(1)
    expect(lines.filter(({ msg }) => msg === 'answered')).toEqual([])
    expect(lines.filter(({ msg }) => msg === 'files cannot be written or opened')).toHaveLength(1)
    const kept = lines.filter(
      ({ msg, err }) =>
        msg === 'request failed' && shaped(z.object({ code: z.string().optional() }), err).code === 'ENOSPC',
    )
    expect(kept.map(({ level }) => level)).toEqual([20, 20, 20])
  })
})

describe('the HTTP server', () => {
  test('says on /healthz that the process runs, and on /readyz that its parts are ready', async () => {
    expect((await call('/healthz')).body).toEqual({ status: 'ok' })
    expect((await call('/readyz')).body).toEqual({ status: 'ready', detail: { database: 'ok' } })
  })

  test('answers 503 on /readyz with the reason while a part, such as the database, is not ready', async () => {
    const waiting = await startStubServer({
      ready: async () => ({ ok: false, detail: { database: 'refused' } }),
    })
    const { status, body } = await call('/readyz', {}, waiting.url)
    await waiting.stop()
    expect([status, body]).toEqual([503, { status: 'not ready', detail: { database: 'refused' } }])
    expect(waiting.logged()).toContainEqual(
      expect.objectContaining({ msg: 'the readiness check failed', detail: { database: 'refused' } }),
    )
  })

  test('answers 503 on /readyz while it is asked to stop, which is no failure in the log', async () => {
    const stopping = await startStubServer({
      ready: async () => ({
        ok: false,
        isExpected: true,
        detail: { reason: 'the process is asked to stop' },
      }),
    })
    const { status } = await call('/readyz', {}, stopping.url)
    await stopping.stop()
    expect(status).toBe(503)
    expect(stopping.logged().filter(({ level }) => Number(level) >= 40)).toEqual([])
  })

  test('answers 503 on /readyz until the jobs are started, which is no failure in the log', async () => {
    const ready = createReadiness(
      { ready: async () => undefined, readerSandbox: undefined },
      { roles: new Set(['worker']) },
      { jobs: () => undefined, isStopping: () => false },
    )
    const starting = await startStubServer({ ready })
    const { status, body } = await call('/readyz', {}, starting.url)
    await starting.stop()
    expect([status, body]).toEqual([
      503,
      { status: 'not ready', detail: { database: 'up', jobs: 'starting' } },
    ])
    expect(starting.logged().filter(({ level }) => Number(level) >= 40)).toEqual([])
  })

  test('answers 503 on /readyz without details if the check itself fails', async () => {
    const broken = await startStubServer({
      ready: () => Promise.reject(new Error('connect ECONNREFUSED db:3306')),
    })
    const { status, body } = await call('/readyz', {}, broken.url)
    await broken.stop()
    expect([status, body]).toEqual([503, { status: 'not ready', detail: { reason: expect.any(String) } }])
    expect(JSON.stringify(body)).not.toContain('db:3306')
    expect(broken.logged()).toContainEqual(expect.objectContaining({ msg: 'the readiness check failed' }))
  })

  test('logs one in a hundred successful answers of an operation at level info, and the others at level debug', async () => {
    const stub = await startStubServer()
    for (let i = 0; i < 200; i++)
      await stub.app.inject({ method: 'POST', url: '/getdynamicarguments', headers: gateway, payload: '{}' })
    const lines = stub.logged().filter(({ msg }) => msg === 'answered')
    await stub.stop()
    expect(lines).toHaveLength(200)
    const atInfo = lines.filter(({ level }) => level === 30)
    expect(atInfo).toHaveLength(2)
    expect(atInfo[0]).toMatchObject({
      operation: 'stub_operation',
      outcome: 'answered',
      requestId: expect.any(String),
      ms: expect.any(Number),
    })
  })

  test('counts requests by route and status on /metrics', async () => {
    await post('/getdynamicoptions', '{}')
    const { body } = await call('/metrics')
    expect(body).toMatch(
      /http_request_duration_seconds_count\{route="\/getdynamicoptions",status="200"\} [1-9]/,
    )
    expect(body).toMatch(
      /http_request_duration_seconds_count\{route="\/getdynamicoptions",status="413"\} [1-9]/,
    )
    expect(body).toMatch(
      /cauri_operation_duration_seconds_count\{operation="stub_operation",outcome="answered"\} [1-9]/,
    )
    // A request that was refused before it called an operation.
    expect(body).toMatch(
      /cauri_operation_duration_seconds_count\{operation="unknown",outcome="refused"\} [1-9]/,
    )
  })

  test('sends an id with every answer, and forbids content sniffing', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const { headers } = await call('/nowhere', { headers: { 'x-request-id': 'odd id\t!' } })
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('cache-control')).toBe('no-store')
        return headers.get('x-request-id')
      }),
    )
    expect(ids[0]).toMatch(/^[\w-]{8}-\w+$/)
    expect(ids[0]).not.toBe(ids[1])
  })

  test.each<[ProcessRole[], object]>([
    [['gateway'], { envelope: 401, graphql: 404, callback: 200, report: 404, scoring: 404, docs: 200 }],
    [['staff'], { envelope: 404, graphql: 401, callback: 404, report: 401, scoring: 404, docs: 200 }],
    [['scoring'], { envelope: 404, graphql: 404, callback: 404, report: 404, scoring: 418, docs: 200 }],
    [['worker'], { envelope: 404, graphql: 404, callback: 404, report: 404, scoring: 404, docs: 404 }],
    [['reader'], { envelope: 404, graphql: 404, callback: 404, report: 404, scoring: 404, docs: 404 }],
    [
      ['gateway', 'scoring', 'worker'],
      { envelope: 401, graphql: 404, callback: 200, report: 404, scoring: 418, docs: 200 },
    ],
  ])('of a process with the roles %j serves only their endpoints and its health', async (roles, statuses) => {
    const scoring = {
      isOurs: (url: string) => url.startsWith('/scoring'),
      mount: async (app: FastifyInstance) => {
        app.post('/scoring/auth/token', async (_request, reply) => reply.code(418).send(''))
      },
      onError: () => {
        throw new Error('nothing goes wrong here')
      },
    }
    const page = { html: '', policy: '' }
    const docs = { page: () => page, startPage: () => page, documents: new Map<string, () => string>() }
    const apart = await startStubServer({
      config: { roles: new Set(roles) },
      scoring,
      docs,
      readScore: async () => undefined,
    })
    const statusOf = async (path: string, method = 'POST') => (await call(path, { method }, apart.url)).status
    const found = {
      envelope: await statusOf('/getdynamicarguments'),
      graphql: await statusOf('/graphql'),
      callback: await statusOf('/callbacks/momo'),
      report: await statusOf('/reports/scores/1', 'GET'),
      scoring: await statusOf('/scoring/auth/token'),
      docs: await statusOf('/docs', 'GET'),
    }
    const health = [await statusOf('/healthz', 'GET'), await statusOf('/readyz', 'GET')]
    await apart.stop()
    expect([health, found]).toEqual([[200, 200], statuses])
  })
})
