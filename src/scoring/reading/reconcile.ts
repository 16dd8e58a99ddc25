import type { StatementRow } from '../statement.js'

/** A group whose balance does not follow from the one before: evidence for a person to look at. */
export interface BrokenGroup {
  readonly receiptNumber: string
  readonly completionTime: string
}

export interface Replay {
  readonly groups: number
  readonly agreeing: number
  readonly broken: readonly BrokenGroup[]
  /**
   * By how much the last balance differs from what all rows make of the first, in hundredths. Rows that the issuer booked
   * at the same time break two groups and leave none; an amount that was changed leaves its difference.
   */
  readonly drift: number
}

export const isCounted = (row: { readonly transactionStatus: string }): boolean =>
  row.transactionStatus.toLowerCase() === 'completed'

/**
 * Rows of one receipt or of one second that follow one another: their order among themselves is not known (research
 * 1.4). A time of midnight is a date without a time, and groups nothing.
 */
const groupsOf = (rows: readonly StatementRow[]): StatementRow[][] => {
  const groups: StatementRow[][] = []
  let receipts = new Set<string>()
  let second = ''
  for (const row of rows) {
    const hasTime = !row.completionTime.endsWith('00:00:00')
    const belongs = receipts.has(row.receiptNumber) || (hasTime && row.completionTime === second)
    if (belongs) (groups.at(-1) as StatementRow[]).push(row)
    else {
      groups.push([row])
      receipts = new Set()
    }
    receipts.add(row.receiptNumber)
    second = row.completionTime
  }
  return groups
}

/**
 * Replays the balances group by group: the balance behind a group is one of those that it prints. What it can be is
 * carried on, so that an ambiguous group hides no later break.
 */
export const replayBalances = (rows: readonly StatementRow[], opening: number | null = null): Replay => {
  const counted = rows.filter((row) => isCounted(row) && row.balance !== null)
  let possible = new Set<number>(opening === null ? [] : [opening])
  const broken: BrokenGroup[] = []
  let groups = 0
  let drift = 0
  for (const group of groupsOf(counted)) {
    const first = group[0] as StatementRow
    const net = group.reduce((sum, { paidIn, paidOut }) => sum + paidIn - paidOut, 0)
    const balances = group.map(({ balance }) => balance as number)
    const after = balances[balances.length - 1] as number
    const following = balances.filter((balance) => possible.has(balance - net))
    const isFirst = possible.size === 0
    if (!isFirst) groups += 1
    if (!isFirst && following.length === 0) {
      broken.push({ receiptNumber: first.receiptNumber, completionTime: first.completionTime })
      drift += after - net - (possible.values().next().value as number)
    }
    possible = new Set(following.length > 0 ? following : balances)
  }
  return { groups, agreeing: groups - broken.length, broken, drift }
}
