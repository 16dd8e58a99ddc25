import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fetchedOf, submissionOf } from '../../src/score-requests/client/answers.js'
import { createScoringService } from '../../src/score-requests/client/service.js'
import { backoffMsAfter, pollMsAfter } from '../../src/score-requests/drive/ladder.rules.js'
import { parseResult } from '../../src/score-requests/model/parse-result.js'
import {
  failureOfDetails,
  failureText,
  isScoreFailure,
  scoreFailures,
} from '../../src/score-requests/model/failure.rules.js'
import { packageRoot } from '../../src/app/config/config.js'
import { unreadableCodes } from '../../src/scoring-contract/words.js'
import { systemClock } from '../../src/kernel/clock.js'
import { startStubServer } from '../running/stub-server.js'
import { startStubService, type StubService } from './stub-service.js'
import { credentials, neverAborted } from './world.js'
import { addressOf, shaped } from '../support/typed.js'
import { eventually } from '../support/wait.js'
import { z } from 'zod'

let stub: StubService
let moved = 0
const clock = { now: () => systemClock.now() + moved }

beforeAll(async () => {
  stub = await startStubService()
})
afterEach(() => {
  stub.reset()
  moved = 0
})
afterAll(() => stub.close())

const client = (changes: object = {}) =>
  createScoringService(
    { baseUrl: stub.url, ...credentials, callMsMax: 5_000, transferMsMax: 5_000, ...changes },
    clock,
  )
const body = { productCode: 'P7', documentsDetails: [] }
const asked = { requestId: 'x', productCode: 'PARS' } as const
const answered = (status: number, said: unknown) =>
  ({ kind: 'ANSWERED', status, body: Buffer.from(JSON.stringify(said)), retryAfter: undefined }) as const

describe('the token of a scoring service', () => {
  test('is requested once for concurrent calls, and reused by later ones', async () => {
    const service = client()
    await Promise.all(Array.from({ length: 5 }, (_, i) => service.submit(body, `k${i}`, neverAborted())))
    await service.results(asked, neverAborted())
    expect(stub.requestsTo('/auth/token')).toHaveLength(1)
  })

  test('is renewed before it expires, by the times in the token, whatever our own clock shows', async () => {
    stub.tokenSeconds = 600
    moved = -7_200_000
    const service = client()
    await service.results(asked, neverAborted())
    moved += 530_000
    await service.results(asked, neverAborted())
    expect(stub.requestsTo('/auth/token')).toHaveLength(1)
    moved += 20_000
    await service.results(asked, neverAborted())
    expect(stub.requestsTo('/auth/token')).toHaveLength(2)
    const [first, , third] = stub.requestsTo('/score/results').map(({ headers }) => headers.authorization)
    expect(third).not.toBe(first)
  })

  test('is renewed after a 401; a second 401 to the same call means that the credentials are refused', async () => {
    const service = client()
    stub.reactNext('/score/request', { status: 401 })
    expect(await service.submit(body, 'k', neverAborted())).toMatchObject({ kind: 'ACCEPTED' })
    expect(stub.requestsTo('/auth/token')).toHaveLength(2)
    stub.reactNext('/score/request', { status: 401 }, { status: 401 })
    expect(await service.submit(body, 'k', neverAborted())).toMatchObject({
      kind: 'LATER',
      problem: 'CREDENTIALS_REFUSED',
    })
    expect(stub.requestsTo('/auth/token')).toHaveLength(3)
  })

  test('without a time of expiry is used for five minutes', async () => {
    stub.reactNext('/auth/token', { status: 200, body: { token: 'opaque' } })
    const service = client()
    await service.results(asked, neverAborted())
    await service.results(asked, neverAborted())
    moved = 300_000
    await service.results(asked, neverAborted())
    expect(stub.requestsTo('/auth/token')).toHaveLength(2)
  })

  test.each([
    [
      { status: 400, body: { message: 'clientId and secret are required' } },
      'CREDENTIALS_REFUSED',
      undefined,
    ],
    [{ status: 429, headers: { 'retry-after': '9' }, body: { message: 'slow' } }, 'RATE_LIMITED', 9_000],
    [{ status: 500, body: { message: 'oops' } }, 'HTTP_500', undefined],
    [{ status: 200, body: { token: 5 } }, 'UNREADABLE_TOKEN', undefined],
    ['reset' as const, 'ECONNRESET', undefined],
  ])('that cannot be obtained delays the call: %j', async (reaction, problem, retryAfterMs) => {
    stub.reactNext('/auth/token', reaction)
    expect(await client().results(asked, neverAborted())).toEqual({ kind: 'LATER', problem, retryAfterMs })
    expect(stub.requestsTo('/score/results')).toEqual([])
  })
})

describe('an answer of a scoring service', () => {
  test('with `documents`, `uploadUrls` or both gives one address for each document', () => {
    const listed = [{ documentName: 'a', url: 'https://h/a', expiresAt: '2026-03-01T10:00:00Z' }]
    const wanted = [{ documentName: 'a', url: 'https://h/a', expiresAt: Date.parse('2026-03-01T10:00:00Z') }]
    for (const shape of [
      { documents: listed },
      { uploadUrls: listed, token: 't' },
      { documents: listed, uploadUrls: listed },
    ])
      expect(submissionOf(answered(200, { requestId: 'r-1', ...shape }), 'https://h', 0)).toEqual({
        kind: 'ACCEPTED',
        requestId: 'r-1',
        addresses: wanted,
      })
  })

  test.each([
    ['no id', { documents: [] }, 'UNREADABLE_ANSWER'],
    [
      'an invalid address',
      { requestId: 'r', documents: [{ documentName: 'a', url: 'x' }] },
      'UNREADABLE_ANSWER',
    ],
    [
      'an address without TLS',
      { requestId: 'r', documents: [{ documentName: 'a', url: 'http://h/a' }] },
      'UNSAFE_ADDRESS',
    ],
    [
      'an address of a file',
      { requestId: 'r', documents: [{ documentName: 'a', url: 'file:///etc/passwd' }] },
      'UNSAFE_ADDRESS',
    ],
  ])('to a submission, with %s, is not accepted', (_what, said, problem) => {
    expect(submissionOf(answered(200, said), 'https://h', 0)).toMatchObject({ kind: 'LATER', problem })
  })

  test('of 429 delays the next call by its header Retry-After or its member retryAfter, whichever is longer', async () => {
    stub.reactNext('/score/request', {
      status: 429,
      headers: { 'retry-after': '3' },
      body: { retryAfter: 20, quotaRemaining: 0 },
    })
    expect(await client().submit(body, 'k', neverAborted())).toEqual({
      kind: 'LATER',
      problem: 'RATE_LIMITED',
      retryAfterMs: 20_000,
    })
    const header = new Date(clock.now() + 60_000).toUTCString()
    stub.reactNext('/score/results', { status: 429, headers: { 'retry-after': header } })
    const { retryAfterMs } = shaped(
      z.object({ retryAfterMs: z.number() }),
      await client().results(asked, neverAborted()),
    )
    expect(retryAfterMs).toBeGreaterThan(55_000)
  })

  test('that comes too slowly is aborted, one that is too large is refused, and a redirect is not followed', async () => {
    stub.reactNext('/results/', 'drip', { status: 302, headers: { location: `${stub.url}/results/2` } })
    const impatient = client({ transferMsMax: 300 })
    expect(await impatient.fetchResult(`${stub.url}/results/1`, 'PARS', neverAborted())).toMatchObject({
      kind: 'LATER',
    })
    expect(await client().fetchResult(`${stub.url}/results/1`, 'PARS', neverAborted())).toMatchObject({
      kind: 'LATER',
      problem: 'HTTP_302',
    })
    stub.reactNext('/results/', { status: 200, body: { data: { text: 'x'.repeat(2000) } } })
    expect(
      await client({ resultBytesMax: 1000 }).fetchResult(`${stub.url}/results/1`, 'PARS', neverAborted()),
    ).toMatchObject({ kind: 'REFUSED', code: 'RESULT_TOO_LARGE' })
    expect(stub.requestsTo('/results/2')).toEqual([])
  })

  test('that could not be parsed since no thread could be started is not refused: the error is thrown', async () => {
    const reply = { kind: 'ANSWERED', status: 200, body: Buffer.from('{}'), retryAfter: undefined } as const
    const noThread = Object.assign(new Error('Worker initialization failure: EMFILE'), {
      code: 'ERR_WORKER_INIT_FAILED',
    })
    await expect(fetchedOf(reply, 'P7', clock.now(), () => Promise.reject(noThread))).rejects.toBe(noThread)
  })

  test('that takes too much memory or time to parse is refused', async () => {
    const reply = { kind: 'ANSWERED', status: 200, body: Buffer.from('{}'), retryAfter: undefined } as const
    const ended = () => Promise.reject(new Error('the thread has ended'))
    expect(await fetchedOf(reply, 'P7', clock.now(), ended)).toMatchObject({
      kind: 'REFUSED',
      code: 'RESULT_TOO_LARGE',
    })
  })

  test('is parsed without its transactions, however many there are', async () => {
    const data = {
      productCode: 'PA',
      header: {},
      validity: {},
      transactions: Array.from({ length: 40_000 }, () => ({ a: 1 })),
    }
    const body = Buffer.from(JSON.stringify({ status: 'success', code: 200, data }))
    const reply = { kind: 'ANSWERED', status: 200, body, retryAfter: undefined } as const
    const { transactions: _all, ...others } = data
    const fetched = await fetchedOf(reply, 'PA', clock.now(), parseResult)
    if (fetched.kind !== 'FETCHED') throw new Error(fetched.kind)
    expect(fetched.body).toBe(body)
    expect(JSON.parse(fetched.outline)).toEqual({
      status: 'success',
      code: 200,
      data: { ...others, transactionCount: 40_000 },
    })
    expect(await fetchedOf(reply, 'PAS', clock.now(), parseResult)).toMatchObject({
      problem: 'OTHER_PRODUCT',
    })
  })

  test.each([301, 302, 307, 404, 405])(
    'of %d, which may come from a wrong address, delays the call and does not refuse the request',
    async (status) => {
      const later = { kind: 'LATER', problem: `HTTP_${status}` }
      for (const said of [{}, { error: { code: 'NOT_FOUND', message: 'There is nothing here' } }]) {
        for (const path of ['/auth/token', '/score/request', '/score/results'])
          stub.reactNext(path, { status, body: said })
        expect(await client().submit(body, 'k', neverAborted())).toMatchObject(later)
        const service = client()
        expect(await service.submit(body, 'k', neverAborted())).toMatchObject(later)
        expect(await service.results(asked, neverAborted())).toMatchObject(later)
      }
    },
  )

  test('of 404 refuses the request only if it is an error of the service about this request; any other delays the call', async () => {
    const said = { status: 'error', code: 404, message: 'm' }
    stub.reactNext('/score/results', { status: 404, body: { ...said, details: 'expired' } })
    expect(await client().results(asked, neverAborted())).toMatchObject({
      kind: 'REFUSED',
      code: 'RESULT_NOT_FOUND',
    })
    for (const body of [{ ...said, details: 'unknown_address' }, { ...said, code: 200 }, { message: 'm' }]) {
      stub.reactNext('/score/results', { status: 404, body })
      expect(await client().results(asked, neverAborted())).toMatchObject({
        kind: 'LATER',
        problem: 'HTTP_404',
      })
    }
  })

  test.each([400, 403, 409, 422])(
    'of %d that is no error of the service, as from a proxy, delays the call and does not refuse the request',
    async (status) => {
      for (const said of ['<html>', { message: 'Forbidden' }, { success: true }]) {
        stub.reactNext('/score/request', { status, body: said })
        stub.reactNext('/score/results', { status, body: said })
        const later = { kind: 'LATER', problem: `HTTP_${status}` }
        expect(await client().submit(body, 'k', neverAborted())).toMatchObject(later)
        expect(await client().results(asked, neverAborted())).toMatchObject(later)
      }
    },
  )

  const ready = (changes: object) => ({
    status: 200,
    body: { requestId: 'x', productCode: 'PARS', parsedUrls: [`${stub.url}/results/1`], ...changes },
  })
  test.each([
    ['about another request', { requestId: 'other' }, 'OTHER_REQUEST'],
    ['about another product', { productCode: 'PA' }, 'OTHER_PRODUCT'],
    ['without a request id', { requestId: undefined }, 'UNREADABLE_ANSWER'],
    ['without a product', { productCode: null }, 'UNREADABLE_ANSWER'],
    ['that is an error', { status: 'error' }, 'ERROR_IN_AN_ANSWER'],
    ['whose code is an error', { code: 422 }, 'ERROR_IN_AN_ANSWER'],
    ['with success: false, as in errors of submissions', { success: false }, 'ERROR_IN_AN_ANSWER'],
    [
      'with a document that is still to come',
      { documents: [{ documentName: 'a', state: 'AWAITING_UPLOAD' }] },
      'UNFINISHED_DOCUMENTS',
    ],
  ])('to a query for results, %s, is not used though it has addresses', async (_what, changes, problem) => {
    stub.reactNext('/score/results', ready(changes))
    expect(await client().results(asked, neverAborted())).toMatchObject({ kind: 'LATER', problem })
  })

  test('with a failed document beside a parsed one is READY, with the reason of the failed one', async () => {
    const problem = { code: 'wrong_password', detail: 'it does not open' }
    const documents = [
      { documentName: 'a', state: 'PARSED' },
      { documentName: 'b', state: 'FAILED', problem },
    ]
    stub.reactNext('/score/results', ready({ documents }))
    expect(await client().results(asked, neverAborted())).toMatchObject({
      kind: 'READY',
      documents: [
        { documentName: 'a', problem: null },
        { documentName: 'b', problem: { code: 'WRONG_PASSWORD', detail: 'it does not open' } },
      ],
    })
  })

  test('with success: false does not accept a submission, even with status 200', () => {
    const said = { success: false, error: 'InternalServerError', requestId: 'r-1', documents: [] }
    expect(submissionOf(answered(200, said), 'https://h', 0)).toMatchObject({
      kind: 'LATER',
      problem: 'ERROR_IN_AN_ANSWER',
    })
  })

  const pars = { summary: {}, recommendations: {} }
  const success = { status: 'success', code: 200 }
  const judged = (recommendedCreditLimit: object, decision: string | null = 'APPROVE', model?: object) => ({
    ...success,
    data: { ...pars, scoring: { decision, recommendedCreditLimit, model } },
  })

  test('from a result address is a result if its limits are consistent', async () => {
    const limits = { shortTermLimit: 70, netLimit: 70, grossLimit: 90, businessLimit: null, currency: 'KES' }
    stub.reactNext('/results/', {
      status: 200,
      body: judged(limits, 'APPROVE', { id: 'sc-1', version: '1.0' }),
    })
    const found = await client().fetchResult(`${stub.url}/results/1`, 'PARS', neverAborted())
    expect(found).toMatchObject({ kind: 'FETCHED' })
  })

  test.each([
    ['an error', { status: 'error', data: pars }, 'ERROR_IN_AN_ANSWER'],
    ['the code of an error', { ...success, code: 422, data: pars }, 'ERROR_IN_AN_ANSWER'],
    ['another code', { ...success, code: 202, data: pars }, 'UNREADABLE_RESULT'],
    ['no code', { status: 'success', data: pars }, 'UNREADABLE_RESULT'],
    ['no status', { code: 200, data: pars }, 'UNREADABLE_RESULT'],
    ['no data', success, 'UNREADABLE_RESULT'],
    [
      'the sections of another product',
      { ...success, data: { header: {}, transactions: [], validity: {} } },
      'OTHER_PRODUCT',
    ],
    [
      'the name of another product',
      { ...success, data: { ...pars, scoring: { productCode: 'PAS' } } },
      'OTHER_PRODUCT',
    ],
    [
      'a document that is still processed',
      { ...success, data: { ...pars, documents: [{ documentName: 'a', state: 'RECEIVED' }] } },
      'UNFINISHED_DOCUMENTS',
    ],
    ['a net limit above the gross one', judged({ netLimit: 90, grossLimit: 80 }), 'CONTRADICTORY_RESULT'],
    [
      'a short-term limit above the net limit',
      judged({ shortTermLimit: 90, netLimit: 80 }),
      'CONTRADICTORY_RESULT',
    ],
    ['a negative limit', judged({ shortTermLimit: -1 }), 'CONTRADICTORY_RESULT'],
    [
      'a limit in an invalid currency',
      judged({ shortTermLimit: 1, currency: 'KSh' }),
      'CONTRADICTORY_RESULT',
    ],
    ['a limit beside DECLINE', judged({ shortTermLimit: 1 }, 'DECLINE'), 'CONTRADICTORY_RESULT'],
    ['a card without a version', judged({}, null, { id: 'sc-1' }), 'CONTRADICTORY_RESULT'],
    ['a card of another shape', judged({}, null, { id: 'sc 1\n', version: '1' }), 'CONTRADICTORY_RESULT'],
    [
      'a boosted limit beside DECLINE',
      { ...success, data: { ...pars, boosted: { decision: 'DECLINE', limit: 5 } } },
      'CONTRADICTORY_RESULT',
    ],
    [
      'two decisions',
      { ...success, data: { ...pars, decision: 'DECLINE', statement: { decision: 'APPROVE' } } },
      'CONTRADICTORY_RESULT',
    ],
    [
      'APPROVE beside an INVALID document',
      {
        ...success,
        data: {
          ...pars,
          decision: 'APPROVE',
          documents: [{ documentName: 'a', state: 'PARSED', validity: { status: 'INVALID' } }],
        },
      },
      'CONTRADICTORY_RESULT',
    ],
  ])('from a result address is not a result if it has %s', async (_what, said, problem) => {
    stub.reactNext('/results/', { status: 200, body: said })
    expect(await client().fetchResult(`${stub.url}/results/1`, 'PARS', neverAborted())).toMatchObject({
      kind: 'LATER',
      problem,
    })
  })

  test('to an upload is aborted if it is slow, and is no success if it is an error with status 200; an expired address is not called', async () => {
    const document = {
      bytes: 3,
      contentType: 'application/pdf',
      stream: () => Readable.from([Buffer.from('abc')]),
    }
    const address = { documentName: 'a', url: `${stub.url}/put/r/a`, expiresAt: clock.now() - 1 }
    expect(await client().upload(address, document, neverAborted())).toEqual({ kind: 'ADDRESS_GONE' })
    expect(stub.received).toEqual([])
    stub.reactNext('/put/', 'drip')
    expect(
      await client({ transferMsMax: 300 }).upload({ ...address, expiresAt: null }, document, neverAborted()),
    ).toMatchObject({
      kind: 'LATER',
    })
    stub.reactNext('/put/', { status: 200, body: { status: 'error', code: 500, message: 'm', details: 'd' } })
    expect(await client().upload({ ...address, expiresAt: null }, document, neverAborted())).toMatchObject({
      kind: 'LATER',
      problem: 'ERROR_IN_AN_ANSWER',
    })
  })
})

/** Reads nothing until the client has given up; then it notices that the connection is closed. */
const unread: RequestListener = (request) => void setTimeout(() => request.resume(), 600)
const refusing: RequestListener = (_request, response) => response.writeHead(403).end('{}')

test.each([
  ['is away', undefined, 'LATER'],
  ['does not read it', unread, 'LATER'],
  ['refuses it before it was read', refusing, 'ADDRESS_GONE'],
])('a document is closed if the service %s', async (_what, listener, kind) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${addressOf(server).port}/put/r/a`
  if (!listener) server.close()
  const piece = Buffer.alloc(64 * 1024)
  const stream = new Readable({
    read() {
      this.push(piece)
    },
  })
  const document = { bytes: 20 * 1024 * 1024, contentType: 'application/pdf', stream: () => stream }
  const address = { documentName: 'a', url, expiresAt: null }
  try {
    const outcome = await client({ transferMsMax: 300 }).upload(address, document, neverAborted())
    expect(outcome.kind).toBe(kind)
    expect(stream.destroyed).toBe(true)
    await eventually(
      'no connection is left',
      () => new Promise<boolean>((resolve) => server.getConnections((_error, count) => resolve(!count))),
    )
  } finally {
    stream.destroy()
    server.closeAllConnections()
    server.close()
  }
})

test('a service is trusted only with the configured certificate, which is read anew after its renewal', async () => {
  const fixture = (name: string): string => join(packageRoot, 'test', 'running', 'fixtures', name)
  const tls = { certFile: fixture('localhost.cert.pem'), keyFile: fixture('localhost.key.pem') }
  const server = await startStubServer({ config: { tls } })
  const ask = (changes: object) => client({ baseUrl: server.url, ...changes }).results(asked, neverAborted())
  try {
    let certificate = readFileSync(tls.certFile, 'utf8')
    const pinned = client({ baseUrl: server.url, certificate: () => certificate })
    // The client accepts the certificate; the 404 is because the stub has no scoring routes.
    expect(await pinned.results(asked, neverAborted())).toMatchObject({ problem: 'HTTP_404' })
    expect(await ask({})).toMatchObject({ problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    // The server renews its certificate: an authority whose root is not in the file issued the new one.
    const issued = readFileSync(fixture('issued.pem'), 'utf8')
    if (!(server.app.server instanceof HttpsServer)) throw new Error('the server has no TLS')
    server.app.server.setSecureContext({ cert: issued, key: issued })
    const another = client({ baseUrl: server.url, certificate: () => certificate })
    expect(await another.results(asked, neverAborted())).toMatchObject({
      problem: expect.stringContaining('UNABLE_TO_'),
    })
    certificate = issued
    expect(await pinned.results(asked, neverAborted())).toMatchObject({ problem: 'HTTP_404' })
  } finally {
    await server.stop()
  }
})

describe('the reason of a failure', () => {
  test('is found for every code of our own service, and has a text in both languages', () => {
    for (const code of [...unreadableCodes, 'bureau_unavailable', 'documents_not_uploaded']) {
      const failure = failureOfDetails(`${code}: something`)
      expect(failure).toBe(code.toUpperCase())
      expect(failureText(failure, 'fr')).not.toBe(failureText(failure, 'en'))
    }
    expect(failureOfDetails('constructor: x')).toBe('UNPROCESSABLE')
    expect(isScoreFailure('toString')).toBe(false)
    expect(Object.values(scoreFailures).every((text) => text.endsWith('.'))).toBe(true)
  })
})

describe('the waits between polls and after failures', () => {
  test('grow to a maximum, and are at least what the service asks for', () => {
    const polls = Array.from({ length: 30 }, (_, i) => pollMsAfter(i, undefined, 1))
    expect(polls).toEqual(polls.toSorted((a, b) => a - b))
    expect(polls[0]).toBe(1_000)
    expect(polls.at(-1)).toBe(300_000)
    const waits = Array.from({ length: 30 }, (_, i) => backoffMsAfter(i, undefined, 1))
    expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000])
    expect(waits.at(-1)).toBe(600_000)
    expect(pollMsAfter(0, 7_000, 25)).toBe(7_000)
    expect(backoffMsAfter(0, 7_000, 25)).toBe(7_000)
  })
})
