import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** So long the rest of a body that was refused is read and dropped. */
const drainMsMax = 30_000

const ended = (raw: IncomingMessage): Promise<unknown> =>
  new Promise((resolve) => {
    if (raw.complete || raw.destroyed) return resolve(undefined)
    for (const event of ['end', 'close', 'error'] as const) raw.once(event, resolve)
    raw.unpipe()
    raw.resume()
  })

/**
 * Sends an answer to what is still arriving: whole and at once, for whoever reads while it writes; and its end when the rest
 * has come or has had its time, since who is still writing when the connection closes never sees the answer.
 */
export const answerEarly = (reply: FastifyReply, body: string): FastifyReply => {
  const { raw } = reply.request
  if (raw.complete) return reply.send(body)
  const bytes = Buffer.from(body)
  const stopped = new AbortController()
  const pieces = async function* () {
    yield bytes
    await Promise.race([ended(raw), sleep(drainMsMax, undefined, { signal: stopped.signal, ref: false })])
    stopped.abort()
  }
  return reply.header('content-length', bytes.length).send(Readable.from(pieces()))
}
