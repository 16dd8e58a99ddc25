import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { present } from '../support/present.js'
import { addressOf, bufferOf, shaped } from '../support/typed.js'
import { z } from 'zod'

/**
 * A moment of a call from the service to its wallet. ARRIVED: the wallet has not got the call yet. DONE: the wallet has acted, and the
 * service does not know. ANSWERED: the answer has just been sent.
 */
export interface Moment {
  readonly call: 'TOKEN' | 'SEND' | 'STATUS'
  readonly stage: 'ARRIVED' | 'DONE' | 'ANSWERED'
  /** The customer's number in the call; a request for a token has none. */
  readonly msisdn: string | undefined
  /** The status in the answer to a poll. */
  readonly status: string | undefined
  /** Whether the caller has died or timed out, so that it gets no answer. */
  isGivenUp(): boolean
}

export interface WalletProxy {
  readonly url: string
  /** Called at every moment and awaited, so that a test can act in it. */
  onMoment(act: (moment: Moment) => Promise<void> | void): void
  close(): Promise<void>
}

interface Party {
  readonly partyId: string
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(bufferOf(chunk))
  return Buffer.concat(chunks)
}

const callOf = ({ method, url = '' }: IncomingMessage): Moment['call'] =>
  url.endsWith('/token/') ? 'TOKEN' : method === 'POST' ? 'SEND' : 'STATUS'

/** A proxy between the service and the emulator, which changes nothing by itself. */
export const startWalletProxy = async (target: string): Promise<WalletProxy> => {
  let act: (moment: Moment) => Promise<void> | void = () => {}
  const msisdns = new Map<string, string>()

  const server = createServer((request, response) => {
    let isGivenUp = false
    response.once('close', () => (isGivenUp = !response.writableEnded))
    const forward = async (): Promise<void> => {
      const call = callOf(request)
      const body = await bodyOf(request)
      const reference = String(request.headers['x-reference-id'] ?? request.url?.split('/').at(-1))
      if (call === 'SEND') {
        const { payer, payee } = JSON.parse(body.toString()) as Partial<Record<'payer' | 'payee', Party>>
        msisdns.set(reference, present(payer ?? payee).partyId)
      }
      const about = { call, msisdn: msisdns.get(reference), isGivenUp: () => isGivenUp }
      await act({ ...about, stage: 'ARRIVED', status: undefined })

      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
      const answer = await fetch(target + request.url, {
        method: request.method ?? 'GET',
        headers: shaped(z.record(z.string(), z.string()), headers),
        ...(body.length > 0 ? { body } : {}),
      })
      const text = await answer.text()
      const told =
        call === 'STATUS' && answer.ok
          ? shaped(z.object({ status: z.string().optional() }), JSON.parse(text))
          : {}
      const moment = { ...about, status: told.status }
      await act({ ...moment, stage: 'DONE' })
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
      })
      response.end(text, () => void act({ ...moment, stage: 'ANSWERED' }))
    }
    // The caller was killed, or the wallet broke the connection on purpose: either way there is no answer.
    forward().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${addressOf(server).port}`,
    onMoment: (next) => {
      act = next
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
