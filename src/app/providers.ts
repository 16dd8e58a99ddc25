import type { Config } from './config/config.js'
import { emulatorAccount } from './config/config.js'
import type { WallClock } from '../kernel/clock.js'
import { createEmulatorControl, type EmulatorControl } from '../bank/payments/emulator-control.js'
import { createEmulator } from '../bank/payments/emulator/server.js'
import { createMomoProvider, type MomoSettings } from '../bank/payments/momo/http.js'
import type { WalletProvider } from '../bank/payments/port.js'
import { join } from 'node:path'

export interface Providers {
  readonly real: WalletProvider
  readonly test: WalletProvider
  /** The emulator during a walk: its orders settle at once, since a walk does not wait for a payer. */
  readonly walk: WalletProvider
  /** Lists the orders of a test customer, and sets their outcome. */
  readonly control: EmulatorControl
  /** The address of the emulator for test customers, in this process or elsewhere. */
  readonly emulatorUrl: string | undefined
  close(): Promise<void>
}

/** The provider for test customers where no emulator is configured: it sends nothing, and its error says why. */
const noEmulator: WalletProvider = {
  collect: async () => ({ outcome: 'NOT_SENT', reason: 'EMULATOR_URL is not set' }),
  payOut: async () => ({ outcome: 'NOT_SENT', reason: 'EMULATOR_URL is not set' }),
  statusOf: async () => ({ state: 'UNKNOWN', detail: 'EMULATOR_URL is not set' }),
}

/**
 * The provider for real customers and the one for test customers. The latter is always an emulator, whatever is configured
 * (docs/design/payments.md#the-emulator). If no emulator is configured and none may be started in this process, orders of test
 * customers are never sent.
 */
export const openProviders = async (
  config: Config,
  clock: WallClock,
  { onToken }: Pick<MomoSettings, 'onToken'> = {},
): Promise<Providers> => {
  const { provider } = config
  const embedded =
    provider.kind === 'embedded-emulator'
      ? await createEmulator({
          host: '127.0.0.1',
          port: 0,
          directory: join(config.dataDirectory, 'emulator'),
          delayMs: config.emulatorDelayMs,
          timeScale: config.paymentTimeScale,
          clock,
        })
      : undefined
  const emulatorUrl = embedded?.url ?? config.emulatorUrl
  const baseUrl = provider.kind === 'embedded-emulator' ? embedded!.url : provider.baseUrl
  const testCustomers = (immediate: boolean): WalletProvider =>
    emulatorUrl
      ? createMomoProvider({ ...emulatorAccount, baseUrl: emulatorUrl, immediate }, clock)
      : noEmulator
  return {
    real: createMomoProvider({ ...provider.account, baseUrl, ...(onToken && { onToken }) }, clock),
    test: testCustomers(false),
    walk: testCustomers(true),
    control: emulatorUrl
      ? createEmulatorControl(emulatorUrl)
      : { end: async () => undefined, ordersOf: async () => [] },
    emulatorUrl,
    close: async () => embedded?.close(),
  }
}
