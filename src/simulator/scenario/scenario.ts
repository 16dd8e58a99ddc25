/** The content of a valid file of `scenarios/`: texts as in the file, with their lines. */
export interface Scenario {
  readonly title: string
  readonly language: 'fr' | 'en'
  /** The last digits of the customer's number, which decide how the emulated wallet answers. */
  readonly number: string
  /** The first day of the customer's test clock; undefined for a customer with the real date. */
  readonly clock: string | undefined
  readonly steps: readonly Step[]
}

/** Texts by name: arguments of a call, or the expected values of its keys. */
export type Texts = Readonly<Record<string, string>>

interface At {
  /** The line of the file, from 1. */
  readonly line: number
}

export interface CallStep extends At {
  readonly does: 'call'
  readonly operation: string
  readonly isList: boolean
  /** Whether the operation is about a customer. */
  readonly isOfCustomer: boolean
  readonly with: Texts
  /** The expected rows: one for a record, one for each row of a list. */
  readonly expect: readonly Texts[] | undefined
  /** The call is repeated until its keys have these values. */
  readonly until: Texts | undefined
  /** The code of the expected error. */
  readonly refused: string | undefined
  /**
   * Keys of the answer whose values later steps use, under that name with a dollar sign; for a list `key@2` is the
   * second row's.
   */
  readonly keep: Texts
}

export interface WalkStep extends At {
  readonly does: 'walk'
  /** A date, `+` and a number of days, or `maturity`. */
  readonly to: string
}

export interface WalletStep extends At {
  readonly does: 'wallet'
  readonly answer: WalletAnswer
  /** Which order is answered, where both kinds may be waiting; undefined for the newest. */
  readonly of: 'payment' | 'payout' | undefined
}

export interface MailStep extends At {
  readonly does: 'mail'
  readonly expect: Texts
}

/** The customer hangs up, or waits too long: what follows is in another session. */
export interface HangUpStep extends At {
  readonly does: 'hang up'
}

export type Step = CallStep | WalkStep | WalletStep | MailStep | HangUpStep

/** `approve`, `decline`, `expire`, or the provider's own code of a failure. */
export type WalletAnswer = string

/** The outcome that the emulator gets for an answer of the wallet. */
export const outcomeOf = (answer: WalletAnswer): { readonly status: string; readonly reason?: string } => {
  if (answer === 'approve') return { status: 'SUCCESSFUL' }
  if (answer === 'decline') return { status: 'FAILED', reason: 'APPROVAL_REJECTED' }
  return { status: 'FAILED', reason: answer === 'expire' ? 'EXPIRED' : answer }
}

/** The value in a file that means that the key is absent. */
export const absent = 'absent'

/** An operation of the gateway, as far as scenarios use it. */
export interface OperationShape {
  readonly isList: boolean
  readonly arguments: readonly string[]
  readonly keys: readonly string[]
}
