import type { LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'

/**
 * What one journal does to a customer, by the accounts on its other side. What we owe the customer (principal, what is
 * reserved for a payout, what is in suspense) changes by exactly the sum of the three, since a journal sums to zero.
 */
export interface JournalEffect {
  /** What the customer knows it by: `DEP-…`, `WDR-…` or `SET-…`. */
  readonly reference: string
  /** What happened: `DEPOSIT`. */
  readonly event: string
  /** The booking date. */
  readonly on: LocalDate
  /** From when it counts for interest. */
  readonly valueOn: LocalDate
  /** Money that came from the wallet, or when negative reached the customer, there or another way, or was taken back. */
  readonly cash: Minor
  /** Interest credited, gross. */
  readonly interest: Minor
  /** Tax on it: negative when it is withheld. */
  readonly tax: Minor
  /** Through the account for money without a savings: received for a closed account, or refunded. */
  readonly suspended: boolean
  readonly positionId: string | null
}

export type MovementKind =
  | 'DEPOSIT'
  | 'RECEIVED'
  | 'WITHDRAWAL'
  | 'REFUND'
  | 'INTEREST'
  | 'INTEREST_REVERSED'
  | 'TAX'
  | 'TAX_REVERSED'
  | 'VOIDED'
  | 'ADJUSTED'

export interface Movement {
  readonly on: LocalDate
  readonly valueOn: LocalDate
  readonly kind: MovementKind
  /** Signed: what the balance changes by. */
  readonly amount: Minor
  /** What we owe the customer after it. */
  readonly balance: Minor
  readonly positionId: string | null
  /** What the customer knows it by. */
  readonly reference: string
}

const cashKind = ({ cash, suspended, event }: JournalEffect): MovementKind => {
  if (event === 'VOID') return 'VOIDED'
  if (event === 'ADJUSTMENT') return 'ADJUSTED'
  if (cash > 0n) return suspended ? 'RECEIVED' : 'DEPOSIT'
  return suspended ? 'REFUND' : 'WITHDRAWAL'
}

const partsOf = (effect: JournalEffect): { kind: MovementKind; amount: Minor }[] => [
  { kind: cashKind(effect), amount: effect.cash },
  { kind: effect.interest > 0n ? 'INTEREST' : 'INTEREST_REVERSED', amount: effect.interest },
  { kind: effect.tax < 0n ? 'TAX' : 'TAX_REVERSED', amount: effect.tax },
]

/** The lines of a statement: every journal in its order, each part that is not zero, with the running balance. */
export const movementsOf = (opening: Minor, effects: readonly JournalEffect[]): Movement[] => {
  let balance = opening
  const movements: Movement[] = []
  for (const effect of effects) {
    for (const { kind, amount } of partsOf(effect)) {
      if (amount === 0n) continue
      balance += amount
      const { on, valueOn, positionId, reference } = effect
      movements.push({ on, valueOn, kind, amount, balance, positionId, reference })
    }
  }
  return movements
}

export interface Totals {
  readonly paidIn: Minor
  readonly paidOut: Minor
  /** Gross, and the tax on it; both after reversals. */
  readonly interest: Minor
  readonly tax: Minor
}

/** Opening + paid in − paid out + interest − tax is closing. */
export const totalsOf = (effects: readonly JournalEffect[]): Totals => {
  const sum = (amountOf: (effect: JournalEffect) => Minor) =>
    effects.reduce((total, effect) => total + amountOf(effect), 0n)
  return {
    paidIn: sum(({ cash }) => (cash > 0n ? cash : 0n)),
    paidOut: sum(({ cash }) => (cash < 0n ? -cash : 0n)),
    interest: sum(({ interest }) => interest),
    tax: -sum(({ tax }) => tax),
  }
}
