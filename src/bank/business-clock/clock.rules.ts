import { daysBetween, lastDate, type LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'

/** What tells whether a worker lives that walks it, or will. */
export interface WalkSigns {
  readonly advancingTo: LocalDate | null
  readonly heartbeatAt: Instant | null
  readonly seenWaitingAt: Instant | null
  readonly queuedAt: Instant | null
}

/**
 * Null when no walk is in flight, else whether no worker has given a sign of life for longer than `stallSeconds`
 * (docs/design/clocks-and-nights.md#leases): neither its own, nor one that walks others first. A walk that nobody has begun
 * counts from when it was asked for.
 */
export const stalledAt = (walk: WalkSigns, now: Instant, stallSeconds: number): boolean | null =>
  walk.advancingTo === null
    ? null
    : now - Math.max(walk.heartbeatAt ?? 0, walk.seenWaitingAt ?? 0, walk.queuedAt ?? 0) > stallSeconds * 1000

/** How far a clock's book is accrued. */
export interface AccrualSigns {
  readonly nowOn: LocalDate
  readonly accruingTo: LocalDate | null
  readonly accruedMaturityOn: LocalDate | null
  readonly accruedPositionId: string | null
}

/**
 * The last day whose interest the books have of a position: the clock's, or the day that is being accrued when its part
 * of the book is done. Ids compare byte by byte here as in both databases.
 */
export const accruedDayOf = (
  { nowOn, accruingTo, accruedMaturityOn, accruedPositionId }: AccrualSigns,
  position: { readonly id: string; readonly maturityOn: LocalDate },
): LocalDate => {
  if (accruingTo === null || accruedMaturityOn === null || accruedPositionId === null) return nowOn
  const isDone =
    position.maturityOn === accruedMaturityOn
      ? position.id < accruedPositionId
      : position.maturityOn < accruedMaturityOn
  return isDone ? accruingTo : nowOn
}

/** The longest walk that one call may ask for. */
const walkDaysMax = 3660

export type AdvanceVerdict =
  | 'STAY'
  | 'WALK'
  | 'WALKING'
  | 'INVALID_ARGUMENT'
  | 'CLOCK_CANNOT_MOVE_BACK'
  | 'CLOCK_ADVANCING'
  | 'WALK_TOO_LONG'

/** What asking a clock to move to a date means. The same target again is the walk that is in flight. */
export const advanceVerdict = (
  clock: { readonly nowOn: LocalDate; readonly advancingTo: LocalDate | null },
  to: LocalDate,
): AdvanceVerdict => {
  if (clock.advancingTo === to) return 'WALKING'
  if (to > lastDate) return 'INVALID_ARGUMENT'
  if (to < clock.nowOn) return 'CLOCK_CANNOT_MOVE_BACK'
  if (clock.advancingTo !== null) return 'CLOCK_ADVANCING'
  if (to === clock.nowOn) return 'STAY'
  return daysBetween(clock.nowOn, to) > walkDaysMax ? 'WALK_TOO_LONG' : 'WALK'
}
