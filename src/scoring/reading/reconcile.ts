import type { StatementRow } from '../statement.js'

/** A group whose balance does not follow from the one before: evidence for a person to look at. */
export interface BrokenGroup {
  readonly receiptNumber: string
  readonly completionTime: string
  /** Its place among all groups, from 0. */
  readonly index: number
  /** The balance that the rows make of the one before. */
  readonly expected: number
  /** By how much the balance that it left is off, in hundredths. */
  readonly drift: number
  readonly rows: readonly StatementRow[]
}

export interface Replay {
  /** Groups that could be compared: the first one cannot where no opening balance is printed. */
  readonly groups: number
  /** All groups. */
  readonly length: number
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

/** Hundredths that a balance may be off (research 1.4). */
const tolerance = 1

const follows = (possible: ReadonlySet<number>, before: number): boolean =>
  possible.has(before) || possible.has(before - tolerance) || possible.has(before + tolerance)

/**
 * Replays the balances group by group: the balance behind a group is one of those that it prints. What it can be is
 * carried on, so that an ambiguous group hides no later break.
 */
export const replayBalances = (rows: readonly StatementRow[], opening: number | null = null): Replay => {
  const counted = rows.filter((row) => isCounted(row) && row.balance !== null)
  let possible = new Set<number>(opening === null ? [] : [opening])
  const broken: BrokenGroup[] = []
  let groups = 0
  const all = groupsOf(counted)
  all.forEach((group, index) => {
    const first = group[0] as StatementRow
    const net = group.reduce((sum, { paidIn, paidOut }) => sum + paidIn - paidOut, 0)
    const balances = group.map(({ balance }) => balance as number)
    const after = balances[balances.length - 1] as number
    const following = balances.filter((balance) => follows(possible, balance - net))
    const isFirst = possible.size === 0
    if (!isFirst) groups += 1
    if (!isFirst && following.length === 0) {
      const expected = net + (possible.values().next().value as number)
      const { receiptNumber, completionTime } = first
      broken.push({ receiptNumber, completionTime, index, expected, drift: after - expected, rows: group })
    }
    const before = broken.at(-1)
    // Which of its balances a broken group left is known from the group behind it, where that one tells.
    if (before?.index === index - 1 && following.length > 0) {
      const left = new Set(following.map((balance) => balance - net))
      const shown = before.rows.at(-1)?.balance ?? 0
      const settled = left.has(shown) ? shown : (left.values().next().value as number)
      broken[broken.length - 1] = { ...before, drift: settled - before.expected }
    }
    possible = new Set(following.length > 0 ? following : [after, ...balances])
  })
  const drift = broken.reduce((sum, group) => sum + group.drift, 0)
  return { groups, length: all.length, agreeing: groups - broken.length, broken, drift }
}
