import { explainLine as explain, unknownLine } from '../../bank/payments/provider-files/explain-line.js'
import { formatAmount } from '../../kernel/money.js'
import { emptyPreview, type Action } from '../action.js'

export interface ExplainLineInput {
  readonly kind: 'EXPLAIN_LINE'
  readonly transactionId: string
}

/** Explains a line of the provider's file that matches none of our orders; reason and evidence are the explanation. */
export const explainLine: Action<ExplainLineInput> = {
  plan: async (tx, { input }) => {
    const { transactionId, kind, amount, currency, completedOn } = await unknownLine(tx, input.transactionId)
    const line = `${kind} ${formatAmount(amount, currency)} ${currency}, ${completedOn}`
    const changes = [{ field: `${transactionId} (${line})`, before: 'UNKNOWN', after: 'EXPLAINED' }]
    return { subject: transactionId, basis: null, preview: { ...emptyPreview, changes } }
  },
  carryOut: async (tx, { call, input }) => {
    await explain(tx, call, input.transactionId)
    return { outcome: { line: input.transactionId } }
  },
}
