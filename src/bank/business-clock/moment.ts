import { midnight, type LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { systemClockId } from './clock.entity.js'

/**
 * The present instant of a world: that of the request in the real one; a test clock is at the beginning of its day, in
 * UTC.
 */
export const momentIn = (book: string, today: LocalDate, { now }: Pick<Call, 'now'>): Instant =>
  book === systemClockId ? now : midnight(today)

/** The zone in which the instants of a world are shown. */
export const zoneOf = (book: string, { zone }: Pick<Call, 'zone'>): string =>
  book === systemClockId ? zone : 'UTC'
