import { midnight, type LocalDate } from '../../kernel/calendar.js'
import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { systemClockId } from './clock.entity.js'

/** The moment of a world: that of the request in the real one; a test clock stands at the beginning of its day, in UTC. */
export const momentIn = (book: string, today: LocalDate, { now }: Pick<Call, 'now'>): Instant =>
  book === systemClockId ? now : midnight(today)

/** The zone in which the moments of a world are read. */
export const zoneOf = (book: string, { zone }: Pick<Call, 'zone'>): string =>
  book === systemClockId ? zone : 'UTC'
