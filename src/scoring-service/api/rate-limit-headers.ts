import type { FastifyReply } from 'fastify'
import type { LimitState } from '../service/limit-counters.js'

/** Tells a caller where it stands, so that it need not run into a 429 to learn it (IETF draft, RateLimit header fields). */
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
