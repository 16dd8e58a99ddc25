import { addDays, daysBetween, type LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'
import type { Movement } from './movements.rules.js'
import type { Period } from '../../statement-orders/period.rules.js'
import type { SavingsLine } from './savings-on.rules.js'

/** A maturity. It moves no money: the interest is credited when the savings is withdrawn. */
export interface MaturityNotice {
  readonly on: LocalDate
  /** The maturity date. */
  readonly valueOn: LocalDate
  readonly kind: 'MATURITY'
  /** The interest that is due at this maturity, after tax. */
  readonly interest: Minor
  readonly balance: Minor
  readonly positionId: string
}

/** A withdrawal that failed or was cancelled, so that its savings are restored. */
export interface GivenBack {
  readonly on: LocalDate
  /** The day on which the savings had been withdrawn. */
  readonly valueOn: LocalDate
  readonly reference: string
  /** What would have been paid. */
  readonly amount: Minor
  readonly positionId: string
  readonly isCancelled: boolean
}

export interface GiveBackNotice extends GivenBack {
  readonly kind: 'GIVEN_BACK'
  readonly balance: Minor
}

export type StatementRow = Movement | MaturityNotice | GiveBackNotice

interface Facts {
  readonly opening: Minor
  readonly movements: readonly Movement[]
  readonly savings: readonly SavingsLine[]
  readonly givenBack: readonly GivenBack[]
}

type Notice = Omit<MaturityNotice, 'balance'> | Omit<GiveBackNotice, 'balance'>

const maturitiesIn = (savings: readonly SavingsLine[], { from, to }: Period): Notice[] =>
  savings.flatMap(({ id, maturedOn, maturityOn, interest }) =>
    maturedOn !== null && maturedOn >= from && maturedOn <= to
      ? [{ kind: 'MATURITY', on: maturedOn, valueOn: maturityOn, positionId: id, interest: interest.net }]
      : [],
  )

/** The lines by date. A day begins with its maturities, and ends with its give-backs. */
export const rowsOf = ({ opening, movements, savings, givenBack }: Facts, period: Period): StatementRow[] => {
  const notices = [
    ...maturitiesIn(savings, period),
    ...givenBack.map((each) => ({ ...each, kind: 'GIVEN_BACK' as const })),
  ].toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  const isBefore = ({ on, kind }: Notice, movement: Movement): boolean =>
    on < movement.on || (on === movement.on && kind === 'MATURITY')
  const rows: StatementRow[] = []
  let balance = opening
  for (const movement of movements) {
    while (notices[0] && isBefore(notices[0], movement)) rows.push({ ...notices.shift()!, balance })
    rows.push(movement)
    balance = movement.balance
  }
  rows.push(...notices.map((notice) => ({ ...notice, balance })))
  return rows
}

/** A point of the chart: the balance from a day on. The first day of the period is day 0. */
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
