import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import https from 'node:https'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { packageRoot } from '../../src/app/config/config.js'
import { scratchFolder } from '../support/scratch.js'
import { eventually, newGate } from '../support/wait.js'
import { startStubServer, type StubServer } from './stub-server.js'
import { bufferOf, recordOf } from '../support/typed.js'

const started: StubServer[] = []
const start = async (...changes: Parameters<typeof startStubServer>): Promise<StubServer> => {
  const server = await startStubServer(...changes)
  started.push(server)
  return server
}
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})

const headers = { 'x-api-key': 'dev-gateway-key', 'content-type': 'application/json' }
const post = async (server: StubServer, path = '/getdynamicarguments', key = 'dev-gateway-key') => {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...headers, 'x-api-key': key },
    body: '{"query":"{ who }"}',
  })
  return {
    status: response.status,
    body: recordOf(await response.json()),
    headers: response.headers,
  }
}
/** Retries until a request succeeds: on a busy machine the short time-outs of these servers also cut good requests. */
const untilServed = (server: StubServer) =>
  eventually(
    'the server answers',
    async () => (await post(server, '/graphql', 'dev-back-office-key')).status === 200,
  )

/** A facade that answers when `answer` is called; `asked` resolves when the facade is called. */
const answerLate = () => {
  const asked = newGate()
  const answering = newGate()
  const handle = async () => {
    asked.open()
    await answering.opened
    return { status: 200, body: '{"late":true}' }
  }
  return { facade: { handle }, asked: asked.opened, answer: answering.open }
}

const fixture = (name: string): string => join(packageRoot, 'test', 'running', 'fixtures', name)
const tls = { certFile: fixture('localhost.cert.pem'), keyFile: fixture('localhost.key.pem') }

describe('the rate limit', () => {
  const stoppedMs = 60_000
  /** Stops the clock, so that all requests are in one second. */
  const stopClock = () => jest.spyOn(performance, 'now').mockReturnValue(stoppedMs)
  afterEach(() => {
    jest.restoreAllMocks()
  })

  test('is a number of requests a second for each key', async () => {
    const clock = stopClock()
    const server = await start({ config: { rateLimitPerSecond: 5 } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(server)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(3)
    expect(refused[0]?.body).toEqual({ error: { code: 'RATE_LIMITED', message: expect.any(String) } })
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect((await post(server, '/getdynamicarguments', 'dev-admin-key')).status).toBe(200)
    clock.mockReturnValue(stoppedMs + 999)
    expect((await post(server)).status).toBe(429)
    clock.mockReturnValue(stoppedMs + 1000)
    expect((await post(server)).status).toBe(200)
  })

  test('covers /graphql; requests without a valid key are answered 401, not 429', async () => {
    stopClock()
    const server = await start({ config: { rateLimitPerSecond: 2 } })
    const statuses = async (key: string) =>
      (await Promise.all([1, 2, 3].map(() => post(server, '/graphql', key))))
        .map(({ status }) => status)
        .sort()
    expect(await statuses('dev-back-office-key')).toEqual([200, 200, 429])
    expect(await statuses('wrong')).toEqual([401, 401, 401])
  })

  test('is counted again after a second, also if the clock was set back meanwhile', async () => {
    const server = await start({ config: { rateLimitPerSecond: 1 } })
    expect((await post(server)).status).toBe(200)
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    await sleep(1_100)
    expect((await post(server)).status).toBe(200)
  })

  test('does not exist in development', async () => {
    const server = await start()
    const answers = await Promise.all(Array.from({ length: 300 }, () => post(server)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('the time-out of a request', () => {
  test('answers 503, and ignores the late answer', async () => {
    const { facade, answer } = answerLate()
    const server = await start({ requestTimeoutMs: 100, facade })
    const { status, body, headers } = await post(server)
    expect([status, body]).toEqual([503, { error: { code: 'UNAVAILABLE', message: expect.any(String) } }])
    expect(headers.get('retry-after')).toBe('2')
    answer()
    await untilServed(server)
  })

  test('causes no crash when the request fails after it', async () => {
    const cut = newGate()
    const handle = async () => {
      await cut.opened
      throw new Error('too late')
    }
    const server = await start({ requestTimeoutMs: 50, facade: { handle } })
    expect((await post(server)).status).toBe(503)
    cut.open()
    // An unhandled rejection would end the process in the next turn.
    await sleep(50)
    await untilServed(server)
  })

  test('does not end a slow request that is answered before it', async () => {
    const { facade, asked, answer } = answerLate()
    const server = await start({ requestTimeoutMs: 10_000, facade })
    const answered = post(server)
    await asked
    await sleep(150)
    answer()
    expect((await answered).body).toEqual({ late: true })
  })
})

test('an answer that has begun is sent to its end, however slowly the client reads it', async () => {
  const assets = await scratchFolder('cauri-large-')
  const bytes = 32 * 1024 * 1024
  await writeFile(join(assets, 'large.js'), Buffer.alloc(bytes))
  const pages = { assets, byName: new Map(), operations: new Map() }
  const server = await start({ requestTimeoutMs: 1_500, pages })
  const sent = request(`${server.url}/web/large.js`)
  sent.end()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  expect(answer.statusCode).toBe(200)
  // Nobody reads during this time, and the buffers of the socket are smaller than the answer.
  await sleep(1_800)
  let read = 0
  for await (const chunk of answer) read += bufferOf(chunk).length
  expect(read).toBe(bytes)
  await untilServed(server)
  await rm(assets, { recursive: true })
})

test('the connection of a client that stops reading an answer is closed', async () => {
  const assets = await scratchFolder('cauri-unread-')
  await writeFile(join(assets, 'large.js'), Buffer.alloc(32 * 1024 * 1024))
  const pages = { assets, byName: new Map(), operations: new Map() }
  const server = await start({ requestTimeoutMs: 100, pages })
  const closed = new Promise<void>((resolve) => {
    server.app.server.once('connection', (socket) => void socket.once('close', resolve))
  })
  const reader = connect(Number(new URL(server.url).port), '127.0.0.1').pause()
  reader.on('error', () => undefined)
  reader.write('GET /web/large.js HTTP/1.1\r\nhost: x\r\n\r\n')
  await closed
  reader.destroy()
  await untilServed(server)
  await rm(assets, { recursive: true })
})

describe('a slow request', () => {
  test('keeps its connection for a bounded time; an idle connection is kept longer than load balancers keep it', async () => {
    const server = await start()
    expect(server.app.server.headersTimeout).toBe(10_000)
    expect(server.app.server.requestTimeout).toBe(900_000)
    expect((await fetch(`${server.url}/healthz`)).headers.get('keep-alive')).toBe('timeout=72')
  })

  const beginOnly = (server: StubServer, path: string, sent: Record<string, string | number>) =>
    new Promise((resolve, reject) => {
      const slow = request(server.url + path, { method: 'POST', headers: { ...sent, 'content-length': 100 } })
      slow.once('error', reject)
      slow.once('response', (response) => {
        response.resume()
        resolve(response.statusCode)
        slow.destroy()
      })
      slow.write('{')
    })

  test('without a key is answered 408, and not logged as an error', async () => {
    const server = await start({ requestTimeoutMs: 100 })
    expect(await beginOnly(server, '/callbacks/momo', { 'content-type': 'application/json' })).toBe(408)
    expect(server.logged().filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  test('whose client hangs up is not logged as an error', async () => {
    const server = await start()
    const slow = request(`${server.url}/getdynamicarguments`, {
      method: 'POST',
      headers: { ...headers, 'content-length': 100 },
    })
    slow.on('error', () => undefined)
    const arrived = new Promise<IncomingMessage>((resolve) => server.app.server.once('request', resolve))
    slow.write('{')
    const arriving = await arrived
    // By then the server is reading the body.
    await sleep(50)
    slow.destroy()
    await new Promise((resolve) => arriving.once('close', resolve))
    await sleep(50)
    expect(server.logged().filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  test('is answered 503 if the time-out comes before the end of its body', async () => {
    const server = await start({ requestTimeoutMs: 100 })
    expect(await beginOnly(server, '/getdynamicarguments', headers)).toBe(503)
    await untilServed(server)
  })
})

describe('a bug', () => {
  test('is answered 500 with an id that is in the log, and never with a stack', async () => {
    const handle = async () => {
      throw new Error('SELECT secret FROM customers -- 237670000010')
    }
    const server = await start({ facade: { handle } })
    const { status, body, headers: answered } = await post(server)
    const id = answered.get('x-request-id')
    expect(status).toBe(500)
    expect(body).toEqual({
      error: { code: 'INTERNAL', message: `Something went wrong on our side. Quote this id: ${id}` },
    })
    const line = server.logged().find(({ msg }) => msg === 'request failed')
    expect(line).toMatchObject({
      requestId: id,
      err: {
        type: 'Error',
        message: 'SELECT secret FROM customers -- 237*******10',
        stack: expect.any(String),
      },
    })
    expect(JSON.stringify(server.logged())).not.toContain('237670000010')
  })
})

describe('the log', () => {
  test('has a line for each answer at level debug, without the key', async () => {
    const server = await start()
    await post(server)
    await post(server, '/getdynamicoptions', 'dev-analyst-key')
    await server.stop()
    expect(server.logged()).toEqual([
      expect.objectContaining({
        level: 20,
        route: '/getdynamicarguments',
        operation: 'stub_operation',
        caller: 'development gateway',
        status: 200,
        ms: expect.any(Number),
        requestId: expect.any(String),
      }),
      expect.objectContaining({ level: 30, route: '/getdynamicoptions', status: 403 }),
    ])
    expect(JSON.stringify(server.logged())).not.toMatch(/dev-\w+-key/)
  })
})

describe('TLS', () => {
  test('is served with the given certificate, and asks the client for none', async () => {
    const server = await start({ config: { tls } })
    const answer = await new Promise<{ status: number | undefined; hsts: unknown }>((resolve, reject) => {
      https
        .get(`${server.url}/healthz`, { ca: readFileSync(tls.certFile), agent: false }, (response) => {
          response.resume()
          resolve({ status: response.statusCode, hsts: response.headers['strict-transport-security'] })
        })
        .once('error', reject)
    })
    expect(answer).toEqual({ status: 200, hsts: 'max-age=31536000' })
  })

  // A certificate for RSA can be used without forward secrecy too; one for ECDSA never can.
  test.each([
    ['ECDSA', tls],
    ['RSA', { certFile: fixture('renewed.cert.pem'), keyFile: fixture('renewed.key.pem') }],
  ])('is of version 1.3, or of 1.2 with forward secrecy, with a certificate for %s', async (_kind, files) => {
    const server = await start({ config: { tls: files } })
    const { port } = new URL(server.url)
    const agreedOn = (options: ConnectionOptions): Promise<string> =>
      new Promise((resolve) => {
        const socket = connectTls({
          port: Number(port),
          host: 'localhost',
          ca: readFileSync(files.certFile),
          ...options,
        })
        socket.once('secureConnect', () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().name}`)
          socket.destroy()
        })
        socket.once('error', () => resolve('refused'))
      })
    expect(await agreedOn({})).toMatch(/^TLSv1\.3 TLS_/)
    expect(await agreedOn({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 ECDHE-/)
    for (const ciphers of [
      'AES256-GCM-SHA384',
      'AES128-SHA',
      'DHE-RSA-AES256-GCM-SHA384',
      'ECDHE-RSA-AES256-SHA',
    ])
      expect([ciphers, await agreedOn({ maxVersion: 'TLSv1.2', ciphers })]).toEqual([ciphers, 'refused'])
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    expect(await agreedOn(old)).toBe('refused')
  })
})

describe('closing the server', () => {
  test('finishes requests in flight, accepts no new ones, and does not wait for idle connections', async () => {
    const { facade, asked, answer } = answerLate()
    const server = await start({ requestTimeoutMs: 10_000, facade })
    const agent = new Agent({ keepAlive: true })
    await new Promise<void>((resolve) => {
      request(`${server.url}/healthz`, { agent }, (response) => response.resume().once('end', resolve)).end()
    })
    const inFlight = post(server)
    await asked
    const before = performance.now()
    const closed = server.app.close()
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
    answer()
    expect((await inFlight).body).toEqual({ late: true })
    await closed
    expect(performance.now() - before).toBeLessThan(2000)
    agent.destroy()
  })

  // Browsers and load balancers open connections in advance.
  test.each([
    ['has sent nothing', undefined, ''],
    ['has sent half a line', undefined, 'POST /getdyn'],
    ['has sent half of its headers', undefined, 'GET /healthz HTTP/1.1\r\nhost: x\r\n'],
    ['began another request', undefined, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /he'],
    ['began no TLS', tls, ''],
  ])('does not wait for a connection that %s', async (_what, tls, sent) => {
    const server = await start({ config: { tls } })
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').resume()
    socket.on('error', () => undefined)
    socket.write(sent)
    await sleep(100)
    const before = performance.now()
    await server.app.close()
    expect(performance.now() - before).toBeLessThan(4000)
    socket.destroy()
  })

  test('keeps idle connections until the requests in flight are finished', async () => {
    const { facade, asked, answer } = answerLate()
    const server = await start({ requestTimeoutMs: 10_000, facade })
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const inFlight = post(server)
    await asked
    const closed = server.app.close()
    // Longer than a closing server waits for idle connections.
    await sleep(1_500)
    answer()
    expect((await inFlight).body).toEqual({ late: true })
    await closed
    socket.destroy()
  })
})
