import type http from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from '../../platform/http/errors.js'

/** How long the rest of a request that was answered early may take to arrive. */
const arrivalTimeoutMs = 10_000

/**
 * Cuts a request that has no answer in time. Fastify's own `handlerTimeout` is of no use here: it forgets its timer
 * when the body has been read. What the handler answers later is dropped; a confirm that was cut is asked again.
 */
export const cutLateAnswers = (app: FastifyInstance, timeoutMs: number): void => {
  const cut = (reply: FastifyReply): void => {
    // An answer that has begun in time is read as slowly as its reader likes; another could not be sent in its place.
    if (reply.sent || reply.raw.headersSent) return
    const { raw, caller } = reply.request
    if (raw.complete) return void refuse(reply, 'UNAVAILABLE')
    // Whoever is still sending gets no more of our time. A stranger who does is no failure of ours; a caller asks again.
    refuse(reply.header('connection', 'close'), caller ? 'UNAVAILABLE' : 'REQUEST_TIMEOUT')
  }
  app.addHook('onRequest', (request, reply, done) => {
    request.timer = setTimeout(cut, timeoutMs, reply)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.timer)
    if (!request.raw.complete) boundArrival(request.raw)
    done()
  })
}

/** A request that was answered before it had arrived: node reads and drops the rest, and not for ever. */
const boundArrival = (request: http.IncomingMessage): void => {
  const { socket } = request
  // One that a test injects has no connection.
  if (!(socket instanceof Socket)) return
  // The connection may serve others by then, if the rest has come.
  setTimeout(() => request.complete || socket.destroy(), arrivalTimeoutMs).unref()
}
