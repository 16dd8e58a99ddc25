import type { BaseContext } from '@apollo/server'
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from './types.js'

/**
 * For whoever runs us: alive, ready, and how it goes. Open, since none of it says anything about a customer; where there is an
 * address for them of its own, only that we live is said to all.
 */
export const healthRoutes =
  <Context extends BaseContext>(
    { ready, metrics, log }: Pick<HttpParts<Context>, 'ready' | 'metrics' | 'log'>,
    which: 'ALL' | 'ALIVE',
  ) =>
  async (app: FastifyInstance): Promise<void> => {
    /** A check that fails is a no, not a bug of ours; why is in the log, where addresses and users may be named. */
    const check = async (requestId: string): ReturnType<typeof ready> => {
      try {
        return await ready()
      } catch (err) {
        log.warn({ requestId, err }, 'not ready')
        return { ok: false, detail: { reason: 'a check failed, see the log' } }
      }
    }

    app.get('/healthz', async () => ({ status: 'ok' }))
    if (which === 'ALIVE') return
    app.get('/readyz', async (request, reply) => {
      const { ok, detail } = await check(request.id)
      return reply.code(ok ? 200 : 503).send({ status: ok ? 'ready' : 'not ready', detail })
    })
    app.get('/metrics', async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.metrics()),
    )
  }
