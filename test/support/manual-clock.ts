import type { Instant, WallClock } from '../../src/kernel/clock.js'

/** A wall clock that moves only when a test sets it. */
export interface ManualClock extends WallClock {
  /** `2026-03-01` is noon of that day in Douala; a text with a time is that moment. */
  set(moment: string): void
  advance(milliseconds: number): void
}

const noonInDouala = 'T11:00:00Z'

const instantOf = (moment: string): Instant => {
  const instant = Date.parse(moment.includes('T') ? moment : moment + noonInDouala)
  if (Number.isNaN(instant)) throw new Error(`not a moment: ${moment}`)
  return instant
}

export const createManualClock = (moment: string): ManualClock => {
  let now = instantOf(moment)
  return {
    now: () => now,
    set: (next) => {
      now = instantOf(next)
    },
    advance: (milliseconds) => {
      now += milliseconds
    },
  }
}
