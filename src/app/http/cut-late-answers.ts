import type http from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from '../../platform/http/errors.js'

/** How long the rest of a request that was answered early may take to arrive. */
const arrivalTimeoutMs = 10_000

/**
 * Ends a request without an answer in time. Fastify's own `handlerTimeout` does not serve: it drops its timer when the
 * body has been read. A later answer of the handler is discarded; a confirm that was cut is repeated by its caller.
 */
export const cutLateAnswers = (app: FastifyInstance, timeoutMs: number): void => {
  const cut = (reply: FastifyReply): void => {
    // An answer that began in time may be read as slowly as its client likes; no other could be sent in its place.
    if (reply.sent || reply.raw.headersSent) return
    const { raw, caller } = reply.request
    if (raw.complete) return void refuse(reply, 'UNAVAILABLE')
    // A client that is still sending gets no more time. For an unauthenticated client that is no failure of ours; a
    // caller retries.
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

/** A request that was answered before its body arrived: node reads and drops the rest, with a timeout. */
const boundArrival = (request: http.IncomingMessage): void => {
  const { socket } = request
  // Injected test requests have no connection.
  if (!(socket instanceof Socket)) return
  // The connection may serve others by then, if the rest has come.
  setTimeout(() => request.complete || socket.destroy(), arrivalTimeoutMs).unref()
}
