/** The content of a valid scenario file; each step has its line in the file. */
export interface Scenario {
  readonly title: string
  readonly language: 'fr' | 'en'
  /** The last digits of the customer's number, which decide how the emulated wallet answers. */
  readonly number: string
  /** The first day of the customer's test clock; undefined for a customer with the real date. */
  readonly clock: string | undefined
  readonly steps: readonly Step[]
}

/** Texts by name, such as the arguments of a call, or the expected values of its keys. */
export type Texts = Readonly<Record<string, string>>

interface WithLine {
  /** The line of the file, from 1. */
  readonly line: number
}

export interface CallStep extends WithLine {
  readonly does: 'call'
  readonly operation: string
  readonly isList: boolean
  /** Whether the operation is about a customer. */
  readonly isOfCustomer: boolean
  readonly with: Texts
  /** The expected rows: one for a record, one for each row of a list. */
  readonly expect: readonly Texts[] | undefined
  /** The call is repeated until the keys of its answer have these values. */
  readonly until: Texts | undefined
  /** The code of the expected error. */
  readonly refused: string | undefined
  /**
   * Values that later steps use, by name: with `keep: { reference: deposit_reference }`, `$reference` is the value of
   * that key. In a list, `key@2` is the key in the second row.
   */
  readonly keep: Texts
}

export interface WalkStep extends WithLine {
  readonly does: 'walk'
  /** A date, a number of days such as `+2`, or `maturity`: the last day on which any of the customer's savings matures. */
  readonly to: string
}

export interface WalletStep extends WithLine {
  readonly does: 'wallet'
  readonly answer: WalletAnswer
  /** The kind of order that is answered, where both kinds may be waiting; undefined for the newest order. */
  readonly of: 'payment' | 'payout' | undefined
}

export interface MailStep extends WithLine {
  readonly does: 'mail'
  readonly expect: Texts
}

/** The customer hangs up, or waits too long: the next steps belong to another session. */
export interface HangUpStep extends WithLine {
  readonly does: 'hang up'
}

export type Step = CallStep | WalkStep | WalletStep | MailStep | HangUpStep

/** `approve`, `decline`, `expire`, or the provider's code of a failure. */
export type WalletAnswer = string

/** The status and reason that the wallet's emulator is given for an answer. */
export const outcomeOf = (answer: WalletAnswer): { readonly status: string; readonly reason?: string } => {
  if (answer === 'approve') return { status: 'SUCCESSFUL' }
  if (answer === 'decline') return { status: 'FAILED', reason: 'APPROVAL_REJECTED' }
  return { status: 'FAILED', reason: answer === 'expire' ? 'EXPIRED' : answer }
}

/** The expected value of a key that must be missing. */
export const absent = 'absent'

/** The parts of a gateway operation that scenarios use. */
export interface OperationShape {
  readonly isList: boolean
  readonly arguments: readonly string[]
  readonly keys: readonly string[]
}
