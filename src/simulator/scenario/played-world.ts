import type { Step } from './scenario.js'

/** An envelope that was sent, and its answer. */
export interface Exchange {
  readonly operation: string
  readonly path: string
  readonly sent: string
  readonly status: number
  readonly answer: string
  readonly ms: number
}

/** An order as the wallet's emulator shows it. */
export interface WalletOrder {
  readonly reference: string
  readonly kind: 'COLLECT' | 'PAY_OUT'
  readonly status: string
  readonly accepted: boolean
}

export interface Mail {
  readonly to: string
  /** The file name of the attachment. */
  readonly attachment: string
}

/** A customer of the simulator: the number, and the test clock, whose id is known to nobody else; empty without one. */
export interface TestCustomer {
  readonly msisdn: string
  readonly clockId: string
}

/** Where a scenario is played: the gateway's endpoints, and the simulator's own. */
export interface World {
  send(path: string, body: string): Promise<{ readonly status: number; readonly answer: string }>
  orders(customer: TestCustomer): Promise<readonly WalletOrder[]>
  answerOrder(
    customer: TestCustomer,
    reference: string,
    outcome: { status: string; reason?: string },
  ): Promise<void>
  mails(customer: TestCustomer): Promise<readonly Mail[]>
  /** A random number with this ending; it may be in use already. */
  newNumber(end: string): string
  /** A monotonic clock in milliseconds. */
  now(): number
  sleep(ms: number): Promise<void>
}

/** The result of a step. */
export interface Played {
  readonly step: Step
  readonly ms: number
  /** A short text of the answer. */
  readonly summary: string
  /** How the answer differs from the file, or what else went wrong; undefined when nothing did. */
  readonly problem?: string
  /** The last envelope of the step. */
  readonly exchange?: Exchange
}

export interface PlaySettings {
  /** How long to wait for an expected answer. */
  readonly waitMsMax?: number
  /** Called with each envelope when its answer arrives. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Called once with the number and clock of the new customer. */
  readonly onCustomer?: (customer: Partial<TestCustomer>) => void
}
