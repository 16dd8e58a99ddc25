import type { FastifyInstance } from 'fastify'
import { trace } from '../../kernel/trace.js'

/** Routes that monitoring polls; they are not traced. */
const untracedRoutes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** A span for each admitted request, as a child of the caller's `traceparent`. */
export const traceRequests = (app: FastifyInstance): void => {
  // The span begins when the body has arrived: after an earlier await, code runs in the socket's async context, which loses the span.
  app.addHook('preValidation', (request, reply, done) => {
    const { method, routeOptions, headers } = request
    const route = routeOptions.url ?? ''
    if (!trace.isOn() || untracedRoutes.has(route)) return done()
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
