type Side = 'credit' | 'debit'

/**
 * Overdraft rows are printed by some generations in the wrong column (docs/design/statement-layouts.md#rows): for these
 * wordings the wording wins. Closed: any other row is believed as printed.
 */
const forced: readonly (readonly [RegExp, Side])[] = [
  [/^overdraft of credit party/i, 'credit'],
  [/^od loan repayment/i, 'debit'],
]

export const forcedSideOf = (details: string): Side | undefined =>
  forced.find(([words]) => words.test(details))?.[1]
