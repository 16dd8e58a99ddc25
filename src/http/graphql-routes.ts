import type { BaseContext } from '@apollo/server'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import type { Language } from '../shared/call.js'
import { guardAccess } from './access.js'
import type { HttpParts } from './types.js'

/** A browser that looks for the landing page. Apollo Server answers such a request with the page, whatever it asks. */
const wantsPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' && /^text\/html\b/.test(request.headers.accept ?? '')

/** The first language of the header; the market's own unless it is English. */
const languageOf = (header: string | undefined): Language => (/^en\b/i.test(header ?? '') ? 'en' : 'fr')

/** `/graphql` for the back office and analysts. What a role may see is decided by the resolvers. */
export const graphqlRoutes =
  <Context extends BaseContext>({ config, authenticate, apollo, contextFor }: HttpParts<Context>) =>
  async (app: FastifyInstance): Promise<void> => {
    await guardAccess(app, {
      authenticate,
      rateLimitPerSecond: config.rateLimitPerSecond,
      open: (request) => !config.production && wantsPage(request),
    })
    const handler = fastifyApolloHandler(apollo, {
      context: async (request) => {
        // Only the landing page comes here without a key, and it needs no context; this holds if that ever changes.
        if (!request.caller) {
          throw new GraphQLError('A valid key is needed', {
            extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
          })
        }
        return contextFor(request.caller, {
          language: languageOf(request.headers['accept-language']),
          session: null,
          journey: null,
          requestId: request.id,
        })
      },
    })
    app.route({ method: ['GET', 'POST'], url: '/graphql', handler })
  }
