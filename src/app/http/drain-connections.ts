import type http from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../../platform/log/log.js'

/** How often the open connections are looked at while the server is closing. */
const closingCheckMs = 50
/** How long a request may take, once closing has begun, to say in its headers that it is one. */
const closingArrivalMs = 1000
/**
 * How long the work in hand is waited for, which is as long as jobs have. Only a document that arrives on a slow line, or a
 * result that is read on one, takes longer; what has not arrived whole leaves nothing and is sent again.
 */
const closingMsMax = 6000

/**
 * Node closes what is idle once, when closing begins; what becomes idle afterwards would hold us until its client goes. So
 * would a connection that never brought a whole header, which node does not call idle: a browser and a load balancer open
 * some in advance. What has come as a request is waited for, but not for ever.
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
