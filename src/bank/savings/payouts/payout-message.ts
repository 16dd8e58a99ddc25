import { zoneOf } from '../../business-clock/moment.js'
import { messagesFor } from '../../messages/messages.js'
import { civilMoment } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { PayoutView } from '../records/payouts.repository.js'
import { standingOfPayout } from '../records/standing.js'

/** What the customer reads of a payout now. */
export const payoutMessage = (
  payout: PayoutView,
  call: Call,
  { standing, amount } = standingOfPayout(payout, call),
): string => {
  const until = civilMoment(payout.heldUntil ?? call.now, zoneOf(payout.book, call))
  return messagesFor(call.language).underWay.PAYOUT[standing]({ amount, currency: payout.currency, until })
}
