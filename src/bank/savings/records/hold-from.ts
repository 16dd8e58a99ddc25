import { systemClockId } from '../../business-clock/clock.entity.js'
import { momentIn } from '../../business-clock/moment.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import { heldUntil, hoursHeld, type WithdrawalBasis } from '../rules/withdrawal.rules.js'

/** A world and its business date. */
interface World {
  readonly book: string
  readonly today: LocalDate
}

/** Until when the money of a withdrawal made now is held; null: it is sent at once. */
export const holdFrom = (
  call: Pick<Call, 'now'>,
  { book, today }: World,
  basis: WithdrawalBasis,
  holdHours: number,
): Instant | null =>
  heldUntil(basis, holdHours, momentIn(book, today, call), book === systemClockId ? 'INSTANT' : 'DATE')

/** How long the money would be held, and until when, if it were withdrawn now; null: sent at once. */
export interface Hold {
  readonly hours: number
  readonly until: Instant | null
}

/** What a preview says of the hold. */
export const holdOf = (
  call: Pick<Call, 'now'>,
  world: World,
  basis: WithdrawalBasis,
  holdHours: number,
): Hold => {
  const until = holdFrom(call, world, basis, holdHours)
  return { hours: hoursHeld(holdHours, momentIn(world.book, world.today, call), until), until }
}
