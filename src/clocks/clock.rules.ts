import type { LocalDate } from '../shared/calendar.js'
import type { Instant } from '../shared/clock.js'

/** What tells whether a walk's worker lives. */
export interface WalkSigns {
  readonly advancingTo: LocalDate | null
  readonly heartbeatAt: Instant | null
  readonly createdAt: Instant
}

/**
 * Null when no walk is in flight, else whether its worker has given no sign of life for longer than `stallSeconds`
 * (DESIGN 8). A walk that never had a heartbeat counts from the clock's creation.
 */
export const stalledAt = (walk: WalkSigns, now: Instant, stallSeconds: number): boolean | null =>
  walk.advancingTo === null ? null : now - (walk.heartbeatAt ?? walk.createdAt) > stallSeconds * 1000
