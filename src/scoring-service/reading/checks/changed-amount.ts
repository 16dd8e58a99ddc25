import type { StatementRow } from '../../model/statement.js'
import { isCounted, type BrokenGroup, type Replay } from '../rows/reconcile.js'

/** If the balances of fewer groups follow, no changed amount is reported: too little is known about how the issuer books. */
const agreeingMin = 30

/** This many groups at either end are not judged: their rows may have been booked together with rows of another statement. */
const edgeGroups = 3

const amountOf = ({ paidIn, paidOut }: StatementRow): number => paidIn + paidOut

/**
 * How far the balances of a group are from the expected one. Rows of one receipt may be printed in any order, so each
 * printed balance gives a value.
 */
const driftsOf = ({ rows, expected }: BrokenGroup): number[] =>
  rows.map(({ balance }) => (balance ?? expected) - expected)

/**
 * Whether a row that is listed but not counted, such as a reversed one, explains the break: it may have moved money,
 * which is then in the balances and not in the sums. It explains the break if its amount is a drift of the group, or if
 * it is of the same day.
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

/** Whether a row was printed twice, as at the end of a page and at the beginning of the next. */
const hasTwins = ({ rows }: BrokenGroup): boolean =>
  rows.some((row, i) => rows.some((other, j) => j > i && isTwin(row, other)))

/**
 * Whether the break would disappear if one row had another amount in the same column. If not, an amount in the wrong
 * column explains the break.
 */
const mayHaveAnotherAmount = ({ rows, drift }: BrokenGroup): boolean =>
  rows.some(
    ({ paidIn, paidOut }) => (paidIn > 0 && paidIn + drift > 0) || (paidOut > 0 && paidOut - drift > 0),
  )

/**
 * The only group with an amount that contradicts the balances, if all others agree and no known irregularity of issuers
 * explains it (docs/design/statement-layouts.md#rows). Each irregularity has a sign: rows booked at the same time leave
 * no difference; a row printed in the wrong column would need its amount in the other column; a row printed twice has a
 * twin; a reversed row is listed but not counted. Undefined if there is no such group, or if more groups are broken: those
 * are judged by their share.
 */
export const changedAmountIn = (rows: readonly StatementRow[], replay: Replay): BrokenGroup | undefined => {
  // Two groups that were booked in reverse order count as one broken group without a difference.
  const [only, ...others] = replay.broken.filter(({ drift }) => drift !== 0)
  if (!only || others.length > 0 || replay.agreeing < agreeingMin) return undefined
  const isInside = only.index >= edgeGroups && only.index < replay.groupCount - edgeGroups
  const isExplained = isExplainedByUncounted(only, rows) || hasTwins(only) || !mayHaveAnotherAmount(only)
  return isInside && !isExplained ? only : undefined
}
