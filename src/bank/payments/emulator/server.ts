import { mkdir } from 'node:fs/promises'
import fastify from 'fastify'
import type { WallClock } from '../../../kernel/clock.js'
import { mountAccounts, mountUsers } from './accounts.js'
import { mountControl } from './control.js'
import { openOrderStore } from './orders.js'
import { mountPayments } from './payments.js'
import { mountTokens } from './tokens.js'

export interface EmulatorSettings {
  readonly host: string
  /** With 0 a free port is taken; `url` has its number. */
  readonly port: number
  /** The directory of the stored orders, made when missing. Without one they are kept in memory. */
  readonly directory?: string
  /** From acceptance to the end of an ordinary order, in milliseconds. */
  readonly delayMs: number
  /** Divides the 25 seconds that an order of a number ending in 454 takes. */
  readonly timeScale: number
  readonly clock: WallClock
}

export interface Emulator {
  readonly url: string
  close(): Promise<void>
}

const bodyBytesMax = 16 * 1024

/**
 * A wallet provider for development and tests with the MTN MoMo Open API (docs/design/payments.md#the-emulator), so that they run
 * the same adapter as production. Rejects when it cannot listen or cannot write its file.
 */
export const createEmulator = async (settings: EmulatorSettings): Promise<Emulator> => {
  const { host, port, directory, clock } = settings
  if (directory !== undefined) await mkdir(directory, { recursive: true })
  const orders = openOrderStore(directory)
  const app = fastify({ bodyLimit: bodyBytesMax, forceCloseConnections: true })
  // The provider accepts any content type and checks the body afterwards.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.addHook('onClose', async () => orders.close())

  const tokens = mountTokens(app, clock)
  mountPayments(app, { orders, tokens }, clock, settings)
  mountAccounts(app, tokens)
  mountUsers(app)
  mountControl(app, orders, clock, settings)
  try {
    return { url: await app.listen({ host, port }), close: () => app.close() }
  } catch (error) {
    await app.close()
    throw error
  }
}
