import { Posting } from '../../bank/ledger/ledger.entity.js'
import { messagesFor } from '../../bank/messages/messages.js'
import { PaymentOrder } from '../../bank/payments/payment.entity.js'
import {
  resolve,
  resolveCaseIn,
  planResolution,
  recordProposal,
  clearProposal,
  type PlannedResolution,
  type CaseProposal,
} from '../../bank/payments/review/resolve-review.js'
import { Payout } from '../../bank/savings/records/payout.entity.js'
import type { Call, Language } from '../../kernel/call.js'
import { formatAmount } from '../../kernel/money.js'
import type { Tx } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { selectAll, selectOne } from '../../platform/database/rows.js'
import type { ActionDeps, Action, Preview } from '../action.js'

export interface ResolutionInput extends CaseProposal {
  readonly kind: 'RESOLVE_REVIEW'
  readonly customerId: string
}

/** The reason of the approval, made from the proposed outcome, so that the proposer need not enter one. */
export const reasonOf = ({
  outcome,
  providerReason,
}: Pick<CaseProposal, 'outcome' | 'providerReason'>): string =>
  [outcome, providerReason].filter(Boolean).join(' ')

const languages: readonly Language[] = ['fr', 'en']

const textsOf = (order: PaymentOrder, payout: Payout | undefined): Preview['texts'] =>
  languages.flatMap((language) => {
    const { payment, underWay } = messagesFor(language)
    const text = (() => {
      if (order.kind === 'COLLECT' && order.status === 'SUCCESSFUL') return payment.succeeded(order)
      if (order.kind === 'COLLECT' && order.status === 'FAILED')
        return payment.failed[order.failureCode as keyof typeof payment.failed]
      if (payout?.status === 'PAID')
        return underWay.PAYOUT.SENT({ ...payout, until: { on: payout.withdrawnOn, at: '' } })
      return undefined
    })()
    return text === undefined ? [] : [{ language, text }]
  })

const journalsOf = (tx: Tx, { facts }: PlannedResolution) =>
  tx.all('SELECT id, reference FROM journals WHERE customer_id = ? AND business_on >= ? ORDER BY id', [
    facts.customer.id,
    facts.today,
  ])

const linesOf = (tx: Tx, journals: readonly string[]): Promise<Posting[]> | readonly Posting[] => {
  if (journals.length === 0) return []
  const { places, parameters } = inList(journals)
  return selectAll(tx, Posting, `WHERE journal_id IN (${places}) ORDER BY journal_id, line`, parameters)
}

/** Executes the resolution and rolls it back, so that the preview is exactly what would be booked. */
const previewOf = (
  tx: Tx,
  recordDeps: ActionDeps['recordDeps'],
  call: Call,
  planned: PlannedResolution,
): Promise<Preview> =>
  tx.tryOut(async (trial) => {
    const { order } = planned
    const payoutOf = () =>
      order.payoutId === null ? undefined : selectOne(trial, Payout, 'WHERE id = ?', [order.payoutId])
    const [before, payoutBefore] = [await journalsOf(trial, planned), await payoutOf()]
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const { timing, outcomes } = recordDeps
    await resolve(trial, { timing, outcomes, log: quiet }, call, planned)
    const [after, payout] = [
      (await selectOne(trial, PaymentOrder, 'WHERE id = ?', [order.id]))!,
      await payoutOf(),
    ]
    const known = new Set(before.map(({ id }) => id))
    const posted = (await journalsOf(trial, planned)).filter(({ id }) => !known.has(id))
    const lines = await linesOf(
      trial,
      posted.map(({ id }) => String(id)),
    )
    const changed = (field: string, old: string, now: string) =>
      old === now ? [] : [{ field, before: old, after: now }]
    return {
      changes: [
        ...changed('order.status', order.status, after.status),
        ...(payout ? changed('payout.status', payoutBefore!.status, payout.status) : []),
        { field: 'reviewCase.state', before: 'OPEN', after: 'RESOLVED' },
      ],
      journals: posted.map(({ id, reference }) => ({
        reference: String(reference),
        lines: lines
          .filter(({ journalId }) => journalId === id)
          .map(({ account, dimension, amount, currency }) => ({
            account,
            dimension: dimension === '' ? null : dimension,
            amount: formatAmount(amount, currency),
            currency,
          })),
      })),
      texts: textsOf(after, payout),
    }
  })

/** Carries out what two people decided about an order. How it ended is booked in the same way as the provider's own answer. */
export const resolveReview: Action<ResolutionInput> = {
  needsEvidence: () => true,
  isAllowedWhileWalking: true,
  plan: async (tx, { call, facts, input, deps: { recordDeps } }) => {
    const planned = await planResolution(tx, recordDeps, facts, input)
    return {
      subject: input.caseId,
      basis: { effect: planned.effect },
      amount: planned.order.amount,
      preview: () => previewOf(tx, recordDeps, call, planned),
    }
  },
  applyAtProposal: (tx, { call, input }, proposed) => recordProposal(tx, call, input, proposed),
  carryOut: async (tx, { call, facts, input, deps: { recordDeps, onOrder } }) => {
    const effect = await resolveCaseIn(tx, recordDeps, call, { facts, proposal: input })
    return { outcome: { effect }, ...(effect !== 'CLOSE' && { after: onOrder }) }
  },
  undoApplied: (tx, call, { caseId }) => clearProposal(tx, call, caseId),
}
