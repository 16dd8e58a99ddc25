import type { FastifyInstance } from 'fastify'
import { trace } from '../../kernel/trace.js'

/** Asked all day by machines. */
const untold: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** A span for each request that is let in, below the one that its caller names in `traceparent`. */
export const traceRequests = (app: FastifyInstance): void => {
  // When the body is there: what is awaited before it is of the socket, and forgets in what it happens.
  app.addHook('preValidation', (request, reply, done) => {
    const { method, routeOptions, headers } = request
    const route = routeOptions.url ?? ''
    if (!trace.isOn() || untold.has(route)) return done()
    const { traceparent } = headers
    void trace.span(
      `${method} ${route}`,
      { 'http.request.method': method, 'http.route': route },
      () =>
        new Promise<void>((resolve) => {
          reply.raw.once('close', resolve)
          done()
        }),
      {
        kind: 'server',
        parent: typeof traceparent === 'string' ? traceparent : undefined,
        atEnd: () => ({
          attributes: {
            'http.response.status_code': reply.statusCode,
            ...(request.operation !== undefined && { 'cauri.operation.name': request.operation }),
          },
        }),
      },
    )
  })
}
