import { readEmulatorConfig } from '../app/config/config.js'
import { systemClock } from '../kernel/clock.js'
import { createEmulator } from '../bank/payments/emulator/server.js'

/** The emulator alone, for several processes of ours that share one provider: `npm run emulator`. */
const main = async (): Promise<void> => {
  const emulator = await createEmulator({ ...readEmulatorConfig(), clock: systemClock })
  process.stdout.write(`wallet emulator listens on ${emulator.url}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void emulator.close())
}

main().catch((error: unknown) => {
  process.stderr.write(
    `wallet emulator cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
})
