import { createEmulator } from '../../src/bank/payments/emulator/server.js'
import { systemClock } from '../../src/kernel/clock.js'
import { askOverHttp } from '../support/http.js'
import type { Env } from './service.js'
import { shaped } from '../support/typed.js'
import { z } from 'zod'

interface WalletOrder {
  readonly reference: string
  readonly kind: 'COLLECT' | 'PAY_OUT'
  readonly amount: string
  readonly sends: number
  readonly accepted: boolean
  readonly status: string
}

/** The wallet emulator, in the process of the test. */
export interface Wallet {
  readonly url: string
  /** Settings that speed up the service's waits as much as the emulator's. */
  readonly env: Env
  /** All orders that arrived for a number. */
  ordersOf(msisdn: string): Promise<readonly WalletOrder[]>
  /** Sets the outcome of an order that the emulator has accepted. */
  end(reference: string, status: 'SUCCESSFUL' | 'FAILED'): Promise<void>
  close(): Promise<void>
}

const timeScale = 100

export const startWallet = async (delayMs = 30): Promise<Wallet> => {
  const { url, close } = await createEmulator({
    host: '127.0.0.1',
    port: 0,
    delayMs,
    timeScale,
    clock: systemClock,
  })
  return {
    url,
    env: { EMULATOR_URL: url, PAYMENT_TIME_SCALE: String(timeScale) },
    ordersOf: async (msisdn) => {
      const { text } = await askOverHttp(`${url}/emulator/orders?msisdn=${msisdn}`)
      return shaped(
        z.object({
          orders: z.array(
            z.object({
              reference: z.string(),
              kind: z.enum(['COLLECT', 'PAY_OUT']),
              amount: z.string(),
              sends: z.number(),
              accepted: z.boolean(),
              status: z.string(),
            }),
          ),
        }),
        JSON.parse(text),
      ).orders
    },
    end: async (reference, status) => {
      const { status: told } = await askOverHttp(`${url}/emulator/orders/${reference}/outcome`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      })
      if (told >= 300) throw new Error(`the wallet does not end ${reference}: ${told}`)
    },
    close,
  }
}
