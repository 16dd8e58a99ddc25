import type { FastifyReply } from 'fastify'
import type { LimitState } from '../service/limit-counters.js'

/**
 * Tells a caller what is left of its limit, so that it can slow down before it gets a 429 (IETF draft, RateLimit header
 * fields).
 */
export const setRateLimitHeaders = (
  reply: FastifyReply,
  { limit, remaining, resetSeconds }: LimitState,
): void => {
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': resetSeconds,
  })
}
