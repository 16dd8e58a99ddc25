import { midnight, type LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import type { Instant } from '../shared/clock.js'
import { systemClockId } from './clock.entity.js'

/** The moment of a world: that of the request in the real one; a test clock stands at the beginning of its day, in UTC. */
export const momentIn = (book: string, today: LocalDate, { now }: Pick<Call, 'now'>): Instant =>
  book === systemClockId ? now : midnight(today)

/** The zone in which the moments of a world are read. */
export const zoneOf = (book: string, { zone }: Pick<Call, 'zone'>): string =>
  book === systemClockId ? zone : 'UTC'
