import {
  RateLimiterMemory,
  RateLimiterMySQL,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Database } from '../../platform/database/database.js'
import { sharedPoolOf } from '../../platform/database/drivers/shared-pool.js'

/** What is left of a limit after the latest count. */
export interface LimitState {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

const tableName = 'scoring_limits'

/** Counts in the database if processes share one, else in memory: then this process is the only one. */
export const limiterOn = (database: Database) => {
  const shared = sharedPoolOf(database)
  return (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const options = { keyPrefix, points, duration }
    const inMemory = new RateLimiterMemory(options)
    if (!shared) return inMemory
    return new RateLimiterMySQL({
      ...options,
      storeClient: shared.pool,
      storeType: 'pool',
      dbName: shared.schema,
      tableName,
      tableCreated: true,
      // Used while the database fails: each process then counts by itself.
      insuranceLimiter: inMemory,
    })
  }
}

export interface CountedCall extends LimitState {
  readonly isRefused: boolean
}

/**
 * Whether a window ends so late that it must have begun before the clock was set back. Clocks of processes differ by far
 * less than a window.
 */
const isOfAnotherTime = ({ msDuration }: RateLimiterAbstract, { msBeforeNext }: RateLimiterRes): boolean =>
  msBeforeNext > 2 * msDuration

/** The limiter throws its result for a refusal; other errors come from its store. */
const count = async (limiter: RateLimiterAbstract, key: string) => {
  try {
    return { isRefused: false, result: await limiter.consume(key) }
  } catch (error) {
    if (error instanceof RateLimiterRes) return { isRefused: true, result: error }
    throw error
  }
}

/** Counts one call, even if that exceeds the limit. */
export const consume = async (limiter: RateLimiterAbstract, key: string): Promise<CountedCall> => {
  let counted = await count(limiter, key)
  if (isOfAnotherTime(limiter, counted.result)) {
    await limiter.delete(key)
    counted = await count(limiter, key)
  }
  const { isRefused, result } = counted
  return {
    isRefused,
    limit: limiter.points,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  }
}
