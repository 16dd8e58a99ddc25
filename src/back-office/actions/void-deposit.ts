import { depositVoided } from '../../bank/failure-reasons/provider-reasons.rules.js'
import { messagesFor } from '../../bank/messages/messages.js'
import { planVoid, voidDepositIn, type Voiding } from '../../bank/savings/settlement/void-deposit.js'
import type { Language } from '../../kernel/call.js'
import { formatAmount } from '../../kernel/money.js'
import { Refusal } from '../../kernel/refusal.js'
import { journalsShown, type Action, type Preview } from '../action.js'

export interface VoidDepositInput {
  readonly kind: 'VOID_DEPOSIT'
  readonly customerId: string
  readonly depositId: string
}

const languages: readonly Language[] = ['fr', 'en']

const changesOf = ({ order, position, payout, isOnlyDeposit, receivable }: Voiding): Preview['changes'] => {
  const isPaid = payout?.status === 'PAID'
  return [
    { field: 'order.status', before: order.status, after: 'FAILED' },
    ...(payout && !isPaid ? [{ field: 'payout.status', before: payout.status, after: 'FAILED' }] : []),
    ...(isPaid || (!isOnlyDeposit && position.status === 'OPEN')
      ? []
      : [
          {
            field: `position ${position.id}`,
            before: position.status,
            after: isOnlyDeposit ? 'CLOSED' : 'OPEN',
          },
        ]),
    ...(isPaid
      ? [{ field: 'customer.owes', before: null, after: formatAmount(receivable, order.currency) }]
      : []),
  ]
}

export const voidDeposit: Action<VoidDepositInput> = {
  needsEvidence: () => true,
  plan: async (tx, { facts, input: { depositId } }) => {
    if (!facts) throw new Refusal('INVALID_REFERENCE')
    const voiding = await planVoid(tx, facts, depositId)
    const { order, position, payout, isOnlyDeposit, journals } = voiding
    const texts = languages.map((language) => ({
      language,
      text: messagesFor(language).payment.failed[depositVoided],
    }))
    const basis = {
      id: order.id,
      amount: formatAmount(order.amount, order.currency),
      position: position.status,
      payout: payout?.id ?? null,
      isOnlyDeposit,
    }
    return {
      subject: order.id,
      basis,
      preview: { changes: changesOf(voiding), journals: journalsShown(journals), texts },
      amount: order.amount,
    }
  },
  carryOut: async (tx, { call, facts, input: { depositId } }) => {
    const { payoutId } = await voidDepositIn(tx, call, facts!, depositId)
    return { outcome: { deposit: depositId, payout: payoutId } }
  },
}
