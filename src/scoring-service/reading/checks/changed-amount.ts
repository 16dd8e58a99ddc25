import type { StatementRow } from '../../model/statement.js'
import { isCounted, type BrokenGroup, type Replay } from '../rows/reconcile.js'

/** Fewer groups that agree say too little about how this issuer books. */
const agreeingMin = 30

/** What was booked at the same time as the first or the last rows of a paper stands on the next paper. */
const edgeGroups = 3

const amountOf = ({ paidIn, paidOut }: StatementRow): number => paidIn + paidOut

/** Rows of one receipt may be printed in any order: what a group is off by has as many values as it prints balances. */
const driftsOf = ({ rows, expected }: BrokenGroup): number[] =>
  rows.map(({ balance }) => (balance ?? expected) - expected)

/** A row that is listed and not counted, and moved money all the same: the balances know it, the sums do not. */
const isExplainedByUncounted = (group: BrokenGroup, rows: readonly StatementRow[]): boolean => {
  const day = group.completionTime.slice(0, 10)
  const drifts = driftsOf(group).map(Math.abs)
  return rows.some(
    (row) => !isCounted(row) && (drifts.includes(amountOf(row)) || row.completionTime.slice(0, 10) === day),
  )
}

const isTwin = (a: StatementRow, b: StatementRow): boolean =>
  a.details === b.details && a.paidIn === b.paidIn && a.paidOut === b.paidOut

/** A row printed twice, at the end of a page and at the beginning of the next. */
const hasTwins = ({ rows }: BrokenGroup): boolean =>
  rows.some((row, i) => rows.some((other, j) => j > i && isTwin(row, other)))

/** Whether a row of the group had another amount on its own side: what was in the wrong column would change sides. */
const hasAnotherAmount = ({ rows, drift }: BrokenGroup): boolean =>
  rows.some(
    ({ paidIn, paidOut }) => (paidIn > 0 && paidIn + drift > 0) || (paidOut > 0 && paidOut - drift > 0),
  )

/**
 * The one group whose amount contradicts balances that follow everywhere else, when no disorder that issuers are known for
 * explains it (docs/design/statement-layouts.md#rows): rows booked at the same time leave no difference, a row in the wrong
 * column changes sides, a row printed twice has a twin, a reversed row is listed uncounted. Undefined when there is none
 * such, or more groups are broken: those are judged by their share.
 */
export const changedAmountIn = (rows: readonly StatementRow[], replay: Replay): BrokenGroup | undefined => {
  // Two groups booked in the other order are one that is broken, and leave no difference.
  const [only, ...others] = replay.broken.filter(({ drift }) => drift !== 0)
  if (!only || others.length > 0 || replay.agreeing < agreeingMin) return undefined
  const isInside = only.index >= edgeGroups && only.index < replay.length - edgeGroups
  const isExplained = isExplainedByUncounted(only, rows) || hasTwins(only) || !hasAnotherAmount(only)
  return isInside && !isExplained ? only : undefined
}
