import type { BaseContext } from '@apollo/server'
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from './types.js'

/** For whoever runs us: alive, ready, and how it goes. Open, since none of it says anything about a customer. */
export const healthRoutes =
  <Context extends BaseContext>({ ready, metrics }: HttpParts<Context>) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get('/healthz', async () => ({ status: 'ok' }))
    app.get('/readyz', async (_request, reply) => {
      const { ok, detail } = await ready()
      return reply.code(ok ? 200 : 503).send({ status: ok ? 'ready' : 'not ready', detail })
    })
    app.get('/metrics', async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.metrics()),
    )
  }
