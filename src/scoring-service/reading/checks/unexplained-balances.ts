import type { StatementRow } from '../../model/statement.js'
import { isCounted, type BrokenGroup, type Replay } from '../rows/reconcile.js'

/** A rounding of a cent may occur twice. */
const roundingHundredths = 2

/** Rows booked in another order leave a difference that disappears again within this many groups. */
const groupsApartMax = 3

/** The index at which the shortest run begins that ends with the last group and leaves no difference; -1 when there is none. */
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
 * Payments that are listed as reversed and came back in a row of their own: neither side is earned or spent. Such a
 * payment is in no sum, so that the balance is lower by it once.
 */
const reversalsIn = (rows: readonly StatementRow[]): number[] => {
  const back = rows.filter((row) => isCounted(row) && /revers/i.test(row.details)).map(({ paidIn }) => paidIn)
  return rows.flatMap((row) => {
    if (isCounted(row) || row.paidOut === 0 || !/revers/i.test(row.transactionStatus)) return []
    const at = back.indexOf(row.paidOut)
    if (at < 0) return []
    back.splice(at, 1)
    return [-row.paidOut]
  })
}

/**
 * Groups whose balance does not follow and that no known irregularity explains. Each may be a changed amount, a payment
 * that was moved to the other side or marked as failed, or a row that the issuer lost. It cannot be told which, so the
 * statement is not verified.
 */
export const unexplainedIn = (rows: readonly StatementRow[], { broken }: Replay): BrokenGroup[] => {
  const found: BrokenGroup[] = []
  const reversals = reversalsIn(rows)
  for (const group of broken) {
    if (Math.abs(group.drift) <= roundingHundredths) continue
    const reversed = reversals.indexOf(group.drift)
    if (reversed >= 0) {
      reversals.splice(reversed, 1)
      continue
    }
    found.push(group)
    const from = runOf(found)
    if (from >= 0) found.splice(from)
  }
  return found
}
