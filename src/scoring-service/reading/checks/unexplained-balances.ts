import type { StatementRow } from '../../model/statement.js'
import { isCounted, type BrokenGroup, type Replay } from '../rows/reconcile.js'

/** Two roundings of a cent. */
const roundingHundredths = 2

/** Rows that were booked in another order leave a difference that disappears again within this many groups. */
const groupsApartMax = 3

/**
 * Finds the shortest run of two or more groups at the end of the list whose drifts add up to 0 within `roundingHundredths`, and
 * returns the index of the first of them. -1 if there is none, or if two neighbours in it are more than `groupsApartMax` groups
 * of the statement apart.
 */
const runOf = (groups: readonly BrokenGroup[]): number => {
  let drift = 0
  for (let i = groups.length - 1; i >= 0; i -= 1) {
    const [group, next] = [groups[i] as BrokenGroup, groups[i + 1]]
    if (next && next.index - group.index > groupsApartMax) return -1
    drift += group.drift
    if (next && Math.abs(drift) <= roundingHundredths) return i
  }
  return -1
}

/**
 * The differences left by payments that are listed as reversed and whose money came back in a row of its own. Only the
 * row that brings the money back is counted, so one balance is lower than expected by the amount.
 */
const reversalsIn = (rows: readonly StatementRow[]): number[] => {
  const returned = rows
    .filter((row) => isCounted(row) && /revers/i.test(row.details))
    .map(({ paidIn }) => paidIn)
  return rows.flatMap((row) => {
    if (isCounted(row) || row.paidOut === 0 || !/revers/i.test(row.transactionStatus)) return []
    const at = returned.indexOf(row.paidOut)
    if (at < 0) return []
    returned.splice(at, 1)
    return [-row.paidOut]
  })
}

/**
 * Groups whose balance does not follow and that no known irregularity explains. Each may be a changed amount, a
 * payment that was moved to the other side or marked as failed, or a row that the issuer lost. Nobody can tell which,
 * so the statement is not verified.
 */
export const unexplainedIn = (rows: readonly StatementRow[], { broken }: Replay): BrokenGroup[] => {
  const unexplained: BrokenGroup[] = []
  const reversals = reversalsIn(rows)
  for (const group of broken) {
    if (Math.abs(group.drift) <= roundingHundredths) continue
    const reversalAt = reversals.indexOf(group.drift)
    if (reversalAt >= 0) {
      reversals.splice(reversalAt, 1)
      continue
    }
    unexplained.push(group)
    const from = runOf(unexplained)
    if (from >= 0) unexplained.splice(from)
  }
  return unexplained
}
