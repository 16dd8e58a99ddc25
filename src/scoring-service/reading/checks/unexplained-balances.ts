import type { StatementRow } from '../../model/statement.js'
import { isCounted, type BrokenGroup, type Replay } from '../rows/reconcile.js'

/** A cent of rounding may come and go twice. */
const roundingHundredths = 2

/** Rows that were booked in another order leave a difference and take it back again as near as this. */
const groupsApartMax = 3

const isPair = (a: BrokenGroup, b: BrokenGroup): boolean =>
  b.index - a.index <= groupsApartMax && Math.abs(a.drift + b.drift) <= roundingHundredths

/** A payment that is listed as reversed, and came back in a row of its own: neither side is earned or spent. */
const isReversal = ({ drift }: BrokenGroup, rows: readonly StatementRow[]): boolean => {
  const amount = Math.abs(drift)
  return (
    rows.some((row) => !isCounted(row) && /revers/i.test(row.transactionStatus) && row.paidOut === amount) &&
    rows.some((row) => isCounted(row) && /revers/i.test(row.details) && row.paidIn === amount)
  )
}

/**
 * Groups whose balance does not follow and that no disorder explains: each may be an amount that was changed, a payment that was
 * moved to the other side or called failed, or a row that the issuer lost. Nobody can tell which, so that nobody vouches for it.
 */
export const unexplainedIn = (rows: readonly StatementRow[], { broken }: Replay): BrokenGroup[] => {
  const found: BrokenGroup[] = []
  for (const group of broken) {
    if (Math.abs(group.drift) <= roundingHundredths || isReversal(group, rows)) continue
    const before = found.at(-1)
    if (before && isPair(before, group)) found.pop()
    else found.push(group)
  }
  return found
}
