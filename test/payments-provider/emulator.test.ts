import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Emulator } from '../../src/bank/payments/emulator/server.js'
import type { WalletProvider } from '../../src/bank/payments/port.js'
import {
  delayMs,
  instruction,
  manualClock,
  ordersAt,
  providerAt,
  send,
  setOutcome,
  startEmulator,
} from './support.js'
import { addressOf, shaped } from '../support/typed.js'
import { z } from 'zod'

const clock = manualClock()
let emulator: Emulator
let provider: WalletProvider

beforeAll(async () => {
  emulator = await startEmulator(clock)
  provider = providerAt(emulator.url, clock)
})
afterAll(() => emulator.close())

describe('the outcome control', () => {
  test('settles an order that would stay pending', async () => {
    const order = instruction('COLLECT', 453)
    await send(provider, order)
    expect(await setOutcome(emulator.url, order.reference, { status: 'SUCCESSFUL' })).toBe(200)
    expect(await provider.statusOf(order)).toMatchObject({ state: 'SUCCESSFUL' })
  })

  test.each(['COLLECT', 'PAY_OUT'] as const)(
    'fails a %s that would succeed, and can change its outcome again',
    async (kind) => {
      const order = instruction(kind, '010')
      await send(provider, order)
      await setOutcome(emulator.url, order.reference, { status: 'FAILED', reason: 'PAYEE_LIMIT_REACHED' })
      clock.move(delayMs)
      expect(await provider.statusOf(order)).toEqual({ state: 'FAILED', reason: 'PAYEE_LIMIT_REACHED' })
      await setOutcome(emulator.url, order.reference, { status: 'PENDING' })
      expect(await provider.statusOf(order)).toEqual({ state: 'PENDING' })
      await setOutcome(emulator.url, order.reference, { status: 'FAILED' })
      expect(await provider.statusOf(order)).toEqual({ state: 'FAILED', reason: 'UNSPECIFIED' })
    },
  )

  test('answers 404 for an order that was not accepted, and 400 for an unknown status', async () => {
    const refused = instruction('COLLECT', 471)
    await send(provider, refused)
    expect(await setOutcome(emulator.url, refused.reference, { status: 'SUCCESSFUL' })).toBe(404)
    expect(await setOutcome(emulator.url, randomUUID(), { status: 'SUCCESSFUL' })).toBe(404)
    expect(await setOutcome(emulator.url, refused.reference, { status: 'PAID' })).toBe(400)
  })

  test('calls the callback address once', async () => {
    const bodies: string[] = []
    const listener = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => bodies.push(`${request.method} ${chunk}`))
      request.on('end', () => response.end())
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const callbackUrl = `http://127.0.0.1:${addressOf(listener).port}/callbacks/momo`
    try {
      const calledBack = providerAt(emulator.url, clock, { callbackUrl })
      const order = instruction('COLLECT', 453)
      await send(calledBack, order)
      const arrived = new Promise<IncomingMessage>((resolve) => listener.once('request', resolve))
      await setOutcome(emulator.url, order.reference, { status: 'SUCCESSFUL' })
      await once(await arrived, 'end')
      expect(bodies).toEqual([expect.stringMatching(/^PUT .*"externalId":"DEP-1".*"status":"SUCCESSFUL"/)])
    } finally {
      listener.closeAllConnections()
      listener.close()
    }
  })
})

test('the list of orders can be filtered by external id and number, and has the number of sends', async () => {
  const order = { ...instruction('COLLECT', '777'), externalId: 'DEP-777' }
  const other = instruction('COLLECT', '778')
  await Promise.all([1, 2, 3].map(() => send(provider, order)))
  await send(provider, other)
  const expected = [
    { reference: order.reference, sends: 3, accepted: true, amount: '5000', status: 'PENDING' },
  ]
  expect(await ordersAt(emulator.url, '?externalId=DEP-777')).toMatchObject(expected)
  expect(await ordersAt(emulator.url, `?msisdn=${order.msisdn}`)).toMatchObject(expected)
  expect(await ordersAt(emulator.url, `?msisdn=${other.msisdn}&externalId=DEP-777`)).toEqual([])
})

describe('the emulator refuses', () => {
  test.each([
    ['an apostrophe in the note', { note: "L'epargne" }, { outcome: 'REFUSED', reason: 'BAD_REQUEST' }],
    ['a note of 161 characters', { note: 'x'.repeat(161) }, { outcome: 'REFUSED', reason: 'BAD_REQUEST' }],
    ['a reference that is no UUID', { reference: 'DEP-1' }, { outcome: 'REFUSED', reason: 'BAD_REQUEST' }],
    ['an amount of zero', { amount: 0n }, { outcome: 'REFUSED', reason: 'BAD_REQUEST' }],
    ['another currency', { currency: 'USD' }, { outcome: 'NOT_SENT', reason: 'INVALID_CURRENCY' }],
  ])('%s', async (_name, change, expected) => {
    const order = { ...instruction('COLLECT', '010'), ...change }
    expect(await send(provider, order)).toEqual(expected)
    expect((await ordersAt(emulator.url)).map(({ reference }) => reference)).not.toContain(order.reference)
  })

  test('an order for another target environment', async () => {
    const lost = providerAt(emulator.url, clock, { targetEnvironment: 'elsewhere' })
    expect(await send(lost, instruction('COLLECT', '010'))).toEqual({
      outcome: 'NOT_SENT',
      reason: 'NOT_ALLOWED_TARGET_ENVIRONMENT',
    })
  })

  const mint = (init: RequestInit) => fetch(`${emulator.url}/collection/token/`, { method: 'POST', ...init })
  const json = { 'content-type': 'application/json' }
  const authorized = { authorization: 'Basic dTpr', 'ocp-apim-subscription-key': 'key' }

  test('to mint a token without credentials or a body; a body that is a form is answered in HTML', async () => {
    const body = JSON.stringify({ grant_type: 'client_credentials' })
    expect((await mint({ headers: { ...json, ...authorized }, body })).status).toBe(200)
    expect((await mint({ headers: json, body })).status).toBe(401)
    expect((await mint({ headers: { ...json, authorization: 'Basic dTpr' }, body })).status).toBe(401)
    expect((await mint({ headers: authorized })).status).toBe(411)
    const form = await mint({ headers: authorized, body: new URLSearchParams({ grant_type: 'x' }) })
    expect([form.status, form.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ])
  })

  test('a token for collections in a call of disbursements, and an expired token', async () => {
    const body = JSON.stringify({ grant_type: 'client_credentials' })
    const minted = shaped(
      z.object({ access_token: z.string() }),
      await (await mint({ headers: { ...json, ...authorized }, body })).json(),
    )
    const ask = async (path: string) => {
      const headers = { ...authorized, authorization: `Bearer ${minted.access_token}` }
      return (await fetch(`${emulator.url}${path}/${randomUUID()}`, { headers })).status
    }
    expect(await ask('/collection/v1_0/requesttopay')).toBe(404)
    expect(await ask('/disbursement/v1_0/transfer')).toBe(401)
    clock.move(3_600_000)
    expect(await ask('/collection/v1_0/requesttopay')).toBe(401)
  })
})

describe('the file of the emulator', () => {
  const directory = mkdtempSync(join(tmpdir(), 'emulator-'))
  afterAll(() => rmSync(directory, { recursive: true }))

  test('keeps orders, outcomes and delays over a restart, but no tokens', async () => {
    const first = await startEmulator(clock, { directory })
    const order = instruction('COLLECT', '010')
    const settled = instruction('COLLECT', 453)
    const firstProvider = providerAt(first.url, clock)
    await send(firstProvider, order)
    await send(firstProvider, settled)
    await setOutcome(first.url, settled.reference, { status: 'FAILED', reason: 'EXPIRED' })
    await first.close()

    const port = Number(new URL(first.url).port)
    const second = await startEmulator(clock, { directory, port })
    try {
      // The keep-alive connection ended with the first emulator, so this call may fail.
      await firstProvider.statusOf(order)
      expect(await send(firstProvider, order)).toEqual({ outcome: 'ACCEPTED' })
      expect(await firstProvider.statusOf(order)).toEqual({ state: 'PENDING' })
      clock.move(delayMs)
      expect(await firstProvider.statusOf(order)).toMatchObject({ state: 'SUCCESSFUL' })
      expect(await firstProvider.statusOf(settled)).toEqual({ state: 'FAILED', reason: 'EXPIRED' })
      expect(await ordersAt(second.url, '?externalId=DEP-1')).toMatchObject([{ sends: 1 }, { sends: 2 }])
    } finally {
      await second.close()
    }
  })

  test('has the order as soon as the 202 is sent, also if the process is killed then', async () => {
    const living = await startEmulator(clock, { directory: join(directory, 'living') })
    const order = instruction('COLLECT', '010')
    await send(providerAt(living.url, clock), order)
    const killed = mkdtempSync(join(directory, 'killed-'))
    for (const file of ['emulator.sqlite', 'emulator.sqlite-wal'])
      copyFileSync(join(directory, 'living', file), join(killed, file))
    await living.close()

    const next = await startEmulator(clock, { directory: killed })
    try {
      expect(await ordersAt(next.url)).toMatchObject([{ reference: order.reference, accepted: true }])
    } finally {
      await next.close()
    }
  })

  test('is not created by an emulator that is started without a directory', () => {
    expect(existsSync('emulator.sqlite')).toBe(false)
  })
})

test('an emulator whose port is in use fails, and leaves nothing open', async () => {
  const port = Number(new URL(emulator.url).port)
  await expect(startEmulator(clock, { port })).rejects.toThrow('EADDRINUSE')
})

/** Public clients, such as `mtn-momo` on npm, also make calls that are not payments. */
describe('public clients, in calls that are not payments,', () => {
  const subscription = { 'ocp-apim-subscription-key': 'key' }
  const json = { 'content-type': 'application/json' }
  const answer = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${emulator.url}${path}`, init)
    const text = await response.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    return [response.status, body]
  }
  const authorized = async (product: string) => {
    const minted = await fetch(`${emulator.url}/${product}/token/`, {
      method: 'POST',
      headers: { ...json, ...subscription, authorization: 'Basic dTpr' },
      body: '{"grant_type":"client_credentials"}',
    })
    const { access_token } = shaped(z.object({ access_token: z.string() }), await minted.json())
    return { headers: { ...subscription, authorization: `Bearer ${access_token}` } }
  }

  test.each([
    ['collection', '237670000455'],
    ['disbursement', '237670000457'],
  ])(
    'are told the balance of the %s account, and whether a number has a wallet',
    async (product, stranger) => {
      const init = await authorized(product)
      const path = `/${product}/v1_0`
      expect(await answer(`${path}/account/balance`, init)).toEqual([
        200,
        { availableBalance: expect.stringMatching(/^\d+$/), currency: 'XAF' },
      ])
      for (const type of ['msisdn', 'MSISDN'])
        expect(await answer(`${path}/accountholder/${type}/237670000010/active`, init)).toEqual([
          200,
          { result: true },
        ])
      expect(await answer(`${path}/accountholder/msisdn/${stranger}/active`, init)).toEqual([
        200,
        { result: false },
      ])
      expect((await answer(`${path}/accountholder/name/Awa/active`, init))[0]).toBe(400)
      expect((await answer(`${path}/account/balance`))[0]).toBe(401)
      expect((await answer(`${path}/accountholder/msisdn/237670000010/active`))[0]).toBe(401)
    },
  )

  test('create a sandbox user once, and a key for it', async () => {
    const id = randomUUID()
    const create = (reference: string, body = '{"providerCallbackHost":"example.cm"}') =>
      answer('/v1_0/apiuser', {
        method: 'POST',
        headers: { ...json, ...subscription, 'x-reference-id': reference },
        body,
      })
    expect((await answer(`/v1_0/apiuser/${id}`, { headers: subscription }))[0]).toBe(404)
    expect(await create(id)).toEqual([201, null])
    expect((await create(id))[0]).toBe(409)
    expect((await create('no uuid'))[0]).toBe(400)
    expect((await create(randomUUID(), '{}'))[0]).toBe(400)
    expect(await answer(`/v1_0/apiuser/${id}`, { headers: subscription })).toEqual([
      200,
      { providerCallbackHost: 'example.cm', targetEnvironment: 'sandbox' },
    ])
    const key = (user: string, headers = {}) =>
      answer(`/v1_0/apiuser/${user}/apikey`, { method: 'POST', headers })
    expect(await key(id, subscription)).toEqual([201, { apiKey: expect.stringMatching(/^[0-9a-f]{32}$/) }])
    expect((await key(randomUUID(), subscription))[0]).toBe(404)
    expect((await key(id))[0]).toBe(401)
  })

  test('get the reason of a failed payout as a word, like that of a collection', async () => {
    const order = instruction('PAY_OUT', '457')
    await send(provider, order)
    clock.move(delayMs)
    const init = await authorized('disbursement')
    expect(await answer(`/disbursement/v1_0/transfer/${order.reference}`, init)).toEqual([
      200,
      expect.objectContaining({ status: 'FAILED', reason: 'PAYEE_NOT_FOUND' }),
    ])
  })
})
