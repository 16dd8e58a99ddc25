import { zoneOf } from '../../business-clock/moment.js'
import { messagesFor } from '../../messages/messages.js'
import { civilMoment } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Instant } from '../../../kernel/clock.js'
import { payoutMessage } from '../payouts/payout-message.js'
import type { Savings } from '../records/savings.repository.js'
import type { WithdrawalTerms } from '../rules/withdrawal.rules.js'
import type { PreviewOutcome } from './withdrawal-preview.js'

const summaryOf = (
  { position }: Savings,
  terms: WithdrawalTerms,
  until: Instant | null,
  call: Call,
): string => {
  const { withdrawalSummary } = messagesFor(call.language)
  const { currency, maturityOn } = position
  const total = terms.amount
  if (terms.basis === 'MATURITY') {
    return withdrawalSummary.MATURITY({ total, currency, earnings: terms.interest - terms.tax })
  }
  const totalIfKept = terms.principal + terms.atMaturityNet
  return withdrawalSummary.EARLY_EXIT({
    total,
    currency,
    until: until === null ? null : civilMoment(until, zoneOf(position.book, call)),
    maturityOn,
    totalIfKept,
  })
}

/** What the customer reads of a withdrawal preview. */
export const previewMessage = (outcome: PreviewOutcome, call: Call): string | null => {
  const { savings, terms, payout, hold, isBlocked } = outcome
  const { withdrawalSummary, withdrawalRefusal } = messagesFor(call.language)
  if (!savings || !terms) return withdrawalSummary.notFound
  if (payout) return payoutMessage(payout, call)
  if (hold === null) return null
  return isBlocked ? withdrawalRefusal.ACCOUNT_BLOCKED : summaryOf(savings, terms, hold.until, call)
}
