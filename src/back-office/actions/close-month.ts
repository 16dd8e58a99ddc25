import { formatAmount } from '../../kernel/money.js'
import { toJson } from '../../kernel/json.js'
import type { AccountNumbers } from '../../bank/month-end/account-numbers.js'
import type { MonthAccount } from '../../bank/month-end/month-end.read.js'
import { closeMonth, planClose } from '../../bank/month-end/close-month.js'
import { monthNamed } from '../../bank/month-end/month.rules.js'
import { emptyPreview, type Action, type Preview } from '../action.js'

export interface CloseMonthInput {
  readonly kind: 'CLOSE_MONTH'
  /** `2026-03`. */
  readonly month: string
  readonly proposedBy: string
  /** The bank's chart of accounts at the time of the proposal. */
  readonly numbers: AccountNumbers
}

/** The opening and closing balance of each account in the month, under its number in the bank's chart of accounts. */
const changesOf = (accounts: readonly MonthAccount[]): Preview['changes'] =>
  accounts.map(({ account, bank, currency, opening, closing }) => ({
    field: `${bank!.number} ${bank!.name} (${account})`,
    before: `${formatAmount(opening, currency)} ${currency}`,
    after: `${formatAmount(closing, currency)} ${currency}`,
  }))

/** Closes a month for good. Refuses a month that is not over, or in which something is unfinished. */
export const closeMonthAction: Action<CloseMonthInput> = {
  plan: async (tx, { input }) => {
    const month = monthNamed(input.month)
    const accounts = await planClose(tx, month, input.numbers)
    return {
      subject: month.name,
      basis: { accounts: toJson(accounts) },
      preview: { ...emptyPreview, changes: changesOf(accounts) },
    }
  },
  carryOut: async (tx, { call, input: { month, numbers, proposedBy } }) => {
    await closeMonth(tx, call, monthNamed(month), { numbers, proposedBy })
    return { outcome: { month } }
  },
}
