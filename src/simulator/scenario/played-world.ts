import type { Step } from './scenario.js'

/** An envelope that was sent, and what came back. */
export interface Exchange {
  readonly operation: string
  readonly path: string
  readonly sent: string
  readonly status: number
  readonly answer: string
  readonly ms: number
}

/** An order as the emulator of the wallet shows it. */
export interface WalletOrder {
  readonly reference: string
  readonly kind: 'COLLECT' | 'PAY_OUT'
  readonly status: string
  readonly accepted: boolean
}

export interface Mail {
  readonly to: string
  /** The name of the file that it has with it. */
  readonly attachment: string
}

/** A customer of the simulator: their number and the test clock that they live by, which nobody else can name. */
export interface Whose {
  readonly msisdn: string
  readonly clockId: string
}

/** Where a scenario is played: the addresses of the gateway, and what only a simulator may ask for. */
export interface World {
  send(path: string, body: string): Promise<{ readonly status: number; readonly answer: string }>
  orders(whose: Whose): Promise<readonly WalletOrder[]>
  answerOrder(whose: Whose, reference: string, outcome: { status: string; reason?: string }): Promise<void>
  mails(whose: Whose): Promise<readonly Mail[]>
  /** A number that is nobody's and ends so. */
  newNumber(end: string): string
  /** Milliseconds that only grow. */
  now(): number
  sleep(ms: number): Promise<void>
}

/** How a step went. */
export interface Played {
  readonly step: Step
  readonly ms: number
  /** What was answered, in a few words. */
  readonly said: string
  /** What is not as the file says; undefined when all is. */
  readonly problem?: string
  /** The last envelope of the step. */
  readonly exchange?: Exchange
}

export interface PlaySettings {
  /** How long what is waited for may take. */
  readonly waitMsMax?: number
  /** Told of each envelope as it comes back. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Told of the customer as soon as they are known. */
  readonly onCustomer?: (whose: Partial<Whose>) => void
}
