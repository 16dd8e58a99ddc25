import { midnight, type LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { systemClockId } from './clock.entity.js'

/**
 * The present instant in a book: the time of the call in the real world, the beginning of the clock's date in UTC on a test
 * clock.
 */
export const momentIn = (book: string, today: LocalDate, { now }: Pick<Call, 'now'>): Instant =>
  book === systemClockId ? now : midnight(today)

/** The time zone in which the instants of a book are shown. */
export const zoneOf = (book: string, { zone }: Pick<Call, 'zone'>): string =>
  book === systemClockId ? zone : 'UTC'
