import type { ClassifiedRow } from '../rows/classify.rules.js'
import { dayOfRow, type Dossier } from '../rows/dossier.rules.js'

const net = (rows: readonly ClassifiedRow[]): number =>
  rows.reduce((total, { row }) => total + row.paidIn - row.paidOut, 0)

/**
 * A statement may print rows of one receipt and day or of one second in any order, so that only the group as a whole has a balance
 * (docs/design/statement-layouts.md#rows).
 */
const groupsOf = (rows: readonly ClassifiedRow[]): ClassifiedRow[][] => {
  const groups: ClassifiedRow[][] = []
  let previous: ClassifiedRow | undefined
  for (const row of rows) {
    const isSame =
      previous &&
      (previous.seconds === row.seconds ||
        (previous.day === row.day && previous.row.receiptNumber === row.row.receiptNumber))
    if (isSame) groups.at(-1)?.push(row)
    else groups.push([row])
    previous = row
  }
  return groups
}

/**
 * The balance before a row is its printed balance less what the row moved. Returns the printed balances of a group that
 * are not the balance before any of its rows. If the rows form one chain, this is only the balance of the last row of
 * the chain, in whatever order the rows are printed: the balance after the whole group.
 */
const chainEnds = (group: readonly ClassifiedRow[]): number[] => {
  const begins = group.flatMap(({ row }) =>
    row.balance === null ? [] : [row.balance - row.paidIn + row.paidOut],
  )
  return group.flatMap(({ row }) => {
    const at = row.balance === null ? -1 : begins.indexOf(row.balance)
    if (at >= 0) begins.splice(at, 1)
    return row.balance === null || at >= 0 ? [] : [row.balance]
  })
}

/**
 * The balance after a group: the one that follows from the balance before it, else the end of the chain of its rows,
 * else the last one printed.
 */
const balanceAfter = (group: readonly ClassifiedRow[], before: number | null): number | null => {
  const printed = group.flatMap(({ row }) => (row.balance === null ? [] : [row.balance]))
  const expected = before === null ? null : before + net(group)
  if (expected !== null && printed.includes(expected)) return expected
  const ends = chainEnds(group)
  return (ends.length === 1 ? ends[0] : printed.at(-1)) ?? expected
}

/**
 * The closing balance of each day of one account, and the balance before the first day. Null when the account prints
 * no balances.
 */
const closings = (
  rows: readonly ClassifiedRow[],
): { readonly opening: number; readonly byDay: ReadonlyMap<number, number> } | null => {
  const byDay = new Map<number, number>()
  let balance: number | null = null
  let opening: number | null = null
  for (const group of groupsOf(rows)) {
    balance = balanceAfter(group, balance)
    if (balance === null) continue
    opening ??= balance - net(group)
    byDay.set(dayOfRow(group.at(-1) as ClassifiedRow), balance)
  }
  return opening === null ? null : { opening, byDay }
}

export interface DayBalance {
  readonly day: number
  readonly balance: number
}

/**
 * What the person had at the end of each covered day over all accounts, in hundredths, oldest first; a day without
 * rows has the balance of the day before. The first entry is the balance before the first day. Empty when no statement
 * prints balances.
 */
export const endOfDayBalances = (dossier: Dossier): readonly DayBalance[] => {
  const accounts = dossier.accounts.flatMap(
    ({ rows }) => closings(rows.filter(({ completed }) => completed)) ?? [],
  )
  const [start] = dossier.covered
  if (accounts.length === 0 || start === undefined) return []
  const current = accounts.map(({ opening }) => opening)
  const balanceOn = (day: number): DayBalance => ({
    day,
    balance: current.reduce((total, balance) => total + balance, 0),
  })
  const balances: DayBalance[] = [balanceOn(start.first - 1)]
  for (const { first, last } of dossier.covered) {
    for (let day = first; day <= last; day++) {
      accounts.forEach(({ byDay }, index) => {
        current[index] = byDay.get(day) ?? (current[index] as number)
      })
      balances.push(balanceOn(day))
    }
  }
  return balances
}
