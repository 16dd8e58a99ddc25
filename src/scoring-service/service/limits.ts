import type { Database } from '../../platform/database/database.js'
import type { Instant } from '../../kernel/clock.js'
import type { ScoringClient } from '../clients/client.entity.js'
import { createKeyGuessLimit } from '../../platform/identity/key-guess-limit.js'
import { createBoundedCounter } from '../../kernel/bounded-counter.js'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { Environment } from '../../scoring-contract/environment.js'
import { consume, limiterOn, type LimitState } from './limit-counters.js'
import { createPollTurns } from './poll-turns.js'

export interface LimitSettings {
  readonly tokensPerMinute: number
  readonly resultsPerMinute: number
  readonly requestsPerMinute: Readonly<Record<Environment, number>>
  readonly requestsPerDay: Readonly<Record<Environment, number>>
  /** A client's daily budget for documents: the readers' processor time in seconds, and the bytes uploaded. */
  readonly readingSecondsPerDay: Readonly<Record<Environment, number>>
  readonly uploadBytesPerDay: Readonly<Record<Environment, number>>
}

type Client = Pick<ScoringClient, 'id' | 'environment'>

/**
 * How often a client may call. Where nothing else is said, a method counts a call and returns what is left of the limit,
 * or refuses: RATE_LIMITED, with the seconds to wait.
 */
export interface RateLimits {
  /** An attempt to get a token, by anybody. Counted in this process only, so that unknown callers create no rows. */
  tryToken(environment: Environment, address: string, clientId: string): LimitState
  /** A token for a client that has proven its secret. */
  token(environment: Environment, address: string, clientId: string): Promise<LimitState>
  /**
   * Counts a secret or a token that is not valid, for the caller's IP address and for `shown`: the client id that came
   * with the secret, or the end of the token. Returns nothing, or refuses.
   */
  invalidCredential(address: string, shown: string): void
  results(client: Client): Promise<LimitState>
  /** After how many seconds the client should ask for results again to stay below its limit; at least `earliestSeconds`. */
  nextPollSeconds(client: Client, requestId: string, earliestSeconds: number, now: Instant): number
  request(client: Client, now: Instant): Promise<LimitState>
  /** One request of the daily quota; only accepted requests count. */
  countAccepted(client: Client, now: Instant): Promise<LimitState>
  /** Refuses when the daily budget of documents is used up. Counts nothing. */
  requireDocumentBudget(client: Client, now: Instant): Promise<void>
  /** Counts what documents used of the daily budget. The last document may use more than is left. */
  spend(
    client: Client,
    spent: { readonly workMs?: number; readonly bytes?: number },
    now: Instant,
  ): Promise<void>
  /** Undoes the count of a request that was not accepted after all, or whose processing failed. */
  refund(client: Client, at: Instant): Promise<void>
}

const dayMs = 86_400_000
const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10)
const midnightAfter = (at: Instant): Instant => (Math.floor(at / dayMs) + 1) * dayMs

/** Counters are whole numbers, so time is counted in tenths of a second and bytes in kilobytes. */
const readingPointsPerSecond = 10
const uploadPointBytes = 1024

const minute = 60
/** How many callers are remembered for a minute; if there are more, the oldest are forgotten. */
const callersMax = 10_000
const day = 86_400

const perEnvironment = <T>(make: (environment: Environment) => T): Readonly<Record<Environment, T>> => ({
  live: make('live'),
  sandbox: make('sandbox'),
})

const tooMany = (
  message: string,
  { limit, resetSeconds }: LimitState,
  now: Instant,
  quotaRemaining: number,
): ScoringRefusal =>
  new ScoringRefusal('RATE_LIMITED', message, {
    details: `retry after ${resetSeconds} seconds`,
    retry: { limit, retryAfterSeconds: resetSeconds, quotaRemaining, resetAt: now + resetSeconds * 1000 },
  })

const wholeSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000)
/** The daily limits start again at midnight, not a day after the first request. */
const secondsToMidnight = (now: Instant): number => wholeSeconds(midnightAfter(now) - now)

type Limiter = ReturnType<typeof limiterOn>

/** The limits of a client for a day. */
const createDayLimits = (limiter: Limiter, settings: LimitSettings) => {
  const quotas = perEnvironment((at) => limiter(`day-${at}`, settings.requestsPerDay[at], day))
  const reading = perEnvironment((at) =>
    limiter(`reading-${at}`, settings.readingSecondsPerDay[at] * readingPointsPerSecond, day),
  )
  const uploads = perEnvironment((at) =>
    limiter(`uploads-${at}`, Math.ceil(settings.uploadBytesPerDay[at] / uploadPointBytes), day),
  )
  const dayKey = ({ id }: Client, at: Instant): string => `${id}:${dayOf(at)}`

  /** How many requests of the daily quota are left. */
  const remaining = async (client: Client, now: Instant): Promise<number> => {
    const counted = await quotas[client.environment].get(dayKey(client, now))
    const limit = settings.requestsPerDay[client.environment]
    return counted ? Math.min(limit, Math.max(0, counted.remainingPoints)) : limit
  }

  const limits: Pick<RateLimits, 'countAccepted' | 'requireDocumentBudget' | 'spend' | 'refund'> = {
    countAccepted: async (client, now) => {
      const consumed = await consume(quotas[client.environment], dayKey(client, now))
      const counted = { ...consumed, resetSeconds: secondsToMidnight(now) }
      if (!counted.isRefused) return counted
      // Takes back the count of the refused request: otherwise refused requests would stay counted, and one refund would not
      // bring the count below the limit.
      await quotas[client.environment].reward(dayKey(client, now))
      throw tooMany("The day's quota of score requests is used up", counted, now, 0)
    },
    requireDocumentBudget: async (client, now) => {
      for (const budget of [reading[client.environment], uploads[client.environment]]) {
        const counted = await budget.get(dayKey(client, now))
        if (!counted || counted.consumedPoints < budget.points) continue
        const state = { limit: budget.points, remaining: 0, resetSeconds: secondsToMidnight(now) }
        const quotaRemaining = await remaining(client, now)
        throw tooMany("The day's budget of documents is used up", state, now, quotaRemaining)
      }
    },
    spend: async (client, { workMs = 0, bytes = 0 }, now) => {
      const key = dayKey(client, now)
      const points = Math.ceil((workMs / 1000) * readingPointsPerSecond)
      if (points > 0) await reading[client.environment].penalty(key, points)
      if (bytes > 0) await uploads[client.environment].penalty(key, Math.ceil(bytes / uploadPointBytes))
    },
    refund: async (client, at) => {
      await quotas[client.environment].reward(dayKey(client, at))
    },
  }
  return { ...limits, remaining }
}

/** The limits on tokens. A caller is identified by its IP address and the client id that it sends. */
const createTokenLimits = (
  limiter: Limiter,
  { tokensPerMinute: limit }: LimitSettings,
  clock: { now(): Instant },
): Pick<RateLimits, 'tryToken' | 'invalidCredential' | 'token'> => {
  const tries = createBoundedCounter(minute * 1000, callersMax)
  const keyGuesses = createKeyGuessLimit()
  const tokens = limiter('token', limit, minute)
  const tooManyTokens = (state: LimitState): ScoringRefusal =>
    tooMany('Too many tokens were asked for; wait a while', state, clock.now(), 0)
  return {
    tryToken: (environment, address, clientId) => {
      const { count, resetMs } = tries.add(`${environment}:${address}:${clientId}`)
      const state = {
        limit,
        remaining: Math.max(0, limit - count),
        resetSeconds: Math.max(1, wholeSeconds(resetMs)),
      }
      if (count <= limit) return state
      throw tooManyTokens(state)
    },
    invalidCredential: (address, shown) => {
      const resetSeconds = keyGuesses.countWrongKey(address, shown)
      if (resetSeconds === undefined) return
      const state = { limit: 0, remaining: 0, resetSeconds }
      throw tooMany('Too many wrong credentials; wait a while', state, clock.now(), 0)
    },
    token: async (environment, address, clientId) => {
      const counted = await consume(tokens, `${environment}:${address}:${clientId}`)
      if (!counted.isRefused) return counted
      throw tooManyTokens(counted)
    },
  }
}

export const createLimits = (
  database: Database,
  settings: LimitSettings,
  clock: { now(): Instant },
): RateLimits => {
  const limiter = limiterOn(database)
  const results = limiter('results', settings.resultsPerMinute, minute)
  const pollTurn = createPollTurns(settings.resultsPerMinute)
  const requests = perEnvironment((at) => limiter(`request-${at}`, settings.requestsPerMinute[at], minute))
  const { remaining, ...dayLimits } = createDayLimits(limiter, settings)
  return {
    ...createTokenLimits(limiter, settings, clock),
    ...dayLimits,
    results: async (client) => {
      const counted = await consume(results, client.id)
      if (!counted.isRefused) return counted
      throw tooMany('Too many requests for results; wait a while', counted, clock.now(), 0)
    },
    nextPollSeconds: ({ id }, requestId, earliestSeconds, now) =>
      pollTurn(id, requestId, earliestSeconds, now),
    request: async (client, now) => {
      const counted = await consume(requests[client.environment], client.id)
      if (!counted.isRefused) return counted
      throw tooMany('Too many score requests; wait a while', counted, now, await remaining(client, now))
    },
  }
}
