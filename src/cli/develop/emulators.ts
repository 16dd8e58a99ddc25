import { readBureauEmulatorConfig, readEmulatorConfig } from '../../app/config/config.js'
import { createEmulator } from '../../bank/payments/emulator/server.js'
import { systemClock } from '../../kernel/clock.js'
import { createBureauEmulator } from '../../scoring-service/bureau/emulator/server.js'

interface Running {
  readonly url: string
  close(): Promise<void>
}

type PrintError = (message: string) => void

const run = async (name: string, printError: PrintError, start: () => Promise<Running>): Promise<void> => {
  const emulator = await start().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    printError(`${name} cannot start: ${reason}`)
    process.exitCode = 1
  })
  if (!emulator) return
  process.stdout.write(`${name} listens on ${emulator.url}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void emulator.close())
}

/** The wallet emulator alone, for several processes that share one provider. */
export const runEmulator = (printError: PrintError): Promise<void> =>
  run('wallet emulator', printError, async () =>
    createEmulator({ ...readEmulatorConfig(), clock: systemClock }),
  )

/** The bureau emulator alone, for several processes, and for the sandbox of production. */
export const runBureauEmulator = (printError: PrintError): Promise<void> =>
  run('credit bureau emulator', printError, async () =>
    createBureauEmulator({ ...readBureauEmulatorConfig(), clock: systemClock }),
  )
