import type { PaymentInstruction, SendResult, StatusResult, WalletProvider } from './port.js'

/** The answer to a send, and whether the order arrived; by default only an accepted order arrives. */
type FakeSend = SendResult & { readonly arrives?: boolean }

interface FakeCall {
  readonly method: 'collect' | 'payOut' | 'statusOf'
  readonly reference: string
  readonly msisdn: string
}

/** A provider in memory, whose answers tests set. Keys are a reference or a number; the reference is looked up first. */
export interface FakeProvider extends WalletProvider {
  /** Every call so far, in order. */
  readonly calls: readonly FakeCall[]
  /** The orders that arrived, by reference. */
  readonly orders: ReadonlyMap<string, PaymentInstruction>
  /** Answers of the next sends; after them orders are accepted. */
  scriptSend(key: string, ...answers: readonly FakeSend[]): void
  /** Answers of the next status queries; after them the order's own status is answered. */
  scriptStatus(key: string, ...answers: readonly StatusResult[]): void
  /** Sets the state, from now on, of an order that has arrived or will arrive. */
  settle(key: string, status: StatusResult): void
}

/** `status` is the state of every order that arrived and was not settled explicitly; by default it succeeds at once. */
export const createFakeProvider = (
  status: StatusResult = { state: 'SUCCESSFUL', providerTransactionId: null },
): FakeProvider => {
  const calls: FakeCall[] = []
  const orders = new Map<string, PaymentInstruction>()
  const scriptedSends = new Map<string, FakeSend[]>()
  const scriptedStatuses = new Map<string, StatusResult[]>()
  const settledStatuses = new Map<string, StatusResult>()

  const send = (method: 'collect' | 'payOut') => async (order: PaymentInstruction) => {
    calls.push({ method, reference: order.reference, msisdn: order.msisdn })
    const { arrives, ...result } = next(scriptedSends, order) ?? { outcome: 'ACCEPTED' }
    if ((arrives ?? result.outcome === 'ACCEPTED') && !orders.has(order.reference))
      orders.set(order.reference, order)
    return result
  }

  const statusOf = (order: PaymentInstruction): StatusResult => {
    const arrived = orders.get(order.reference)
    if (arrived?.kind !== order.kind) return { state: 'NOT_FOUND' }
    if (arrived.amount !== order.amount) return { state: 'UNKNOWN', detail: 'OTHER_AMOUNT' }
    return settledStatuses.get(order.reference) ?? settledStatuses.get(order.msisdn) ?? status
  }

  return {
    calls,
    orders,
    collect: send('collect'),
    payOut: send('payOut'),
    statusOf: async (order) => {
      calls.push({ method: 'statusOf', reference: order.reference, msisdn: order.msisdn })
      return next(scriptedStatuses, order) ?? statusOf(order)
    },
    scriptSend: (key, ...answers) => append(scriptedSends, key, answers),
    scriptStatus: (key, ...answers) => append(scriptedStatuses, key, answers),
    settle: (key, result) => void settledStatuses.set(key, result),
  }
}

const next = <T>(script: Map<string, T[]>, order: PaymentInstruction): T | undefined =>
  script.get(order.reference)?.shift() ?? script.get(order.msisdn)?.shift()

const append = <T>(script: Map<string, T[]>, key: string, answers: readonly T[]): void =>
  void script.set(key, [...(script.get(key) ?? []), ...answers])
