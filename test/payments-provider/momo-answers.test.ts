import { afterEach, describe, expect, test } from '@jest/globals'
import { freePort } from '../support/free-port.js'
import { eventually } from '../support/wait.js'
import { createCaller } from '../../src/platform/http-client/http-call.js'
import type { SendResult, StatusResult } from '../../src/bank/payments/port.js'
import {
  instruction,
  manualClock,
  providerAt,
  send,
  startScripted,
  type Handler,
  type ScriptedServer,
} from './support.js'

let server: ScriptedServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const against = async (onCall: Handler, onToken?: Handler) => {
  server = await startScripted(onCall, onToken)
  return providerAt(server.url, manualClock())
}

/**
 * A provider with a short time-out. It mints its token from a server that answers, so that only the call can time
 * out.
 */
const withShortTimeout = async (onCall: Handler) => {
  const { url, requests } = (server = await startScripted(onCall))
  const provider = providerAt(url, manualClock(), { timeoutMs: 200 })
  await eventually('a token is minted', async () => {
    await provider.statusOf(order)
    return requests.some((request) => request.startsWith('GET '))
  })
  return provider
}

const answering =
  (status: number, body = '', type = 'application/json'): Handler =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

const answeringCode = (status: number, code: string): Handler =>
  answering(status, JSON.stringify({ code, message: code }))
const html: Handler = answering(200, '<html><body>Request Rejected</body></html>', 'text/html')
const silent: Handler = () => undefined
const reset: Handler = (request) => void request.socket.destroy()
const cutShort: Handler = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
  response.write('{"status":"SUCC', () => request.socket.destroy())
}
const dripping: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drip = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(drip))
}
const endless: Handler = (_request, response) => void response.writeHead(200).end('x'.repeat(100_000))
const redirect: Handler = (_request, response) => void response.writeHead(302, { location: '/login' }).end()

const order = instruction('COLLECT', '010')

const sends: readonly [string, Handler, SendResult][] = [
  ['202', answering(202), { outcome: 'ACCEPTED' }],
  ['409', answeringCode(409, 'RESOURCE_ALREADY_EXIST'), { outcome: 'ACCEPTED' }],
  ['400', answeringCode(400, 'BAD_REQUEST'), { outcome: 'REFUSED', reason: 'BAD_REQUEST' }],
  ['400 without a code', answering(400, 'no'), { outcome: 'REFUSED', reason: 'HTTP_400' }],
  ['401 twice', answering(401, '{"statusCode":401}'), { outcome: 'NOT_SENT', reason: 'HTTP_401' }],
  ['403', answering(403), { outcome: 'NOT_SENT', reason: 'HTTP_403' }],
  ['429', answering(429), { outcome: 'NOT_SENT', reason: 'HTTP_429' }],
  ...['INVALID_CALLBACK_URL_HOST', 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'INVALID_CURRENCY', 'NOT_ALLOWED'].map(
    (code): [string, Handler, SendResult] => [
      `500 ${code}`,
      answeringCode(500, code),
      { outcome: 'NOT_SENT', reason: code },
    ],
  ),
  [
    '500 INTERNAL_PROCESSING_ERROR',
    answeringCode(500, 'INTERNAL_PROCESSING_ERROR'),
    { outcome: 'UNKNOWN', detail: 'INTERNAL_PROCESSING_ERROR' },
  ],
  ['500 with HTML', answering(500, '<html>', 'text/html'), { outcome: 'UNKNOWN', detail: 'HTTP_500' }],
  // Codes of a wrong configuration count only with status 500, with which the provider sends them.
  [
    '503 INVALID_CURRENCY',
    answeringCode(503, 'INVALID_CURRENCY'),
    { outcome: 'UNKNOWN', detail: 'INVALID_CURRENCY' },
  ],
  ['502', answering(502), { outcome: 'UNKNOWN', detail: 'HTTP_502' }],
  ['503', answering(503), { outcome: 'UNKNOWN', detail: 'HTTP_503' }],
  ['504', answering(504), { outcome: 'UNKNOWN', detail: 'HTTP_504' }],
  ['404', answeringCode(404, 'RESOURCE_NOT_FOUND'), { outcome: 'UNKNOWN', detail: 'RESOURCE_NOT_FOUND' }],
  ['200 with HTML', html, { outcome: 'UNKNOWN', detail: 'HTTP_200' }],
  ['200 with nothing', answering(200), { outcome: 'UNKNOWN', detail: 'HTTP_200' }],
  ['200 with half a JSON', answering(200, '{"stat'), { outcome: 'UNKNOWN', detail: 'HTTP_200' }],
  ['a redirect', redirect, { outcome: 'UNKNOWN', detail: 'HTTP_302' }],
]

test.each(sends.map(([name, handler, expected]) => ({ name, handler, expected })))(
  'a send that is answered with $name is $expected.outcome',
  async ({ handler, expected }) => {
    expect(await send(await against(handler), order)).toEqual(expected)
  },
)

const broken: readonly [string, Handler][] = [
  ['silence', silent],
  ['a reset', reset],
  ['a body cut short', cutShort],
  ['a body that drips for ever', dripping],
  ['a body without end', endless],
]

test.each(broken)(
  'after %s the result of a send and of a status query is UNKNOWN',
  async (_name, handler) => {
    const provider = await withShortTimeout(handler)
    expect(await send(provider, order)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(await provider.statusOf(order)).toMatchObject({ state: 'UNKNOWN' })
  },
)

/** `localhost` has two addresses, and neither accepts a connection. */
test.each(['127.0.0.1', 'localhost'])(
  'if %s refuses the connection, a send is NOT_SENT and a status query UNKNOWN',
  async (host) => {
    const provider = providerAt(`http://${host}:${await freePort()}`, manualClock())
    expect(await send(provider, order)).toEqual({ outcome: 'NOT_SENT', reason: 'TOKEN_ECONNREFUSED' })
    expect(await provider.statusOf(order)).toEqual({ state: 'UNKNOWN', detail: 'TOKEN_ECONNREFUSED' })
  },
)

test.each(['127.0.0.1', 'localhost'])('a call whose connection %s refuses was never sent', async (host) => {
  const call = createCaller(`http://${host}:${await freePort()}`, 5000)
  expect(await call({ method: 'POST', path: '/', headers: {}, body: {} })).toEqual({
    kind: 'NEVER_LEFT',
    detail: 'ECONNREFUSED',
  })
})

test('a call that is under way when the time for the answer is over may have arrived', async () => {
  server = await startScripted(silent)
  const provider = providerAt(server.url, manualClock(), { timeoutMs: 60_000, answerMs: 100 })
  expect(await send(provider, order)).toEqual({ outcome: 'UNKNOWN', detail: 'TOO_LATE' })
  expect(await provider.statusOf(order)).toEqual({ state: 'UNKNOWN', detail: 'TOO_LATE' })
})

test('the time for the answer includes the minting of the token', async () => {
  server = await startScripted(answering(202), silent)
  const provider = providerAt(server.url, manualClock(), { timeoutMs: 60_000, answerMs: 100 })
  expect(await send(provider, order)).toEqual({ outcome: 'UNKNOWN', detail: 'TOO_LATE' })
  expect(server.requests).not.toContain('POST /collection/v1_0/requesttopay')
})

test('if the token times out, nothing was sent', async () => {
  server = await startScripted(answering(202), silent)
  const provider = providerAt(server.url, manualClock(), { timeoutMs: 100 })
  expect(await send(provider, order)).toEqual({ outcome: 'NOT_SENT', reason: 'TOKEN_TOO_LATE' })
  expect(await provider.statusOf(order)).toEqual({ state: 'UNKNOWN', detail: 'TOKEN_TOO_LATE' })
})

test('a call that its caller aborts is not reported as timed out', async () => {
  server = await startScripted(silent)
  const call = createCaller(server.url, 60_000)
  const signal = AbortSignal.timeout(50)
  expect(await call({ method: 'GET', path: '/', headers: {}, signal })).toEqual({
    kind: 'BROKEN',
    detail: 'ERR_CANCELED',
  })
})

test('if the provider goes down after the token was minted, the order is NOT_SENT', async () => {
  const provider = await against(answering(202))
  expect(await send(provider, order)).toEqual({ outcome: 'ACCEPTED' })
  await server?.close()
  server = undefined
  // The keep-alive connection ended with the server, so it is unknown whether the next call arrived.
  expect(await provider.statusOf(order)).toMatchObject({ state: 'UNKNOWN' })
  expect(await send(provider, instruction('COLLECT', '010'))).toEqual({
    outcome: 'NOT_SENT',
    reason: 'ECONNREFUSED',
  })
})

test('a call to a host that does not resolve was never sent', async () => {
  const call = createCaller('http://provider.invalid', 5000)
  expect(await call({ method: 'GET', path: '/', headers: {} })).toMatchObject({ kind: 'NEVER_LEFT' })
})

const status = (more: object): Handler => answering(200, JSON.stringify({ status: 'SUCCESSFUL', ...more }))
const successful: StatusResult = { state: 'SUCCESSFUL', providerTransactionId: null }
const unknown = (detail: string): StatusResult => ({ state: 'UNKNOWN', detail })

const statuses: readonly [string, Handler, StatusResult][] = [
  ['PENDING', status({ status: 'PENDING' }), { state: 'PENDING' }],
  ['CREATED', status({ status: 'CREATED' }), { state: 'PENDING' }],
  ['SUCCESSFUL', status({ financialTransactionId: '77' }), { ...successful, providerTransactionId: '77' }],
  [
    'a number as transaction id',
    status({ financialTransactionId: 77 }),
    { ...successful, providerTransactionId: '77' },
  ],
  ['no transaction id', status({}), successful],
  ['an empty transaction id', status({ financialTransactionId: '' }), successful],
  [
    'a reason as a word',
    status({ status: 'FAILED', reason: 'EXPIRED' }),
    { state: 'FAILED', reason: 'EXPIRED' },
  ],
  [
    'a reason as an object',
    status({ status: 'FAILED', reason: { code: 'EXPIRED', message: 'late' } }),
    { state: 'FAILED', reason: 'EXPIRED' },
  ],
  ['FAILED without a reason', status({ status: 'FAILED' }), { state: 'FAILED', reason: 'UNSPECIFIED' }],
  [
    'a reason without a code',
    status({ status: 'FAILED', reason: { message: 'no' } }),
    { state: 'FAILED', reason: 'UNSPECIFIED' },
  ],
  [
    'FAILED with a null reason',
    status({ status: 'FAILED', reason: null }),
    { state: 'FAILED', reason: 'UNSPECIFIED' },
  ],
  ['a status that does not exist', status({ status: 'ONGOING' }), unknown('UNKNOWN_STATUS_WORD')],
  ['a status in small letters', status({ status: 'failed' }), unknown('UNKNOWN_STATUS_WORD')],
  ['404 RESOURCE_NOT_FOUND', answeringCode(404, 'RESOURCE_NOT_FOUND'), { state: 'NOT_FOUND' }],
  ['404 of a gateway', answering(404, '<html>', 'text/html'), unknown('HTTP_404')],
  ['404 with another code', answeringCode(404, 'NO_ROUTE'), unknown('NO_ROUTE')],
  ['200 with HTML', html, unknown('UNREADABLE_ANSWER')],
  ['200 with nothing', answering(200), unknown('UNREADABLE_ANSWER')],
  ['200 with half a JSON', answering(200, '{"status":"SUCCESS'), unknown('UNREADABLE_ANSWER')],
  ['200 with null', answering(200, 'null'), unknown('UNREADABLE_ANSWER')],
  ['401 twice', answering(401), unknown('HTTP_401')],
  ['403', answering(403), unknown('HTTP_403')],
  ['429', answering(429), unknown('HTTP_429')],
  ['500', answeringCode(500, 'NOT_ALLOWED'), unknown('NOT_ALLOWED')],
  ['503', answering(503), unknown('HTTP_503')],
  ['our amount', status({ amount: '5000' }), successful],
  ['our amount with decimals', status({ amount: '5000.00' }), successful],
  ['our amount as a JSON number', status({ amount: 5000 }), successful],
  ['another amount', status({ amount: '500' }), unknown('OTHER_AMOUNT')],
  ['a hundredfold amount', status({ amount: '500000' }), unknown('OTHER_AMOUNT')],
  ['another currency', status({ currency: 'EUR' }), unknown('OTHER_CURRENCY')],
  ['another external id', status({ externalId: 'DEP-2' }), unknown('OTHER_EXTERNAL_ID')],
  ['our phone number with a plus', status({ payer: { partyId: `+${order.msisdn}` } }), successful],
  ['a masked phone number', status({ payer: { partyId: '237***010' } }), successful],
  ['our phone number as a JSON number', status({ payer: { partyId: Number(order.msisdn) } }), successful],
  ['null as phone number', status({ payer: { partyId: null } }), successful],
  ['a payer without a phone number', status({ payer: {} }), successful],
  ['another phone number', status({ payer: { partyId: '237670000011' } }), unknown('OTHER_NUMBER')],
  [
    'another phone number as a JSON number',
    status({ payer: { partyId: 237670000011 } }),
    unknown('OTHER_NUMBER'),
  ],
  [
    'FAILED for another amount',
    status({ status: 'FAILED', reason: 'EXPIRED', amount: '1' }),
    unknown('OTHER_AMOUNT'),
  ],
]

test.each(statuses.map(([name, handler, expected]) => ({ name, handler, expected })))(
  'a status query that is answered with $name is $expected.state',
  async ({ handler, expected }) => {
    expect(await (await against(handler)).statusOf(order)).toEqual(expected)
  },
)

describe('the adapter', () => {
  test.each([
    ['COLLECT', '/collection/v1_0/requesttopay', 'payer'],
    ['PAY_OUT', '/disbursement/v1_0/transfer', 'payee'],
  ] as const)('sends a %s with the headers and the body of the API', async (kind, path, party) => {
    server = await startScripted(answering(202))
    const provider = providerAt(server.url, manualClock(), {
      targetEnvironment: 'mtncameroon',
      callbackUrl: 'https://cauri.example/callbacks/momo',
      collection: { subscriptionKey: 'key-c', apiUser: 'user-c', apiKey: 'secret-c' },
      disbursement: { subscriptionKey: 'key-d', apiUser: 'user-d', apiKey: 'secret-d' },
    })
    const paid = instruction(kind, '010')
    await send(provider, paid)
    await provider.statusOf(paid)

    const product = path.split('/')[1]
    const initial = kind === 'COLLECT' ? 'c' : 'd'
    expect(server.requests).toEqual([
      `POST /${product}/token/`,
      `POST ${path}`,
      `GET ${path}/${paid.reference}`,
    ])
    expect(server.bodies[0]).toEqual({ grant_type: 'client_credentials' })
    expect(server.headers[0]).toMatchObject({
      authorization: `Basic ${Buffer.from(`user-${initial}:secret-${initial}`).toString('base64')}`,
      'ocp-apim-subscription-key': `key-${initial}`,
      'content-type': expect.stringMatching(/^application\/json/),
    })
    const carried = {
      authorization: 'Bearer token-1',
      'x-target-environment': 'mtncameroon',
      'ocp-apim-subscription-key': `key-${initial}`,
    }
    expect(server.headers[1]).toMatchObject({
      ...carried,
      'x-reference-id': paid.reference,
      'x-callback-url': 'https://cauri.example/callbacks/momo',
    })
    expect(server.headers[1]).not.toHaveProperty('x-emulator-immediate')
    expect(server.headers[2]).toMatchObject(carried)
    expect(server.bodies[1]).toEqual({
      amount: '5000',
      currency: 'XAF',
      externalId: 'DEP-1',
      [party]: { partyIdType: 'MSISDN', partyId: '237670000010' },
      payerMessage: 'Cauri 1',
      payeeNote: 'Cauri 1',
    })
  })

  test('keeps its connections', async () => {
    const sockets = new Set<number | undefined>()
    const provider = await against((request, response) => {
      sockets.add(request.socket.remotePort)
      response.writeHead(202).end()
    })
    for (let i = 0; i < 5; i++) await send(provider, instruction('COLLECT', '010'))
    expect(sockets.size).toBe(1)
  })
})
