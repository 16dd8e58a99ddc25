import { depositVoided } from '../../failure-reasons/provider-reasons.rules.js'
import { formatAmount } from '../../../kernel/money.js'
import type { OrderStatus, ReviewKind } from '../order.rules.js'
import type { PaymentKind } from '../port.js'

/**
 * How a line of the provider's file compares with our books. MATCHED: the same. IN_FLIGHT: the same, but its order is still open,
 * so it is compared again with the next file. DIFFERS: a review case of its order says how. UNKNOWN: none of our orders matches.
 * EXPLAINED: none of our orders matches, and two people have explained it.
 */
export type LineState = 'MATCHED' | 'IN_FLIGHT' | 'DIFFERS' | 'UNKNOWN' | 'EXPLAINED'

interface Payment {
  readonly kind: PaymentKind
  readonly amount: bigint
  readonly currency: string
}

interface LineFacts extends Payment {
  readonly transactionId: string
}

interface OrderFacts extends Payment {
  readonly book: string
  readonly status: OrderStatus
  readonly failureCode: string | null
  readonly providerTransactionId: string | null
}

interface LineVerdict {
  readonly state: LineState
  readonly review: { readonly kind: ReviewKind; readonly detail: string } | null
}

const textOf = ({ kind, amount, currency }: Payment): string =>
  `${kind} ${formatAmount(amount, currency)} ${currency}`

/** What the line of a successful payment means for the order of its reference. */
export const lineVerdict = (line: LineFacts, order: OrderFacts | undefined): LineVerdict => {
  if (order?.book !== 'system') return { state: 'UNKNOWN', review: null }
  const differing = (kind: ReviewKind, detail: string): LineVerdict => ({
    state: 'DIFFERS',
    review: { kind, detail },
  })
  if (textOf(line) !== textOf(order))
    return differing('SETTLEMENT_FILE', `ours ${textOf(order)}, provider's file ${textOf(line)}`)
  const { providerTransactionId: ours } = order
  if (ours !== null && ours !== line.transactionId)
    return differing('SETTLEMENT_FILE', `ours transaction ${ours}, provider's file ${line.transactionId}`)
  // The payment succeeded before the provider reversed it: people have decided about it already.
  const isVoided = order.failureCode === depositVoided
  // The same kind of case as when a poll of a failed order returns SUCCESSFUL.
  if (order.status === 'FAILED' && !isVoided)
    return differing('CONTRADICTION', "ours FAILED, provider's file SUCCESSFUL")
  return { state: order.status === 'SUCCESSFUL' || isVoided ? 'MATCHED' : 'IN_FLIGHT', review: null }
}
