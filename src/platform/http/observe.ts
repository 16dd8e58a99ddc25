import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { createEpisode } from '../../kernel/episode.js'
import { operationMetric } from '../metrics/operations.js'
import type { Logger } from '../log/log.js'

const slowMs = 1000

const envelopeRoutes: ReadonlySet<string> = new Set(['/getdynamicarguments', '/getdynamicoptions'])

/** From a hit of the cache of a page to the cut, in seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Counts and times every request by route and status, and logs those that somebody must know of: failures, slow ones
 * and refused keys; that we cannot answer now is told when it begins and when it ends. The others only at level debug: a line for each of a thousand good answers a second costs more
 * than the answers, and the metrics already say how many they were.
 */
export const observe = (
  app: FastifyInstance,
  { log, metrics }: { readonly log: Logger; readonly metrics: Registry },
): void => {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['route', 'status'],
    buckets,
    registers: [metrics],
  })

  const operations = operationMetric(metrics)

  const unavailable = createEpisode(log, {
    begins: 'requests are answered 503',
    ends: 'requests are no longer answered 503',
  })
  app.addHook('onClose', async () => unavailable.close())

  const logAnswer = (request: FastifyRequest, route: string, status: number, ms: number): void => {
    const level =
      status >= 500 ? 'error' : ms > slowMs ? 'warn' : status === 401 || status === 403 ? 'info' : 'debug'
    const isUnavailable = status === 503
    if (!isUnavailable && !log.isLevelEnabled(level)) return
    const { id: requestId, operation, caller } = request
    const facts = { requestId, route, operation, caller: caller?.name, status, ms }
    if (isUnavailable) unavailable.met(facts)
    else log[level](facts, 'answered')
  }

  const onResponse = (route: string) => {
    const isEnvelope = envelopeRoutes.has(route)
    return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const ms = Math.round(reply.elapsedTime * 100) / 100
      duration.observe({ route, status: reply.statusCode }, ms / 1000)
      if (isEnvelope) operations(request.operation, reply.statusCode, ms / 1000)
      logAnswer(request, route, reply.statusCode, ms)
      done()
    }
  }

  // One hook for each route, which therefore knows its name: to ask the request for it costs an object every time.
  app.addHook('onRoute', (route) => {
    const before = route.onResponse === undefined ? [] : [route.onResponse].flat()
    route.onResponse = [...before, onResponse(route.url)]
  })
}
