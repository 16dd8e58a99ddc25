import { daysBetween, lastDate, type LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'

/** The times that show whether a walk has, or will get, a live worker. */
export interface WalkTimes {
  readonly advancingTo: LocalDate | null
  readonly heartbeatAt: Instant | null
  readonly seenWaitingAt: Instant | null
  readonly queuedAt: Instant | null
}

/**
 * Whether a walk has stalled: its last sign of life is older than `stallSeconds` (docs/design/clocks-and-nights.md#leases).
 * Null when no walk is in progress. Signs of life are the request of the walk, a heartbeat of its worker, and a worker that
 * walks other clocks first but has seen this walk in the queue.
 */
export const isStalledAt = (walk: WalkTimes, now: Instant, stallSeconds: number): boolean | null =>
  walk.advancingTo === null
    ? null
    : now - Math.max(walk.heartbeatAt ?? 0, walk.seenWaitingAt ?? 0, walk.queuedAt ?? 0) > stallSeconds * 1000

/** How far a clock's book is accrued. */
export interface AccrualProgress {
  readonly nowOn: LocalDate
  readonly accruingTo: LocalDate | null
  readonly nextMaturityOn: LocalDate | null
  readonly nextPositionId: string | null
}

/**
 * The last day whose interest is in the books for a position: the clock's date, or the day that is being accrued if
 * the position's interest for that day is already posted. Ids are compared byte by byte, as in both databases.
 */
export const accruedDayOf = (
  { nowOn, accruingTo, nextMaturityOn, nextPositionId }: AccrualProgress,
  position: { readonly id: string; readonly maturityOn: LocalDate },
): LocalDate => {
  if (accruingTo === null || nextMaturityOn === null || nextPositionId === null) return nowOn
  const isDone =
    position.maturityOn === nextMaturityOn
      ? position.id < nextPositionId
      : position.maturityOn < nextMaturityOn
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

/** What a request to move a clock means. A request for the target of the walk in progress continues that walk. */
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
