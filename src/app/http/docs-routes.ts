import type { FastifyInstance } from 'fastify'
import type { Docs } from '../../platform/docs/create-docs.js'

/**
 * The documentation page and what it is made of. Open, since it holds nothing of anybody. No route of this server answers another
 * origin: it gives no CORS header, and the page's own policy lets it reach nothing but the server that it comes from.
 */
export const docsRoutes =
  ({ page, frontDoor, documents }: Docs) =>
  async (app: FastifyInstance): Promise<void> => {
    for (const [path, { html, policy }] of [
      ['/', frontDoor],
      ['/docs', page],
    ] as const) {
      app.get(path, async (_request, reply) =>
        reply
          .headers({
            'content-security-policy': policy,
            'cross-origin-opener-policy': 'same-origin',
            'referrer-policy': 'no-referrer',
          })
          .type('text/html; charset=utf-8')
          .send(html),
      )
    }
    for (const [name, document] of documents) {
      app.get(`/docs/openapi-${name}.json`, async (_request, reply) =>
        reply
          .header('cross-origin-resource-policy', 'same-origin')
          .type('application/json; charset=utf-8')
          .send(document),
      )
    }
  }
