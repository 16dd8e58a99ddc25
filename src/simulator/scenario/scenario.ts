/** What a file of `scenarios/` says, once it is known to be one: texts as they stand in the file, by line. */
export interface Scenario {
  readonly title: string
  readonly language: 'fr' | 'en'
  /** The last digits of the customer's number, which choose what the wallet answers. */
  readonly number: string
  /** The day on which the customer's test clock begins; undefined: the customer lives by the real date. */
  readonly clock: string | undefined
  readonly steps: readonly Step[]
}

/** Texts by name: arguments of a call, or what its keys must say. */
export type Texts = Readonly<Record<string, string>>

interface At {
  /** Of the file, from 1. */
  readonly line: number
}

export interface CallStep extends At {
  readonly does: 'call'
  readonly operation: string
  readonly isList: boolean
  /** The operation has a customer. */
  readonly isOfCustomer: boolean
  readonly with: Texts
  /** Of a record one, of a list one for each row. */
  readonly expect: readonly Texts[] | undefined
  /** Asked again until its keys say this. */
  readonly until: Texts | undefined
  /** The code of the error that it must be answered with. */
  readonly refused: string | undefined
  /** Keys of the answer whose values later steps name with a dollar sign, by that name; of a list `key@2` is the second row's. */
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
}

export interface MailStep extends At {
  readonly does: 'mail'
  readonly expect: Texts
}

/** The customer hangs up, or waits too long: what follows is another session. */
export interface HangUpStep extends At {
  readonly does: 'hang up'
}

export type Step = CallStep | WalkStep | WalletStep | MailStep | HangUpStep

/** `approve`, `decline`, `expire`, or the provider's own word for why it failed. */
export type WalletAnswer = string

/** What the emulator is told for an answer of the wallet. */
export const outcomeOf = (answer: WalletAnswer): { readonly status: string; readonly reason?: string } => {
  if (answer === 'approve') return { status: 'SUCCESSFUL' }
  if (answer === 'decline') return { status: 'FAILED', reason: 'APPROVAL_REJECTED' }
  return { status: 'FAILED', reason: answer === 'expire' ? 'EXPIRED' : answer }
}

/** What a key must be in place of a value: not there at all. */
export const absent = 'absent'

/** An operation of the gateway, as far as a scenario speaks of it. */
export interface OperationShape {
  readonly isList: boolean
  readonly arguments: readonly string[]
  readonly keys: readonly string[]
}
