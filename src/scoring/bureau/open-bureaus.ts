import type { WallClock } from '../../shared/clock.js'
import type { CreditBureau } from '../bureau.js'
import { createBureauEmulator } from './emulator/server.js'
import { createBureau } from './http.js'

export interface BureauPlaces {
  /** The real one; undefined: live requests are answered by the emulator where there is one, and by nobody else. */
  readonly live: { readonly baseUrl: string; readonly apiKey: string } | undefined
  /** `embedded` starts one in this process, which production never does; undefined: there is none. */
  readonly emulator: 'embedded' | { readonly baseUrl: string } | undefined
  /** Whether a live request may be answered by the emulator: never in production. */
  readonly liveMayBeEmulated: boolean
}

export interface Bureaus {
  readonly live: CreditBureau
  /** Never the real one, whatever the configuration (SCORING: sandbox). */
  readonly sandbox: CreditBureau
  close(): Promise<void>
}

const nobody =
  (missing: string): CreditBureau =>
  async () => ({ kind: 'Unavailable', reason: `is not asked: ${missing} is not set` })

/** The emulator takes any key. */
const emulatorKey = 'emulator'

/** The bureau of live requests and the one of the sandbox. Rejects when an emulator cannot listen. */
export const openBureaus = async (places: BureauPlaces, clock: WallClock): Promise<Bureaus> => {
  const { live, emulator, liveMayBeEmulated } = places
  const embedded =
    emulator === 'embedded' ? await createBureauEmulator({ host: '127.0.0.1', port: 0, clock }) : undefined
  const emulatorUrl = embedded?.url ?? (typeof emulator === 'object' ? emulator.baseUrl : undefined)
  const emulated = emulatorUrl && createBureau({ baseUrl: emulatorUrl, apiKey: emulatorKey })
  const instead = liveMayBeEmulated ? emulated : undefined
  return {
    live: live ? createBureau(live) : instead || nobody('BUREAU_BASE_URL'),
    sandbox: emulated || nobody('BUREAU_EMULATOR_URL'),
    close: async () => embedded?.close(),
  }
}
