/** A UTC moment in milliseconds since 1970. */
export type Instant = number

/** Where the time of a request comes from: the one place that reads the wall clock; tests hand in their own. */
export interface WallClock {
  now(): Instant
}

export const systemClock: WallClock = { now: () => Date.now() }

export const formatInstant = (instant: Instant): string => new Date(instant).toISOString()
