import { createCaller } from '../../platform/http-client/http-call.js'
import type { OutcomeControl } from './port.js'

const timeoutMs = 5000

/** The outcome control of an emulator over HTTP. No other provider has such an address. */
export const createEmulatorControl = (baseUrl: string): OutcomeControl => {
  const call = createCaller(baseUrl, timeoutMs)
  return {
    end: async (reference, outcome) => {
      const path = `/emulator/orders/${encodeURIComponent(reference)}/outcome`
      await call({ method: 'POST', path, headers: {}, body: outcome })
    },
  }
}
