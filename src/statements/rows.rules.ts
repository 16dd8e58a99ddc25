import { addDays, daysBetween, type LocalDate } from '../shared/calendar.js'
import type { Minor } from '../shared/money.js'
import type { Movement } from './movements.rules.js'
import type { Period } from './period.rules.js'
import type { SavingsLine } from './savings-on.rules.js'

/** A savings came to its date. No money moves: the books credit its interest when it is left. */
export interface MaturityNotice {
  readonly on: LocalDate
  /** Its date. */
  readonly valueOn: LocalDate
  readonly kind: 'MATURITY'
  /** Interest due with it, net. */
  readonly interest: Minor
  readonly balance: Minor
  readonly positionId: string
}

export type StatementRow = Movement | MaturityNotice

interface Facts {
  readonly opening: Minor
  readonly movements: readonly Movement[]
  readonly savings: readonly SavingsLine[]
}

const noticesOf = (savings: readonly SavingsLine[], { from, to }: Period) =>
  savings
    .flatMap(({ id, maturedOn, maturityOn, interest }) =>
      maturedOn !== null && maturedOn >= from && maturedOn <= to
        ? [{ on: maturedOn, valueOn: maturityOn, positionId: id, interest: interest.net }]
        : [],
    )
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))

/** The lines in the order of their days; a day begins with what matures on it. */
export const rowsOf = ({ opening, movements, savings }: Facts, period: Period): StatementRow[] => {
  const notices = noticesOf(savings, period)
  const rows: StatementRow[] = []
  let balance = opening
  const notice = (matured: (typeof notices)[number]): void => {
    rows.push({ ...matured, kind: 'MATURITY', balance })
  }
  for (const movement of movements) {
    while (notices[0] && notices[0].on <= movement.on) notice(notices.shift()!)
    rows.push(movement)
    balance = movement.balance
  }
  notices.forEach(notice)
  return rows
}

/** A point of the chart: the balance from a day on, the days counted from the first of the period. */
export interface BalancePoint {
  readonly day: number
  readonly balance: Minor
}

/** The balance at the end of each day on which it changed, from the first day to the end of the last. */
export const balanceOver = (
  { opening, movements }: Pick<Facts, 'opening' | 'movements'>,
  { from, to }: Period,
): { readonly days: number; readonly points: readonly BalancePoint[] } => {
  const points: BalancePoint[] = [{ day: 0, balance: opening }]
  for (const { on, balance } of movements) {
    const day = daysBetween(from, on)
    if (points.at(-1)!.day === day) points.pop()
    points.push({ day, balance })
  }
  return { days: daysBetween(from, addDays(to, 1)), points }
}
