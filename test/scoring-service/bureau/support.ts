import { createBureau, type BureauSettings } from '../../../src/scoring-service/bureau/http.js'
import { fixedIds } from '../../../src/scoring-service/bureau/emulator/persons.js'
import { createBureauEmulator } from '../../../src/scoring-service/bureau/emulator/server.js'
import { startScripted, type Handler, type ScriptedServer } from '../../payments-provider/support.js'
import type { BureauUnderTest } from './contract.js'

/** The day of the persons in these tests. */
export const today = { now: () => Date.parse('2026-03-01T09:00:00Z') }

/** For answers that come, however busy the machine is. */
const patienceMs = 20_000
/** For the one that never comes: a test waits for its end, three times. */
const impatienceMs = 100

/** No circuit, so that the troubles of one test are not those of the next. */
export const patient = { failuresMax: 1_000_000, openMs: 1 }

export const bureauAt = (baseUrl: string, more: Partial<BureauSettings> = {}) =>
  createBureau({ baseUrl, apiKey: 'key', timeoutMs: patienceMs, retryDelayMs: 1, circuit: patient, ...more })

export const openEmulated = async (): Promise<BureauUnderTest> => {
  const emulator = await createBureauEmulator({ host: '127.0.0.1', port: 0, slowMs: 100, clock: today })
  const bureau = bureauAt(emulator.url)
  const impatient = bureauAt(emulator.url, { timeoutMs: impatienceMs })
  return {
    bureau: (query, signal) =>
      (query.identityNumber === fixedIds.timeout ? impatient : bureau)(query, signal),
    close: emulator.close,
  }
}

/** A bureau that answers as the handler does. */
export const startBureau = (handler: Handler): Promise<ScriptedServer> => startScripted(handler)
