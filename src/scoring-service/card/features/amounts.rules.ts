import type { ClassifiedRow } from '../rows/classify.rules.js'
import { dayOfRow } from '../rows/dossier.rules.js'
import { isOnlyCalledSavings } from '../rows/netting.rules.js'
import type { RowKind } from '../rows/wordings.js'

const debtOrSavings: ReadonlySet<RowKind> = new Set<RowKind>([
  'overdraftDraw',
  'overdraftRepayment',
  'loanDisbursement',
  'loanRepayment',
  'savingsDeposit',
  'savingsWithdrawal',
])

export const incomeOf = (row: ClassifiedRow): number => (row.isIncome ? row.row.paidIn - row.netted : 0)
export const inflowOf = (row: ClassifiedRow): number => (isOverdraftLeg(row) ? 0 : row.row.paidIn)
export const outflowOf = (row: ClassifiedRow): number => (isOverdraftLeg(row) ? 0 : row.row.paidOut)
const isOverdraftLeg = ({ kind }: ClassifiedRow): boolean =>
  kind === 'overdraftDraw' || kind === 'overdraftRepayment'

/** Money that comes in, less what is netted with the person's other accounts; 0 for loans and savings. */
export const gainOf = (row: ClassifiedRow): number =>
  debtOrSavings.has(row.kind) || row.row.paidIn === 0 ? 0 : row.row.paidIn - row.netted

/** The cost of living: everything that flows out, unless it is shown to be saving or repayment. */
export const livingCostOf = (row: ClassifiedRow): number =>
  (debtOrSavings.has(row.kind) && !isOnlyCalledSavings(row)) || row.row.paidOut === 0
    ? 0
    : row.row.paidOut - row.netted

/** The amount of an overdraft row may be printed in either column; the wording shows the direction. */
export const amountOf = ({ row }: ClassifiedRow): number => row.paidIn || row.paidOut

export const amountOfKind =
  (kind: RowKind) =>
  (row: ClassifiedRow): number =>
    row.kind === kind ? amountOf(row) : 0

/** Money that is put into savings, or taken out of savings. */
export const savedOfKind =
  (kind: 'savingsDeposit' | 'savingsWithdrawal') =>
  (row: ClassifiedRow): number =>
    row.kind === kind && !isOnlyCalledSavings(row) ? amountOf(row) - row.netted : 0

export const total = (rows: readonly ClassifiedRow[], worth: (row: ClassifiedRow) => number): number =>
  rows.reduce((all, row) => all + worth(row), 0)

export const daysWith = (
  rows: readonly ClassifiedRow[],
  matches: (row: ClassifiedRow) => boolean,
): Set<number> => new Set(rows.filter(matches).map(dayOfRow))
