import { createBureau, type BureauSettings } from '../../../src/scoring-service/bureau/http.js'
import { fixedIds } from '../../../src/scoring-service/bureau/emulator/persons.js'
import { createBureauEmulator } from '../../../src/scoring-service/bureau/emulator/server.js'
import { startScripted, type Handler, type ScriptedServer } from '../../payments-provider/support.js'
import type { BureauUnderTest } from './contract.js'

/** The current time in these tests; the dates of the emulated persons are relative to it. */
export const fixedClock = { now: () => Date.parse('2026-03-01T09:00:00Z') }

/** Time-out for answers that come, even on a busy machine. */
const longTimeoutMs = 20_000
/** Time-out for the person without an answer: a test waits for it three times, once for each try. */
const shortTimeoutMs = 100

/** A circuit that never opens, so that failures in one test do not affect the next. */
export const neverOpens = { failuresMax: 1_000_000, openMs: 1 }

export const bureauAt = (baseUrl: string, more: Partial<BureauSettings> = {}) =>
  createBureau({
    baseUrl,
    apiKey: 'key',
    timeoutMs: longTimeoutMs,
    retryDelayMs: 1,
    circuit: neverOpens,
    ...more,
  })

export const openEmulated = async (): Promise<BureauUnderTest> => {
  const emulator = await createBureauEmulator({ host: '127.0.0.1', port: 0, slowMs: 100, clock: fixedClock })
  const bureau = bureauAt(emulator.url)
  const withShortTimeout = bureauAt(emulator.url, { timeoutMs: shortTimeoutMs })
  return {
    bureau: (query, signal) =>
      (query.identityNumber === fixedIds.timeout ? withShortTimeout : bureau)(query, signal),
    close: emulator.close,
  }
}

/** A bureau that answers with this handler. */
export const startBureau = (handler: Handler): Promise<ScriptedServer> => startScripted(handler)
