import type { StatementRow } from '../../model/statement.js'

/** A group whose balance does not follow from the one before: evidence that a person can check. */
export interface BrokenGroup {
  readonly receiptNumber: string
  readonly completionTime: string
  /** Its index among all groups, from 0. */
  readonly index: number
  /** The balance that follows from the balance before and the rows. */
  readonly expected: number
  /** The difference between its balance and the expected one, in hundredths. */
  readonly drift: number
  readonly rows: readonly StatementRow[]
}

export interface Replay {
  /** How many groups could be compared. The first one cannot be compared if no opening balance is printed. */
  readonly comparedCount: number
  /** The number of all groups. */
  readonly groupCount: number
  /** How many of the compared groups follow (docs/glossary.md#scoring). */
  readonly agreeing: number
  readonly broken: readonly BrokenGroup[]
  /**
   * The difference between the last balance and the balance that follows from the first one and all rows, in
   * hundredths. Rows that the issuer booked at the same time break two groups and leave no difference; a changed
   * amount leaves its difference.
   */
  readonly drift: number
  /** How many rows no balance confirms: those before the first compared balance and after the last one. */
  readonly unconfirmed: number
  /** The highest possible balance before the first row, in hundredths; null without rows. */
  readonly openingMax: number | null
}

export const isCounted = (row: { readonly transactionStatus: string }): boolean =>
  row.transactionStatus.toLowerCase() === 'completed'

/**
 * Groups consecutive rows of one receipt and day or of one second, whose order is not known
 * (docs/design/statement-layouts.md#rows). Midnight stands for a missing time, so it groups nothing. Rows without a
 * balance belong to the group of the next printed balance: some banks print one a day.
 */
const groupsOf = (rows: readonly StatementRow[]): { groups: StatementRow[][]; rest: number } => {
  const groups: StatementRow[][] = []
  let waiting: StatementRow[] = []
  let receipts = new Set<string>()
  let second = ''
  for (const row of rows) {
    if (row.balance === null) {
      waiting.push(row)
      continue
    }
    const hasTime = !row.completionTime.endsWith('00:00:00')
    const isSameDay = row.completionTime.slice(0, 10) === second.slice(0, 10)
    const belongs =
      (isSameDay && receipts.has(row.receiptNumber)) || (hasTime && row.completionTime === second)
    if (belongs) (groups.at(-1) as StatementRow[]).push(...waiting, row)
    else {
      groups.push([...waiting, row])
      receipts = new Set()
    }
    waiting = []
    receipts.add(row.receiptNumber)
    second = row.completionTime
  }
  return { groups, rest: waiting.length }
}

interface BookedGroup {
  readonly first: StatementRow
  readonly net: number
  /** Every balance that is printed in the group. One of them is the balance after the group. */
  readonly balances: readonly number[]
}

const bookedGroupOf = (group: readonly StatementRow[]): BookedGroup => ({
  first: group[0] as StatementRow,
  net: group.reduce((sum, { paidIn, paidOut }) => sum + paidIn - paidOut, 0),
  balances: group.flatMap(({ balance }) => balance ?? []),
})

/** A fee may be rounded differently on the statement and in the books. */
const toleranceHundredths = 1

/** The printed balances that may be the one after the group, if the balance before it is one of `possible`. */
const followingBalances = ({ net, balances }: BookedGroup, possible: Iterable<number>): number[] => {
  const expected = [...possible].map((before) => before + net)
  return balances.filter((balance) => expected.some((one) => Math.abs(one - balance) <= toleranceHundredths))
}

/** The balances that may be the one after a group if the balance before it is not known; the last printed one first. */
const possibleBalances = ({ balances }: BookedGroup): number[] => [...balances].reverse()

/**
 * Corrects the drift of a broken group when the next group agrees. Any balance that the broken group prints may be the one
 * after it; the drift was computed from the last one. The next group shows which balances are possible: those after it
 * (`after`), less the sum of its rows (`net`). The last printed balance is used if it is possible, else the first possible.
 */
const correctDrift = (
  broken: BrokenGroup[],
  i: number,
  { net }: BookedGroup,
  after: readonly number[],
): void => {
  const before = broken.at(-1)
  if (before?.index !== i - 1 || after.length === 0) return
  const possibleAfterBroken = after.map((balance) => balance - net)
  const lastBalance = before.rows.at(-1)?.balance ?? 0
  const corrected = possibleAfterBroken.includes(lastBalance)
    ? lastBalance
    : (possibleAfterBroken[0] as number)
  broken[broken.length - 1] = { ...before, drift: corrected - before.expected }
}

/**
 * The balances after the first two groups, if these were booked in reverse order. There is no balance before them, so
 * the third group must confirm that order. Empty if the groups follow in the printed order.
 */
const swappedFirst = ([first, second, third]: readonly BookedGroup[]): readonly number[] => {
  if (!first || !second || !third || followingBalances(second, possibleBalances(first)).length > 0) return []
  const swapped = followingBalances(first, possibleBalances(second))
  return followingBalances(third, swapped).length > 0 ? swapped : []
}

/**
 * Replays the balances group by group: the balance after a group is one of those printed in it. All possible balances
 * are followed, so that an ambiguous group hides no later break. Two groups that agree in reverse order were booked in
 * that order: only one of them counts as broken, and not the groups after them.
 */
export const replayBalances = (rows: readonly StatementRow[], opening: number | null = null): Replay => {
  const { groups: all, rest } = groupsOf(rows.filter(isCounted))
  const booked = all.map(bookedGroupOf)
  let possible: readonly number[] = opening === null ? [] : [opening]
  const broken: BrokenGroup[] = []
  let comparedCount = 0
  const swappedStart = opening === null ? swappedFirst(booked) : []
  if (swappedStart.length > 0) {
    const { receiptNumber, completionTime } = (booked[0] as BookedGroup).first
    const expected = swappedStart[0] as number
    broken.push({ receiptNumber, completionTime, index: 0, expected, drift: 0, rows: all[0] ?? [] })
    possible = swappedStart
    comparedCount = 1
  }
  for (let i = swappedStart.length > 0 ? 2 : 0; i < booked.length; i += 1) {
    const group = booked[i] as BookedGroup
    const isFirst = possible.length === 0
    const after = followingBalances(group, possible)
    if (!isFirst) comparedCount += 1
    if (isFirst || after.length > 0) {
      correctDrift(broken, i, group, after)
      possible = isFirst ? possibleBalances(group) : after
      continue
    }
    const { receiptNumber, completionTime } = group.first
    const expected = (possible[0] as number) + group.net
    const next = booked[i + 1]
    const swapped = next ? followingBalances(group, followingBalances(next, possible)) : []
    const drift = swapped.length > 0 ? 0 : (group.balances.at(-1) as number) - expected
    broken.push({ receiptNumber, completionTime, index: i, expected, drift, rows: all[i] ?? [] })
    if (swapped.length > 0) {
      possible = swapped
      comparedCount += 1
      i += 1
    } else possible = possibleBalances(group)
  }
  const drift = broken.reduce((sum, group) => sum + group.drift, 0)
  const unconfirmed = rest + (opening === null ? (all[0]?.length ?? 0) : 0)
  const first = booked[swappedStart.length > 0 ? 1 : 0]
  const openingMax = first ? Math.max(...first.balances) - first.net : null
  return {
    comparedCount,
    groupCount: booked.length,
    agreeing: comparedCount - broken.length,
    broken,
    drift,
    unconfirmed,
    openingMax,
  }
}
