type Side = 'credit' | 'debit'

/**
 * Some generations of statements print overdraft rows in the wrong column (docs/design/statement-layouts.md#rows), so
 * the wording decides their side. The list is closed: any other row is taken as printed.
 */
const forcedSides: readonly (readonly [RegExp, Side])[] = [
  [/^overdraft of credit party/i, 'credit'],
  [/^od loan repayment/i, 'debit'],
]

export const forcedSideOf = (details: string): Side | undefined =>
  forcedSides.find(([words]) => words.test(details))?.[1]
