import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  createEmulator,
  type Emulator,
  type EmulatorSettings,
} from '../../src/bank/payments/emulator/server.js'
import { createMomoProvider, type MomoSettings } from '../../src/bank/payments/momo/http.js'
import type {
  PaymentInstruction,
  PaymentKind,
  SendResult,
  WalletProvider,
} from '../../src/bank/payments/port.js'
import type { Instant, WallClock } from '../../src/kernel/clock.js'
import { addressOf, msisdnOf, shaped } from '../support/typed.js'
import { z } from 'zod'

/** A clock that moves only when a test moves it. */
export interface ManualClock extends WallClock {
  move(ms: number): void
}

export const manualClock = (start: Instant = Date.UTC(2026, 0, 31, 9)): ManualClock => {
  let now = start
  return {
    now: () => now,
    move: (ms) => {
      now += ms
    },
  }
}

export const delayMs = 1500

export const startEmulator = (clock: WallClock, more: Partial<EmulatorSettings> = {}): Promise<Emulator> =>
  createEmulator({ host: '127.0.0.1', port: 0, delayMs, timeScale: 1, clock, ...more })

export const credentials = { subscriptionKey: 'key', apiUser: 'user', apiKey: 'secret' }

export const providerAt = (
  baseUrl: string,
  clock: WallClock,
  more: Partial<MomoSettings> = {},
): WalletProvider =>
  createMomoProvider(
    { baseUrl, targetEnvironment: 'sandbox', collection: credentials, disbursement: credentials, ...more },
    clock,
  )

/** An instruction for a number with this ending, by which the emulator chooses the outcome. */
export const instruction = (kind: PaymentKind, ending: number | string): PaymentInstruction => ({
  reference: randomUUID(),
  kind,
  msisdn: msisdnOf(`237670000${ending}`),
  amount: 5000n,
  currency: 'XAF',
  externalId: 'DEP-1',
  note: 'Cauri 1',
})

export const send = (provider: WalletProvider, order: PaymentInstruction): Promise<SendResult> =>
  order.kind === 'COLLECT' ? provider.collect(order) : provider.payOut(order)

interface ListedOrder {
  readonly reference: string
  readonly sends: number
  readonly accepted: boolean
  readonly amount: string
  readonly status: string
}

export const ordersAt = async (url: string, query = ''): Promise<readonly ListedOrder[]> => {
  const answer = await fetch(`${url}/emulator/orders${query}`)
  const { orders } = shaped(
    z.object({
      orders: z.array(
        z.object({
          reference: z.string(),
          sends: z.number(),
          accepted: z.boolean(),
          amount: z.string(),
          status: z.string(),
        }),
      ),
    }),
    await answer.json(),
  )
  return orders
}

/** Calls the outcome control. Returns the HTTP status. */
export const setOutcome = async (url: string, reference: string, outcome: object): Promise<number> => {
  const answer = await fetch(`${url}/emulator/orders/${reference}/outcome`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(outcome),
  })
  return answer.status
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface ScriptedServer {
  readonly url: string
  /** Such as `POST /collection/token/`, in the order of arrival. */
  readonly requests: readonly string[]
  readonly bodies: readonly unknown[]
  readonly headers: readonly IncomingMessage['headers'][]
  close(): Promise<void>
}

export const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Mints `token-1`, `token-2` and so on. */
export const mintingTokens = (): Handler => {
  let minted = 0
  return (_request, response) =>
    answerJson(response, 200, {
      access_token: `token-${++minted}`,
      token_type: 'access_token',
      expires_in: 3600,
    })
}

/** A server that answers the token endpoints with `onToken` and all others with `onCall`. */
export const startScripted = async (
  onCall: Handler,
  onToken: Handler = mintingTokens(),
): Promise<ScriptedServer> => {
  const requests: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const bodies: unknown[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    headers.push(request.headers)
    const index = bodies.push(undefined) - 1
    void text(request).then((body) => {
      bodies[index] = body === '' ? undefined : JSON.parse(body)
      return (request.url?.endsWith('/token/') ? onToken : onCall)(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${addressOf(server).port}`,
    requests,
    headers,
    bodies,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
