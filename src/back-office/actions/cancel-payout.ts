import { cancelPayoutIn, planCancel } from '../../bank/savings/payouts/cancel-payout.js'
import { messagesFor } from '../../bank/messages/messages.js'
import type { Language } from '../../kernel/call.js'
import { formatAmount } from '../../kernel/money.js'
import { Refusal } from '../../kernel/refusal.js'
import { journalsShown, type Action } from '../action.js'

export interface CancelPayoutInput {
  readonly kind: 'CANCEL_PAYOUT'
  readonly customerId: string
  readonly payoutId: string
}

const languages: readonly Language[] = ['fr', 'en']

export const cancelPayout: Action<CancelPayoutInput> = {
  plan: async (tx, { facts, input: { payoutId } }) => {
    if (!facts) throw new Refusal('INVALID_REFERENCE')
    const { payout, journals } = await planCancel(tx, facts, payoutId)
    const { id, amount, currency, withdrawnOn, positionId } = payout
    const changes = [
      { field: 'payout.status', before: payout.status, after: 'FAILED' },
      { field: `position ${positionId}`, before: 'PAYING_OUT', after: 'OPEN' },
    ]
    const texts = languages.map((language) => ({
      language,
      text: messagesFor(language).underWay.PAYOUT.CANCELLED({
        amount,
        currency,
        until: { on: withdrawnOn, at: '' },
      }),
    }))
    const basis = { id, amount: formatAmount(amount, currency), positionId }
    return { subject: id, basis, preview: { changes, journals: journalsShown(journals), texts }, amount }
  },
  carryOut: async (tx, { call, facts, input: { payoutId } }) => {
    await cancelPayoutIn(tx, call, facts!, payoutId)
    return { outcome: { payout: payoutId } }
  },
}
