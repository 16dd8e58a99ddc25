import {
  RateLimiterMemory,
  RateLimiterMySQL,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Database } from '../../database/database.js'
import { sharedPoolOf } from '../../database/shared-pool.js'
import type { Instant } from '../../shared/clock.js'
import type { ScoringClient } from '../clients/client.entity.js'
import { Declined } from '../declined.js'
import type { Environment } from '../environment.js'

export interface LimitSettings {
  readonly tokensPerMinute: number
  readonly resultsPerMinute: number
  readonly requestsPerMinute: Readonly<Record<Environment, number>>
  readonly requestsPerDay: Readonly<Record<Environment, number>>
}

type Client = Pick<ScoringClient, 'id' | 'environment'>

/** How often a client may ask. Each refuses: RATE_LIMITED, with the seconds to wait. */
export interface Limits {
  token(environment: Environment, address: string, clientId: string): Promise<void>
  results(client: Client): Promise<void>
  request(client: Client, now: Instant): Promise<void>
  /** One request of the day's quota, which counts what is accepted. */
  accept(client: Client, now: Instant): Promise<void>
  /** A request that was not accepted after all, or could not be answered. */
  giveBack(client: Client, at: Instant): Promise<void>
}

const dayMs = 86_400_000
const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10)
const midnightAfter = (at: Instant): Instant => (Math.floor(at / dayMs) + 1) * dayMs

const tableName = 'scoring_limits'

/** Counts in the database where processes share one, else in this process, which is then the only one. */
const limiterOn = (database: Database) => {
  const shared = sharedPoolOf(database)
  return (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const own = { keyPrefix, points, duration }
    const inMemory = new RateLimiterMemory(own)
    if (!shared) return inMemory
    return new RateLimiterMySQL({
      ...own,
      storeClient: shared.pool,
      storeType: 'pool',
      dbName: shared.schema,
      tableName,
      tableCreated: true,
      // While the database cannot count, each process counts for itself.
      insuranceLimiter: inMemory,
    })
  }
}

const minute = 60
const day = 86_400

const perEnvironment = <T>(make: (environment: Environment) => T): Readonly<Record<Environment, T>> => ({
  live: make('live'),
  sandbox: make('sandbox'),
})

/** Counts one, or says how long to wait; what is thrown is an answer of the limiter, or an error of its store. */
const consume = async (limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes | undefined> => {
  try {
    await limiter.consume(key)
    return undefined
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused
    throw refused
  }
}

const tooMany = (message: string, msLeft: number, now: Instant, quotaRemaining: number): Declined => {
  const retryAfterSeconds = Math.max(1, Math.ceil(msLeft / 1000))
  return new Declined('RATE_LIMITED', message, {
    details: `retry after ${retryAfterSeconds} seconds`,
    retry: { retryAfterSeconds, quotaRemaining, resetAt: now + retryAfterSeconds * 1000 },
  })
}

export const createLimits = (
  database: Database,
  settings: LimitSettings,
  clock: { now(): Instant },
): Limits => {
  const limiter = limiterOn(database)
  const tokens = limiter('token', settings.tokensPerMinute, minute)
  const results = limiter('results', settings.resultsPerMinute, minute)
  const requests = perEnvironment((at) => limiter(`request-${at}`, settings.requestsPerMinute[at], minute))
  const quotas = perEnvironment((at) => limiter(`day-${at}`, settings.requestsPerDay[at], day))
  const dayKey = ({ id }: Client, at: Instant): string => `${id}:${dayOf(at)}`

  const remaining = async (client: Client, now: Instant): Promise<number> => {
    const counted = await quotas[client.environment].get(dayKey(client, now))
    return counted ? Math.max(0, counted.remainingPoints) : settings.requestsPerDay[client.environment]
  }

  return {
    token: async (environment, address, clientId) => {
      const refused = await consume(tokens, `${environment}:${address}:${clientId}`)
      if (refused)
        throw tooMany('Too many tokens were asked for; wait a while', refused.msBeforeNext, clock.now(), 0)
    },
    results: async (client) => {
      const refused = await consume(results, client.id)
      if (refused)
        throw tooMany('Too many requests for results; wait a while', refused.msBeforeNext, clock.now(), 0)
    },
    request: async (client, now) => {
      const refused = await consume(requests[client.environment], client.id)
      if (refused) {
        const left = await remaining(client, now)
        throw tooMany('Too many score requests; wait a while', refused.msBeforeNext, now, left)
      }
    },
    accept: async (client, now) => {
      const refused = await consume(quotas[client.environment], dayKey(client, now))
      if (!refused) return
      // The count stays at its most: a refusal must not eat what is given back later.
      await quotas[client.environment].reward(dayKey(client, now))
      throw tooMany("The day's quota of score requests is used up", midnightAfter(now) - now, now, 0)
    },
    giveBack: async (client, at) => {
      await quotas[client.environment].reward(dayKey(client, at))
    },
  }
}
