import type { BaseContext } from '@apollo/server'
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from './types.js'

/** A callback is about one order: our reference and perhaps our external id. */
const referencesMax = 2

/** Our references are UUIDs and ids of 26 characters: a longer text, or one with other characters, cannot name an order. */
const referenceFormat = /^[\w-]{1,64}$/

const referencesIn = (body: unknown): Set<string> => {
  const found = new Set<string>()
  if (!Buffer.isBuffer(body)) return found
  try {
    const json: unknown = JSON.parse(body.toString())
    if (typeof json !== 'object' || json === null) return found
    for (const [key, value] of Object.entries(json)) {
      if (/^(reference|external)_?id$/i.test(key) && typeof value === 'string' && referenceFormat.test(value))
        found.add(value)
    }
  } catch {
    // A body that cannot be read is ignored: the poll finds the outcome anyway.
  }
  return found
}

/**
 * The provider's callback that an order has changed. It is unsigned, sent once, and may lack our reference. Nothing in
 * it is trusted: at most it triggers a poll, and the answer is always 200.
 */
export const callbackRoutes =
  <Context extends BaseContext>({ callback, log }: HttpParts<Context>) =>
  async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    // The type is not needed, and Fastify would refuse a malformed one.
    app.addHook('onRequest', async ({ headers }) => void delete headers['content-type'])
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.route({
      method: ['POST', 'PUT'],
      url: '/callbacks/momo',
      handler: async (request) => {
        const { 'x-reference-id': named } = request.headers
        const fromHeader = typeof named === 'string' && referenceFormat.test(named) ? [named] : []
        const references = new Set([...fromHeader, ...referencesIn(request.body)])
        for (const reference of [...references].slice(0, referencesMax)) {
          try {
            callback(reference)
          } catch (err) {
            log.error(
              { requestId: request.id, err },
              'a callback of the wallet provider could not be processed',
            )
          }
        }
        return {}
      },
    })
  }
