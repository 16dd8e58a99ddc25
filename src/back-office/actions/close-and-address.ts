import { amount, only } from '../../platform/database/read-row.js'
import { changeEmailIn } from '../../bank/customers/change-email.js'
import type { CustomerFacts } from '../../bank/customers/customers.repository.js'
import { checkedEmail } from '../../bank/customers/email.rules.js'
import { optOutIn } from '../../bank/savings/closing/confirm-opt-out.js'
import { Refusal } from '../../kernel/refusal.js'
import type { Minor } from '../../kernel/money.js'
import type { Tx } from '../../platform/database/database.js'
import { emptyPreview, type Action } from '../action.js'

/** A customer and one of their accounts: a later account under the same number may be somebody else's. */
export interface OfAccount {
  readonly customerId: string
  readonly accountId: string
}

/** The account of the input, if it is still the customer's open account. Refuses: NOT_REGISTERED. */
export const accountOf = (facts: CustomerFacts | undefined, { accountId }: OfAccount) => {
  if (facts?.account?.id !== accountId) throw new Refusal('NOT_REGISTERED')
  return { facts, account: facts.account }
}

/** The principal that was paid into the account and is not paid out yet. */
export const savedBy = async (tx: Tx, { customerId, accountId }: OfAccount): Promise<Minor> => {
  const [row] = await tx.all(
    `SELECT SUM(deposits.principal) AS saved FROM positions JOIN deposits ON deposits.position_id = positions.id
     WHERE positions.customer_id = ? AND positions.account_id = ? AND positions.status <> 'CLOSED'`,
    [customerId, accountId],
  )
  return only(row, amount)
}

export type OptOutInput = OfAccount & { readonly kind: 'OPT_OUT' }

export const optOut: Action<OptOutInput> = {
  plan: async (tx, { facts, input }) => {
    const { account } = accountOf(facts, input)
    const changes = [{ field: 'account.status', before: account.status, after: 'CLOSING' }]
    const preview = { ...emptyPreview, changes }
    return { subject: input.customerId, basis: null, preview, amount: await savedBy(tx, input) }
  },
  carryOut: async (tx, { call, facts, input, deps }) => {
    const { facts: known } = accountOf(facts, input)
    const { hasTransfers, isUnfinished } = await optOutIn(tx, deps, call, known)
    return {
      after: () => {
        if (hasTransfers) deps.onOrder()
        if (isUnfinished) deps.onUnfinishedClosing()
      },
    }
  },
}

export type EmailInput = OfAccount & { readonly kind: 'CHANGE_EMAIL'; readonly email: string }

export const changeEmail: Action<EmailInput> = {
  isPersonal: true,
  plan: async (_tx, { facts, input }) => {
    const { account } = accountOf(facts, input)
    const changes = [{ field: 'account.email', before: account.email, after: checkedEmail(input.email) }]
    return {
      subject: input.customerId,
      basis: { email: account.email },
      preview: { ...emptyPreview, changes },
    }
  },
  carryOut: async (tx, { call, facts, input }) => {
    await changeEmailIn(tx, call, accountOf(facts, input).account, checkedEmail(input.email))
    return {}
  },
}
