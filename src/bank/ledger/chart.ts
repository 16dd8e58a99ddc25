/** The chart of accounts, per book and currency (docs/design/money-and-ledger.md#chart-of-accounts). */
export const ledgerAccounts = [
  /** Money at the wallet provider. */
  'wallet_clearing',
  /** What we owe for deposits, per position. */
  'customer_principal',
  /** Interest earned and not yet paid, gross, per product. */
  'interest_payable',
  'interest_expense',
  /** Money promised to a payout on its way, per payout. */
  'payout_reserved',
  'tax_payable',
  /** Money that arrived for an account that is no longer open. */
  'suspense',
  /** Money that reached a customer otherwise than through the wallet: what we owe to whoever paid it for us. */
  'settled_otherwise',
  /** What had been paid out of a deposit whose payment was taken back, per deposit: its customer owes it. */
  'customer_receivable',
  /** What two people book that is of no customer: fees of the provider, differences, what is written off. */
  'adjustments',
] as const

export type LedgerAccount = (typeof ledgerAccounts)[number]
