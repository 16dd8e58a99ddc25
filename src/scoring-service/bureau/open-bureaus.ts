import type { WallClock } from '../../kernel/clock.js'
import type { BureauQuery, ConfiguredBureau } from '../model/bureau.js'
import { fixedIds } from './emulator/persons.js'
import { createBureauEmulator } from './emulator/server.js'
import { createBureau, type BureauSettings } from './http.js'

export interface BureauSources {
  /** The real bureau; undefined when the deployment has none. */
  readonly live: { readonly baseUrl: string; readonly apiKey: string } | undefined
  /** `embedded` starts an emulator in this process, which production never does; undefined when there is no emulator. */
  readonly emulator: 'embedded' | { readonly baseUrl: string } | undefined
  /** Whether a live request may be answered by the emulator: never in production. */
  readonly liveMayBeEmulated: boolean
}

export interface Bureaus {
  /** Undefined when there is none: then the products that need a bureau are refused. */
  readonly live: ConfiguredBureau | undefined
  /** Never the real bureau, whatever the configuration. */
  readonly sandbox: ConfiguredBureau | undefined
  close(): Promise<void>
}

/** The emulator accepts any key. */
const emulatorKey = 'emulator'

/** A fixed name for cached answers: the embedded emulator has another address after each start, but gives the same answers. */
const embeddedSource = 'embedded emulator'

const configured = (settings: BureauSettings, source = settings.baseUrl): ConfiguredBureau => ({
  source,
  ask: createBureau(settings),
})

const testPersons: ReadonlySet<string> = new Set(Object.values(fixedIds))

/** Each test person has a circuit breaker of its own, so that the person whose calls always fail does not block the others. */
const testPersonOf = ({ identityNumber }: BureauQuery): string =>
  testPersons.has(identityNumber) ? identityNumber : ''

/** The bureau of live requests and that of the sandbox. Rejects when an emulator cannot listen. */
export const openBureaus = async (sources: BureauSources, clock: WallClock): Promise<Bureaus> => {
  const { live, emulator, liveMayBeEmulated } = sources
  const embedded =
    emulator === 'embedded' ? await createBureauEmulator({ host: '127.0.0.1', port: 0, clock }) : undefined
  const emulatorUrl = embedded?.url ?? (typeof emulator === 'object' ? emulator.baseUrl : undefined)
  const emulated =
    emulatorUrl === undefined
      ? undefined
      : configured(
          { baseUrl: emulatorUrl, apiKey: emulatorKey, circuitOf: testPersonOf },
          embedded && embeddedSource,
        )
  const liveEmulator = liveMayBeEmulated ? emulated : undefined
  return {
    live: live ? configured(live) : liveEmulator,
    sandbox: emulated,
    close: async () => embedded?.close(),
  }
}
