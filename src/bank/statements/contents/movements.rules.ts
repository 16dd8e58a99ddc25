import type { LocalDate } from '../../../kernel/calendar.js'
import type { Minor } from '../../../kernel/money.js'

/**
 * What one journal changes for a customer, read from its lines of cash, interest and tax. Since a journal sums to zero, what we
 * owe the customer (principal, payouts, suspense, less what they owe us) changes by exactly the sum of these.
 */
export interface JournalEffect {
  /** The reference that the customer has: `DEP-…`, `WDR-…` or `SET-…`. */
  readonly reference: string
  /** The kind of event, as in the journal's reference before the colon: `DEPOSIT`. */
  readonly event: string
  /** The booking date. */
  readonly on: LocalDate
  /** From when it counts for interest. */
  readonly valueOn: LocalDate
  /**
   * Money that came from the customer's wallet, or that an adjustment takes off their debt; negative for money that reached the
   * customer, by wallet or out of band, and for a payment that was reversed.
   */
  readonly cash: Minor
  /** Interest credited, gross. */
  readonly interest: Minor
  /** Tax on it: negative when it is withheld. */
  readonly tax: Minor
  /** Whether the journal is booked in suspense: money for a closing or closed account, or the refund of it. */
  readonly isInSuspense: boolean
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
  /** The signed change of the balance. */
  readonly amount: Minor
  /** What we owe the customer after it. */
  readonly balance: Minor
  readonly positionId: string | null
  /** The reference that the customer has. */
  readonly reference: string
}

const cashKind = ({ cash, isInSuspense, event }: JournalEffect): MovementKind => {
  if (event === 'VOID') return 'VOIDED'
  if (event === 'ADJUSTMENT') return 'ADJUSTED'
  if (cash > 0n) return isInSuspense ? 'RECEIVED' : 'DEPOSIT'
  return isInSuspense ? 'REFUND' : 'WITHDRAWAL'
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
