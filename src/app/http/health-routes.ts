import type { BaseContext } from '@apollo/server'
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from './types.js'

/**
 * For operators: liveness, readiness, metrics. Unauthenticated, since they contain nothing about customers; with an
 * ADMIN address only liveness stays public.
 */
export const healthRoutes =
  <Context extends BaseContext>(
    { ready, metrics, log }: Pick<HttpParts<Context>, 'ready' | 'metrics' | 'log'>,
    which: 'ALL' | 'ALIVE',
  ) =>
  async (app: FastifyInstance): Promise<void> => {
    /**
     * A check that throws means not ready, and is no bug; the log has the cause, which may name addresses and users.
     */
    const check = async (requestId: string): ReturnType<typeof ready> => {
      try {
        const state = await ready()
        if (!state.ok && !state.isExpected)
          log.warn({ requestId, detail: state.detail }, 'the readiness check failed')
        return state
      } catch (err) {
        log.warn({ requestId, err }, 'the readiness check failed')
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
