import { isOwed, type Owed } from '../../savings/rules/under-way.rules.js'
import { type Standings } from '../../messages/standings.js'
import type { CivilMoment, LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'

/** Money under way as the screens show it now. */
export type Shown = Pick<OwedMoney, 'id' | 'reference' | 'on' | 'amount'> &
  {
    readonly [Kind in keyof Standings]: { readonly kind: Kind; readonly standing: Standings[Kind] }
  }[keyof Standings]

/** What the books owed on the last day of a period, and was on its way to the wallet: the balance has it. */
export interface OwedMoney {
  readonly kind: 'PAYOUT' | 'REFUND'
  /** As in `UnderWay`. */
  readonly id: string
  /** What the customer knows it by: `SET-…`, or the `DEP-…` of what is paid back. */
  readonly reference: string
  readonly on: LocalDate
  readonly amount: Minor
  /** Until when it is held, or was, as clocks of its world show it. */
  readonly heldUntil: CivilMoment | null
  readonly positionId: string | null
}

/** As the screens say it, or UNPAID: what the books alone know of a day that is closed. */
export type OwedOnPaper = Owed | 'UNPAID'

interface Line extends Pick<OwedMoney, 'reference' | 'on' | 'amount' | 'heldUntil' | 'positionId'> {}

/** Money that was under way at the end of a period. A deposit that is asked for has not reached the bank: no balance has it. */
export type UnderWayLine = Line &
  (
    | { readonly kind: 'DEPOSIT'; readonly standing: Standings['DEPOSIT'] }
    | { readonly kind: 'PAYOUT' | 'REFUND'; readonly standing: OwedOnPaper }
  )

/**
 * What was under way at the end of a period. As long as its last day is open, it stands as the screens show it now. Of a
 * closed day is said what can never change, and is true however the transfer stood: what the books owed, and whether it was held.
 *
 * @param shown what the screens show, oldest first of each kind; null once the last day is closed
 */
export const underWayOn = (
  owed: readonly OwedMoney[],
  shown: readonly Shown[] | null,
  to: LocalDate,
): UnderWayLine[] => {
  const standingOf = ({ kind, id, heldUntil }: OwedMoney): OwedOnPaper => {
    const now = shown?.find((money) => money.kind === kind && money.id === id)
    if (now && now.kind !== 'DEPOSIT' && isOwed(now.standing)) return now.standing
    return shown === null && heldUntil !== null && heldUntil.on > to ? 'HELD' : 'UNPAID'
  }
  const deposits = (shown ?? []).flatMap((money): UnderWayLine[] => {
    if (money.kind !== 'DEPOSIT' || money.on > to) return []
    const { kind, standing, reference, on, amount } = money
    return [{ kind, standing, reference, on, amount, heldUntil: null, positionId: null }]
  })
  return [...deposits, ...owed.map((money) => ({ ...money, standing: standingOf(money) }))]
}
