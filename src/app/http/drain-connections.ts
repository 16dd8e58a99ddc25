import type http from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../../platform/log/log.js'

/** How often open connections are checked while the server is closing. */
const closingCheckMs = 50
/** How long the headers of a request may take to arrive once closing has begun. */
const closingArrivalMs = 1000
/**
 * How long requests in flight are awaited: the same time that jobs in flight get. Only an export, or a document or a result on a slow
 * connection, takes longer; a truncated upload stores nothing, and its sender repeats it.
 */
const closingMsMax = 6000

/**
 * Node closes idle connections once, when closing begins; one that becomes idle afterwards would keep the process alive
 * until its client closes. So would a connection that never sent a complete header, which node does not treat as idle:
 * browsers and load balancers open some in advance. Received requests are awaited, with a timeout.
 */
export const drainConnections = (app: FastifyInstance, log: Logger): void => {
  const connections = new Set<Socket>()
  let inFlight = 0
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('request', (_request, response: http.ServerResponse) => {
    inFlight += 1
    response.once('close', () => (inFlight -= 1))
  })
  app.addHook('preClose', async () => {
    const begunMs = performance.now()
    const timer = setInterval(() => {
      app.server.closeIdleConnections()
      const waitedMs = performance.now() - begunMs
      const isTooLate = waitedMs >= closingMsMax
      if (!isTooLate && (inFlight > 0 || waitedMs < closingArrivalMs)) return
      if (inFlight > 0)
        log.warn({ requests: inFlight, closingMsMax }, 'requests still in flight are cut off at shutdown')
      for (const socket of connections) socket.destroy()
    }, closingCheckMs)
    app.server.once('close', () => clearInterval(timer))
  })
}
