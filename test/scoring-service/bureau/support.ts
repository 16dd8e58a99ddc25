import { createBureau, type BureauSettings } from '../../../src/scoring-service/bureau/http.js'
import { createBureauEmulator } from '../../../src/scoring-service/bureau/emulator/server.js'
import { startScripted, type Handler, type ScriptedServer } from '../../payments-provider/support.js'
import type { BureauUnderTest } from './contract.js'

/** The day of the persons in these tests. */
export const today = { now: () => Date.parse('2026-03-01T09:00:00Z') }

/** Long enough for an answer that comes, short enough for a test that waits for one that does not. */
const timeoutMs = 400

/** No circuit, so that the troubles of one test are not those of the next. */
export const patient = { failuresMax: 1_000_000, openMs: 1 }

export const bureauAt = (baseUrl: string, more: Partial<BureauSettings> = {}) =>
  createBureau({ baseUrl, apiKey: 'key', timeoutMs, retryDelayMs: 1, circuit: patient, ...more })

export const openEmulated = async (): Promise<BureauUnderTest> => {
  const emulator = await createBureauEmulator({ host: '127.0.0.1', port: 0, slowMs: 100, clock: today })
  return { bureau: bureauAt(emulator.url), close: emulator.close }
}

/** A bureau that answers as the handler does. */
export const startBureau = (handler: Handler): Promise<ScriptedServer> => startScripted(handler)
