import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Docs } from '../../platform/docs/create-docs.js'
import type { Page } from '../../platform/docs/own-page.js'
import { languageFor, languageOf } from '../../platform/http/language.js'

/**
 * The start page, the documentation pages and the documents that they show. Public, since they contain no data. The endpoints that a
 * page calls set no CORS header, and the page's own policy restricts it to the server that it comes from.
 */
export const docsRoutes =
  (docs: Docs) =>
  async (app: FastifyInstance): Promise<void> => {
    const { documents, graphql } = docs
    const pages: readonly (readonly [path: string, page: (request: FastifyRequest) => Page])[] = [
      ['/', (request) => docs.startPage(languageOf(request))],
      ['/docs', (request) => docs.page(languageFor(request))],
      ...(graphql
        ? [['/docs/graphql', (request: FastifyRequest) => graphql.page(languageFor(request))] as const]
        : []),
    ]
    for (const [path, pageNow] of pages) {
      app.get(path, async (request, reply) => {
        const { html, policy } = pageNow(request)
        return reply
          .headers({
            'content-security-policy': policy,
            'cross-origin-opener-policy': 'same-origin',
            'referrer-policy': 'no-referrer',
            vary: 'accept-language',
          })
          .type('text/html; charset=utf-8')
          .send(html)
      })
    }
    if (graphql)
      app.get('/docs/schema.graphql', async (_request, reply) =>
        reply
          .header('cross-origin-resource-policy', 'same-origin')
          .type('text/plain; charset=utf-8')
          .send(graphql.schema()),
      )
    for (const [name, document] of documents) {
      app.get(`/docs/openapi-${name}.json`, async (_request, reply) =>
        reply
          .header('cross-origin-resource-policy', 'same-origin')
          .type('application/json; charset=utf-8')
          .send(document()),
      )
    }
  }
