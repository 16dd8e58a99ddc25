import { systemClockId } from '../../business-clock/clock.entity.js'
import { momentIn } from '../../business-clock/moment.js'
import type { Call } from '../../../kernel/call.js'
import type { Minor } from '../../../kernel/money.js'
import type { PayoutStatus } from '../rules/withdrawal.rules.js'
import type { PayoutView } from './payouts.repository.js'
import { progressOn } from './transfers.sql.js'
import { hoursLeft, isOwed, payoutStanding, payoutStatusAt } from '../rules/under-way.rules.js'
import { type Standings } from '../../messages/standings.js'

/** The state of a payout at the present time of its book. */
export interface PayoutStanding {
  readonly status: PayoutStatus
  readonly standing: Standings['PAYOUT']
  /** While the payout is owed, the part that has not reached the customer; once it is paid or given back, the whole amount. */
  readonly amount: Minor
  /** The hours left of its hold, rounded up; null when it is not held. */
  readonly hoursLeft: number | null
}

export const standingOfPayout = (payout: PayoutView, call: Pick<Call, 'now' | 'today'>): PayoutStanding => {
  const today = payout.book === systemClockId ? call.today : payout.clockOn
  const moment = momentIn(payout.book, payout.clockOn, call)
  const facts = { ...payout, ...progressOn(payout, today) }
  const standing = payoutStanding(facts, moment)
  return {
    status: payoutStatusAt(facts, moment),
    standing,
    amount: isOwed(standing) ? payout.amount - payout.arrived : payout.amount,
    hoursLeft: hoursLeft(facts, moment),
  }
}
