import {
  adjustmentJournal,
  postAdjustmentIn,
  type AdjustableAccount,
  type Adjustment,
} from '../../bank/savings/settlement/post-adjustment.js'
import { journalsShown, emptyPreview, type Action } from '../action.js'

export interface AdjustmentInput {
  readonly kind: 'POST_ADJUSTMENT'
  /** The customer whose debt the journal changes; null when it concerns no customer. */
  readonly customerId: string | null
  readonly adjustmentId: string
  readonly depositId: string | null
  /** Amounts are in minor units, as text. */
  readonly lines: readonly { readonly account: AdjustableAccount; readonly amount: string }[]
}

const adjustmentOf = ({ adjustmentId, depositId, lines }: AdjustmentInput): Adjustment => ({
  id: adjustmentId,
  depositId,
  lines: lines.map(({ account, amount }) => ({ account, amount: BigInt(amount) })),
})

export const postAdjustment: Action<AdjustmentInput> = {
  needsEvidence: () => true,
  plan: async (tx, { call, facts, input }) => {
    const journal = await adjustmentJournal(tx, call, facts, adjustmentOf(input))
    return {
      subject: input.adjustmentId,
      basis: null,
      preview: { ...emptyPreview, journals: journalsShown([journal]) },
      amount: journal.lines.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n),
    }
  },
  carryOut: async (tx, { call, facts, input }) => ({
    outcome: { journal: await postAdjustmentIn(tx, call, facts, adjustmentOf(input)) },
  }),
}
