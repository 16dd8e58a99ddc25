import { midnight, type LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { systemClockId } from './clock.entity.js'

/**
 * The present instant in a book: in the real world that of the request, on a test clock the beginning of its date in UTC.
 */
export const momentIn = (book: string, today: LocalDate, { now }: Pick<Call, 'now'>): Instant =>
  book === systemClockId ? now : midnight(today)

/** The time zone in which the instants of a book are shown. */
export const zoneOf = (book: string, { zone }: Pick<Call, 'zone'>): string =>
  book === systemClockId ? zone : 'UTC'
