import type http from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from '../../platform/http/errors.js'

/** How long the rest of a request that was answered early may take to arrive. */
const arrivalTimeoutMs = 10_000
/** A client that reads nothing of its answer is disconnected after this many time limits of a request: with 4 s, after two minutes. */
const unreadTimeouts = 30

/**
 * Ends a request that has no answer in time. Fastify's own `handlerTimeout` cannot be used, since it stops its timer when the body has been
 * read. The handler may finish its work all the same; only its answer is discarded. The caller repeats the call, and a confirmation that
 * was carried out meanwhile is answered with its present state, and not carried out twice. A client that stops reading its answer is
 * disconnected; otherwise strangers could fill the memory with unread pages.
 */
export const cutLateAnswers = (app: FastifyInstance, timeoutMs: number): void => {
  const cut = (reply: FastifyReply): void => {
    // An answer that has begun is not ended: its client may read slowly, and no other answer could be sent any more.
    if (reply.sent || reply.raw.headersSent) return
    const { raw, caller } = reply.request
    if (raw.complete) return void refuse(reply, 'UNAVAILABLE')
    // Close the connection of a client that is still sending. Without a valid key the answer is 408; a known caller
    // gets 503, and retries.
    refuse(reply.header('connection', 'close'), caller ? 'UNAVAILABLE' : 'REQUEST_TIMEOUT')
  }
  app.addHook('onRequest', (request, reply, done) => {
    request.timer = setTimeout(cut, timeoutMs, reply)
    done()
  })
  app.addHook('onSend', async ({ raw: { socket } }) => {
    // Node's timer of a connection is reset by each byte that the client takes, and again for the next request.
    if (socket instanceof Socket) socket.setTimeout(unreadTimeouts * timeoutMs)
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
  // A request that a test injects has no connection.
  if (!(socket instanceof Socket)) return
  // If the rest has arrived, the connection may already serve another request.
  setTimeout(() => request.complete || socket.destroy(), arrivalTimeoutMs).unref()
}
