import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** How long the rest of a refused body is read and dropped. */
const drainMsMax = 30_000

const endOf = (raw: IncomingMessage): Promise<unknown> =>
  new Promise((resolve) => {
    if (raw.complete || raw.destroyed) return resolve(undefined)
    for (const event of ['end', 'close', 'error'] as const) raw.once(event, resolve)
    raw.unpipe()
    raw.resume()
  })

/**
 * Answers a request whose body is still arriving: sends the answer at once, for clients that read while they write, and
 * ends it only when the rest has come or timed out, since a client that is still writing when the connection closes never
 * sees the answer.
 */
export const answerEarly = (reply: FastifyReply, body: string): FastifyReply => {
  const { raw } = reply.request
  if (raw.complete) return reply.send(body)
  const bytes = Buffer.from(body)
  const stopWaiting = new AbortController()
  const pieces = async function* () {
    yield bytes
    await Promise.race([endOf(raw), sleep(drainMsMax, undefined, { signal: stopWaiting.signal, ref: false })])
    stopWaiting.abort()
  }
  return reply.header('content-length', bytes.length).send(Readable.from(pieces()))
}
