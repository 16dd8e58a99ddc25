import type { FastifyInstance } from 'fastify'
import { refuse } from '../../platform/http/errors.js'

/** Refuses unknown paths and methods before any body is read, except at addresses that another part answers (`isElsewhere`). */
export const refuseUnknownPaths = (app: FastifyInstance, isElsewhere: (url: string) => boolean): void => {
  const methodsOf = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    // For `/` the answer is 404 and not 405: the caller forgot the path.
    if (url !== '/') methodsOf.set(url, [...(methodsOf.get(url) ?? []), ...[method].flat()])
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || isElsewhere(request.url)) return done()
    const methods = methodsOf.get(request.url.split('?', 1)[0] ?? '')
    if (methods) reply.header('allow', methods.join(', '))
    return void refuse(reply, methods ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND')
  })
}
