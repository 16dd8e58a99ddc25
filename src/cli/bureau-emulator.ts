import { readBureauEmulatorConfig } from '../app/config/config.js'
import { systemClock } from '../kernel/clock.js'
import { createBureauEmulator } from '../scoring-service/bureau/emulator/server.js'

/** The emulator alone: for several processes of ours, and for the sandbox of production. */
const main = async (): Promise<void> => {
  const emulator = await createBureauEmulator({ ...readBureauEmulatorConfig(), clock: systemClock })
  process.stdout.write(`credit bureau emulator listens on ${emulator.url}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void emulator.close())
}

main().catch((error: unknown) => {
  process.stderr.write(
    `credit bureau emulator cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
})
