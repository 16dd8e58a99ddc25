import type { LocalDate } from '../../src/kernel/calendar.js'
import type { Role } from '../../src/kernel/call.js'

/** What staff know before they ask: a customer with a history, and the state of the bank on that day. */
export interface KnownToStaff {
  readonly msisdn: string
  readonly customer: string
  readonly email: string
  readonly account: string
  readonly position: string
  readonly quote: string
  readonly order: string
  readonly transaction: string
  /** The provider's transaction id of a collection that is refunded. */
  readonly refundedTransaction: string
  readonly payout: string
  readonly statement: string
  readonly caseId: string
  readonly scored: string
  /** A customer on whom staff acted. */
  readonly other: string
  /** The last day whose night is complete. */
  readonly night: LocalDate
  readonly today: LocalDate
}

export interface Task {
  readonly what: string
  readonly as: Role
  readonly ask: (known: KnownToStaff) => string
  /** What the answer must contain. */
  readonly finds: (known: KnownToStaff) => readonly string[]
}
