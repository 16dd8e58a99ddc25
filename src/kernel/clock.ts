/** A UTC moment in milliseconds since 1970. */
export type Instant = number

/** The source of the time of a request. `systemClock` is the only one that reads the wall clock; tests pass their own. */
export interface WallClock {
  now(): Instant
}

export const systemClock: WallClock = { now: () => Date.now() }

export const formatInstant = (instant: Instant): string => new Date(instant).toISOString()
