import { systemClockId } from '../../business-clock/clock.entity.js'
import { momentIn } from '../../business-clock/moment.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import { heldUntil, hoursHeld, type WithdrawalBasis } from '../rules/withdrawal.rules.js'

/** A book and its business date. */
interface BookToday {
  readonly book: string
  readonly today: LocalDate
}

/** The end of the hold of a withdrawal made now; null: the money is sent at once. */
export const holdEnd = (
  call: Pick<Call, 'now'>,
  { book, today }: BookToday,
  basis: WithdrawalBasis,
  holdHours: number,
): Instant | null =>
  heldUntil(basis, holdHours, momentIn(book, today, call), book === systemClockId ? 'INSTANT' : 'DATE')

/** The hold of a withdrawal made now: its length and its end. `until` is null when the money is sent at once. */
export interface Hold {
  readonly hours: number
  readonly until: Instant | null
}

/** The hold as a preview shows it. */
export const holdOf = (
  call: Pick<Call, 'now'>,
  bookToday: BookToday,
  basis: WithdrawalBasis,
  holdHours: number,
): Hold => {
  const until = holdEnd(call, bookToday, basis, holdHours)
  return { hours: hoursHeld(holdHours, momentIn(bookToday.book, bookToday.today, call), until), until }
}
