import { systemClockId } from '../clocks/clock.entity.js'
import { momentIn } from '../clocks/moment.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Call } from '../shared/call.js'
import type { Instant } from '../shared/clock.js'
import { heldUntil, type WithdrawalBasis } from './exit.rules.js'

/** Until when the money is held of what is left now; null: it is sent at once. */
export const holdFrom = (
  call: Pick<Call, 'now'>,
  { book, today }: { readonly book: string; readonly today: LocalDate },
  basis: WithdrawalBasis,
  holdHours: number,
): Instant | null =>
  heldUntil(basis, holdHours, momentIn(book, today, call), book === systemClockId ? 'INSTANT' : 'DATE')
