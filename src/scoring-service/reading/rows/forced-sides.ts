type Side = 'credit' | 'debit'

/**
 * Overdraft rows are printed in the wrong column by some generations of statements
 * (docs/design/statement-layouts.md#rows): for these wordings the wording decides. The list is closed: any other row is
 * taken as printed.
 */
const forced: readonly (readonly [RegExp, Side])[] = [
  [/^overdraft of credit party/i, 'credit'],
  [/^od loan repayment/i, 'debit'],
]

export const forcedSideOf = (details: string): Side | undefined =>
  forced.find(([words]) => words.test(details))?.[1]
