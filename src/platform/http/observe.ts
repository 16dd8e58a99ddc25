import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { createEpisode } from '../log/episode.js'
import { operationMetric, outcomeOfStatus } from '../metrics/operations.js'
import type { Logger } from '../log/log.js'

const slowMs = 1000
/** Answers 503 to a load balancer also when nothing is wrong, as in each restart; what is wrong has a line of its own. */
const readinessRoute = '/readyz'
/** One in this many calls of an operation is logged, of those that need no line of their own (see `levelOf`). */
const sampleEvery = 100

const envelopeRoutes: ReadonlySet<string> = new Set(['/getdynamicarguments', '/getdynamicoptions'])

/** The buckets of durations, from a cached page to the time limit of a request, in seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Makes a function that counts answers by operation, and returns true for every hundredth one of an operation. */
const createSample = (): ((operation: string) => boolean) => {
  const counts = new Map<string, number>()
  return (operation) => {
    const count = (counts.get(operation) ?? 0) + 1
    counts.set(operation, count % sampleEvery)
    return count === sampleEvery
  }
}

/** Logs answers, each at a level that depends on its status, its duration and its operation. */
const createAnswerLog = (log: Logger) => {
  const unavailable = createEpisode(log, {
    begins: 'requests are answered 503',
    ends: 'requests are no longer answered 503',
  })
  const isSampled = createSample()
  const levelOf = (request: FastifyRequest, operation: string | undefined, status: number, ms: number) => {
    if (status === 503) return 'debug'
    if (status >= 500) return 'error'
    if (ms > slowMs) return 'warn'
    if (status === 401 || status === 403 || request.graphqlOperation?.isWrite) return 'info'
    return operation !== undefined && isSampled(operation) ? 'info' : 'debug'
  }

  const logAnswer = (request: FastifyRequest, route: string, status: number, ms: number): void => {
    const { graphqlOperation, operation = graphqlOperation?.operation } = request
    const level = levelOf(request, operation, status, ms)
    const isUnavailable = status === 503 && route !== readinessRoute
    if (!isUnavailable && !log.isLevelEnabled(level)) return
    const { id: requestId, caller } = request
    const outcome = graphqlOperation?.outcome ?? outcomeOfStatus(status)
    const facts = { requestId, route, operation, outcome, caller: caller?.name, status, ms }
    if (isUnavailable) unavailable.report(facts)
    else log[level](facts, 'answered')
  }
  return { logAnswer, close: () => unavailable.close() }
}

/**
 * Counts and times every request by route and status, and logs failures, slow requests, refused callers and GraphQL mutations; a run of
 * 503 answers is logged at its beginning and its end. Other requests are logged as a sample, since at a thousand requests a second a
 * line for each would cost more than the answers; the metrics count them all. At level debug all requests are logged.
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

  const answers = createAnswerLog(log)
  app.addHook('onClose', async () => answers.close())

  const onResponse = (route: string) => {
    const isEnvelope = envelopeRoutes.has(route)
    return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const ms = Math.round(reply.elapsedTime * 100) / 100
      duration.observe({ route, status: reply.statusCode }, ms / 1000)
      if (isEnvelope) operations(request.operation, reply.statusCode, ms / 1000)
      answers.logAnswer(request, route, reply.statusCode, ms)
      done()
    }
  }

  // One hook per route, bound to its path: `request.routeOptions` would allocate an object for each request.
  app.addHook('onRoute', (route) => {
    const before = route.onResponse === undefined ? [] : [route.onResponse].flat()
    route.onResponse = [...before, onResponse(route.url)]
  })
}
