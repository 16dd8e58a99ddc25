import { createCaller } from '../../platform/http-client/http-call.js'
import type { EmulatedOrder, OutcomeControl } from './port.js'

const timeoutMs = 5000

export interface EmulatorControl extends OutcomeControl {
  /** The orders of a number, newest first; empty without a usable answer of the emulator. */
  ordersOf(msisdn: string): Promise<readonly EmulatedOrder[]>
}

/** The outcome control of an emulator over HTTP. A real provider has no such endpoint. */
export const createEmulatorControl = (baseUrl: string): EmulatorControl => {
  const call = createCaller(baseUrl, timeoutMs)
  return {
    ordersOf: async (msisdn) => {
      const path = `/emulator/orders?msisdn=${encodeURIComponent(msisdn)}`
      const answer = await call({ method: 'GET', path, headers: {} })
      if (answer.kind !== 'ANSWERED' || answer.status !== 200) return []
      return (JSON.parse(answer.body) as { orders: readonly EmulatedOrder[] }).orders
    },
    end: async (reference, outcome) => {
      const path = `/emulator/orders/${encodeURIComponent(reference)}/outcome`
      await call({ method: 'POST', path, headers: {}, body: outcome })
    },
  }
}
