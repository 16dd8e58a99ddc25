import { systemClockId } from '../../business-clock/clock.entity.js'
import { momentIn } from '../../business-clock/moment.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import { heldUntil, type WithdrawalBasis } from '../rules/exit.rules.js'

/** Until when the money is held of what is left now; null: it is sent at once. */
export const holdFrom = (
  call: Pick<Call, 'now'>,
  { book, today }: { readonly book: string; readonly today: LocalDate },
  basis: WithdrawalBasis,
  holdHours: number,
): Instant | null =>
  heldUntil(basis, holdHours, momentIn(book, today, call), book === systemClockId ? 'INSTANT' : 'DATE')
