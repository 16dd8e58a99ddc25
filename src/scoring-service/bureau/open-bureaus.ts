import type { WallClock } from '../../kernel/clock.js'
import type { BureauQuery, PlacedBureau } from '../model/bureau.js'
import { fixedIds } from './emulator/persons.js'
import { createBureauEmulator } from './emulator/server.js'
import { createBureau, type BureauSettings } from './http.js'

export interface BureauPlaces {
  /** The real bureau; undefined when there is none. */
  readonly live: { readonly baseUrl: string; readonly apiKey: string } | undefined
  /** `embedded` starts one in this process, which production never does; undefined when there is none. */
  readonly emulator: 'embedded' | { readonly baseUrl: string } | undefined
  /** Whether a live request may be answered by the emulator: never in production. */
  readonly liveMayBeEmulated: boolean
}

export interface Bureaus {
  /** Undefined when there is none: then the products that need a bureau cannot be made. */
  readonly live: PlacedBureau | undefined
  /** Never the real one, whatever the configuration. */
  readonly sandbox: PlacedBureau | undefined
  close(): Promise<void>
}

/** The emulator takes any key. */
const emulatorKey = 'emulator'

/** A fixed name, since the embedded emulator gets another address at each start and its answers stay the same. */
const embeddedPlace = 'embedded emulator'

const placed = (settings: BureauSettings, place = settings.baseUrl): PlacedBureau => ({
  place,
  ask: createBureau(settings),
})

const testPersons: ReadonlySet<string> = new Set(Object.values(fixedIds))

/**
 * Each test person has a circuit breaker of its own, so that calls about the one whose calls always fail do not block
 * the others.
 */
const testPersonOf = ({ identityNumber }: BureauQuery): string =>
  testPersons.has(identityNumber) ? identityNumber : ''

/** The bureau of live requests and the one of the sandbox. Rejects when an emulator cannot listen. */
export const openBureaus = async (places: BureauPlaces, clock: WallClock): Promise<Bureaus> => {
  const { live, emulator, liveMayBeEmulated } = places
  const embedded =
    emulator === 'embedded' ? await createBureauEmulator({ host: '127.0.0.1', port: 0, clock }) : undefined
  const emulatorUrl = embedded?.url ?? (typeof emulator === 'object' ? emulator.baseUrl : undefined)
  const emulated =
    emulatorUrl === undefined
      ? undefined
      : placed(
          { baseUrl: emulatorUrl, apiKey: emulatorKey, circuitOf: testPersonOf },
          embedded && embeddedPlace,
        )
  const instead = liveMayBeEmulated ? emulated : undefined
  return {
    live: live ? placed(live) : instead,
    sandbox: emulated,
    close: async () => embedded?.close(),
  }
}
