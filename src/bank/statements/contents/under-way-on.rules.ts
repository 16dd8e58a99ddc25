import { isOwed, type Owed } from '../../savings/rules/under-way.rules.js'
import { type Standings } from '../../messages/standings.js'
import type { CivilMoment, LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'

/** Money under way as pages show it now. */
export type Shown = Pick<OwedMoney, 'id' | 'reference' | 'on' | 'amount'> &
  {
    readonly [Kind in keyof Standings]: { readonly kind: Kind; readonly standing: Standings[Kind] }
  }[keyof Standings]

/** Money that the books owed on the last day of a period and that was on its way to the wallet. The balance includes it. */
export interface OwedMoney {
  readonly kind: 'PAYOUT' | 'REFUND'
  /** The id of the payout, or of the order that took the refunded deposit; the same as in `UnderWay`. */
  readonly id: string
  /** The reference that the customer has: `SET-…`, or the `DEP-…` of a refund. */
  readonly reference: string
  readonly on: LocalDate
  readonly amount: Minor
  /** The end of its hold, in the time zone of its book. */
  readonly heldUntil: CivilMoment | null
  readonly positionId: string | null
}

/** The state that pages show; UNPAID where only the books are known, as for a closed day. */
export type OwedStanding = Owed | 'UNPAID'

interface Line extends Pick<OwedMoney, 'reference' | 'on' | 'amount' | 'heldUntil' | 'positionId'> {}

/** Money under way at the end of a period. A deposit in flight has not reached the bank, so the balance does not include it. */
export type UnderWayLine = Line &
  (
    | { readonly kind: 'DEPOSIT'; readonly standing: Standings['DEPOSIT'] }
    | { readonly kind: 'PAYOUT' | 'REFUND'; readonly standing: OwedStanding }
  )

/**
 * Money under way at the end of a period. While its last day is open, its states are those that pages show now. For a closed day
 * only facts are given that never change, whatever the state of the transfer was: what the books owed, and whether it was on hold.
 *
 * @param shown what pages show, oldest first within each kind; null once the last day is closed
 */
export const underWayOn = (
  owed: readonly OwedMoney[],
  shown: readonly Shown[] | null,
  to: LocalDate,
): UnderWayLine[] => {
  const standingOf = ({ kind, id, heldUntil }: OwedMoney): OwedStanding => {
    const sameMoney = shown?.find((money) => money.kind === kind && money.id === id)
    if (sameMoney && sameMoney.kind !== 'DEPOSIT' && isOwed(sameMoney.standing)) return sameMoney.standing
    return shown === null && heldUntil !== null && heldUntil.on > to ? 'HELD' : 'UNPAID'
  }
  const deposits = (shown ?? []).flatMap((money): UnderWayLine[] => {
    if (money.kind !== 'DEPOSIT' || money.on > to) return []
    const { kind, standing, reference, on, amount } = money
    return [{ kind, standing, reference, on, amount, heldUntil: null, positionId: null }]
  })
  return [...deposits, ...owed.map((money) => ({ ...money, standing: standingOf(money) }))]
}
