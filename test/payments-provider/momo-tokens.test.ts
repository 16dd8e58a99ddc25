import { afterEach, describe, expect, test } from '@jest/globals'
import { reachMomo } from '../../src/bank/payments/momo/http.js'
import {
  answerJson,
  credentials,
  instruction,
  manualClock,
  mintingTokens,
  providerAt,
  send,
  startScripted,
  type Handler,
  type ScriptedServer,
} from './support.js'
import { present } from '../support/present.js'

let server: ScriptedServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const accept: Handler = (_request, response) => void response.writeHead(202).end()
const tokenRequests = (): number =>
  present(server).requests.filter((request) => request.endsWith('/token/')).length
const order = instruction('COLLECT', '010')
const hundred = Array.from({ length: 100 }, () => instruction('COLLECT', '010'))

const open = async (onCall: Handler, onToken: Handler = mintingTokens()) => {
  const clock = manualClock()
  server = await startScripted(onCall, onToken)
  return { clock, provider: providerAt(server.url, clock) }
}

test('a hundred callers without a token mint one', async () => {
  const { provider } = await open(accept)
  const results = await Promise.all(hundred.map((one) => send(provider, one)))
  expect(results.every(({ outcome }) => outcome === 'ACCEPTED')).toBe(true)
  expect(tokenRequests()).toBe(1)
})

test('a hundred callers with an expired token mint one', async () => {
  const { provider, clock } = await open(accept)
  await send(provider, order)
  clock.move(3_600_000)
  await Promise.all(hundred.map((one) => send(provider, one)))
  expect(tokenRequests()).toBe(2)
})

test('a hundred callers whose token is refused mint one, and all succeed', async () => {
  const { provider } = await open((request, response) =>
    request.headers.authorization === 'Bearer token-1'
      ? void response.writeHead(401).end()
      : accept(request, response),
  )
  const results = await Promise.all(hundred.map((one) => send(provider, one)))
  expect(results.every(({ outcome }) => outcome === 'ACCEPTED')).toBe(true)
  expect(tokenRequests()).toBe(2)
})

test('onToken is called for each attempt to mint a token, and not for the use of a cached one', async () => {
  const attempts: string[] = []
  const mint = mintingTokens()
  let refusals = 1
  server = await startScripted(accept, (request, response) =>
    refusals-- > 0 ? void response.writeHead(500).end() : mint(request, response),
  )
  const clock = manualClock()
  const provider = providerAt(server.url, clock, {
    onToken: (product, isMinted) => attempts.push(`${product} ${isMinted}`),
  })
  for (const one of [order, order, order, instruction('PAY_OUT', '011')]) await send(provider, one)
  expect(attempts).toEqual(['collection false', 'collection true', 'disbursement true'])
})

test('a token is renewed a minute before it expires, and not earlier', async () => {
  const { provider, clock } = await open(accept)
  await send(provider, order)
  clock.move(3_540_000 - 1)
  await send(provider, order)
  expect(tokenRequests()).toBe(1)
  clock.move(1)
  await send(provider, order)
  expect(tokenRequests()).toBe(2)
})

test('a call that is answered 401 is repeated once with a new token', async () => {
  const { provider } = await open((_request, response) => void response.writeHead(401).end())
  expect(await send(provider, order)).toEqual({ outcome: 'NOT_SENT', reason: 'HTTP_401' })
  expect(present(server).requests).toEqual([
    'POST /collection/token/',
    'POST /collection/v1_0/requesttopay',
    'POST /collection/token/',
    'POST /collection/v1_0/requesttopay',
  ])
})

test('collections and disbursements have their own tokens', async () => {
  const { provider } = await open(accept)
  await send(provider, order)
  await send(provider, instruction('PAY_OUT', '010'))
  expect(present(server).requests.filter((request) => request.endsWith('/token/'))).toEqual([
    'POST /collection/token/',
    'POST /disbursement/token/',
  ])
})

describe('if the token endpoint fails', () => {
  const refusals: readonly [string, Handler, string][] = [
    ['401', (_request, response) => answerJson(response, 401, {}), 'TOKEN_HTTP_401'],
    ['500', (_request, response) => answerJson(response, 500, {}), 'TOKEN_HTTP_500'],
    ['HTML', (_request, response) => void response.end('<html>Request Rejected</html>'), 'TOKEN_UNREADABLE'],
    ['no token', (_request, response) => answerJson(response, 200, { expires_in: 3600 }), 'TOKEN_UNREADABLE'],
    [
      'a token that breaks a header',
      (_request, response) => answerJson(response, 200, { access_token: 'a\nb', expires_in: 3600 }),
      'TOKEN_UNREADABLE',
    ],
    ['a reset', (request) => void request.socket.destroy(), 'TOKEN_ECONNRESET'],
  ]

  test.each(refusals)('with %s, the order is NOT_SENT', async (_name, onToken, reason) => {
    const { provider } = await open(accept, onToken)
    expect(await send(provider, order)).toEqual({ outcome: 'NOT_SENT', reason })
    expect(await provider.statusOf(order)).toEqual({ state: 'UNKNOWN', detail: reason })
    expect(present(server).requests).toEqual(['POST /collection/token/', 'POST /collection/token/'])
  })

  test('the next caller tries again', async () => {
    let asked = 0
    const mint = mintingTokens()
    const { provider } = await open(accept, (request, response) =>
      ++asked === 1 ? answerJson(response, 503, {}) : mint(request, response),
    )
    expect(await send(provider, order)).toMatchObject({ outcome: 'NOT_SENT' })
    expect(await send(provider, order)).toEqual({ outcome: 'ACCEPTED' })
  })
})

test('a check of the credentials needs a token for each product, and not only a 200', async () => {
  const mint = mintingTokens()
  server = await startScripted(accept, (request, response) => {
    if (request.url?.startsWith('/disbursement')) return void response.end('<html>Request Rejected</html>')
    return mint(request, response)
  })
  const account = { targetEnvironment: 'sandbox', collection: credentials, disbursement: credentials }
  expect(await reachMomo({ ...account, baseUrl: server.url })).toEqual(['disbursement: TOKEN_UNREADABLE'])
})
