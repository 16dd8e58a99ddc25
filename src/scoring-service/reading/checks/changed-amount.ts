import type { StatementRow } from '../../model/statement.js'
import { isCounted, type BrokenGroup, type Replay } from '../rows/reconcile.js'

/** With fewer groups that agree, too little is known about how this issuer books. */
const agreeingMin = 30

/** Rows that were booked at the same time as the first or last ones may be on another statement. */
const edgeGroups = 3

const amountOf = ({ paidIn, paidOut }: StatementRow): number => paidIn + paidOut

/**
 * By how much a group is off. Rows of one receipt may be printed in any order, so there is a value for each balance it
 * prints.
 */
const driftsOf = ({ rows, expected }: BrokenGroup): number[] =>
  rows.map(({ balance }) => (balance ?? expected) - expected)

/**
 * Whether a row that is listed but not counted explains the break: it moved money, so it is in the balances and not in
 * the sums.
 */
const isExplainedByUncounted = (group: BrokenGroup, rows: readonly StatementRow[]): boolean => {
  const day = group.completionTime.slice(0, 10)
  const drifts = driftsOf(group).map(Math.abs)
  return rows.some(
    (row) => !isCounted(row) && (drifts.includes(amountOf(row)) || row.completionTime.slice(0, 10) === day),
  )
}

const isTwin = (a: StatementRow, b: StatementRow): boolean =>
  a.details === b.details && a.paidIn === b.paidIn && a.paidOut === b.paidOut

/** Whether a row was printed twice, at the end of a page and at the beginning of the next. */
const hasTwins = ({ rows }: BrokenGroup): boolean =>
  rows.some((row, i) => rows.some((other, j) => j > i && isTwin(row, other)))

/** Whether a row of the group had another amount on its own side; an amount in the wrong column would change sides. */
const hasAnotherAmount = ({ rows, drift }: BrokenGroup): boolean =>
  rows.some(
    ({ paidIn, paidOut }) => (paidIn > 0 && paidIn + drift > 0) || (paidOut > 0 && paidOut - drift > 0),
  )

/**
 * The only group whose amount contradicts the balances, when these follow everywhere else and no known irregularity of
 * issuers explains it (docs/design/statement-layouts.md#rows): rows booked at the same time leave no difference, a row
 * in the wrong column changes sides, a row printed twice has a twin, a reversed row is listed uncounted. Undefined when
 * there is no such group, or when more groups are broken: those are judged by their share.
 */
export const changedAmountIn = (rows: readonly StatementRow[], replay: Replay): BrokenGroup | undefined => {
  // Two groups booked in the other order count as one broken group without a difference.
  const [only, ...others] = replay.broken.filter(({ drift }) => drift !== 0)
  if (!only || others.length > 0 || replay.agreeing < agreeingMin) return undefined
  const isInside = only.index >= edgeGroups && only.index < replay.length - edgeGroups
  const isExplained = isExplainedByUncounted(only, rows) || hasTwins(only) || !hasAnotherAmount(only)
  return isInside && !isExplained ? only : undefined
}
