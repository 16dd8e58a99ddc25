/** The chart of accounts, per book and currency (docs/design/money-and-ledger.md#chart-of-accounts). */
export const ledgerAccounts = [
  /** Money at the wallet provider. */
  'wallet_clearing',
  /** What we owe for deposits, per position. */
  'customer_principal',
  /** Interest earned and not yet paid, gross, per product. */
  'interest_payable',
  'interest_expense',
  /** Money reserved for a payout, per payout. */
  'payout_reserved',
  'tax_payable',
  /** Money that arrived for a closing or closed account. */
  'suspense',
  /** Money of a customer that was paid out of band: owed to the party that paid it for us. */
  'settled_otherwise',
  /** What a customer owes us for a deposit that was voided after it was paid out, per deposit. */
  'customer_receivable',
  /** Adjustments by two people that concern no customer: provider fees, differences, write-offs. */
  'adjustments',
] as const

export type LedgerAccount = (typeof ledgerAccounts)[number]
