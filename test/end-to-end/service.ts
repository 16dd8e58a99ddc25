import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDatabase } from '../../src/app/open-database.js'
import type { Database } from '../../src/platform/database/database.js'
import { scratchFolder } from '../support/scratch.js'
import { settingsOf, type TestDatabase } from '../support/services.js'
import { eventually } from '../support/wait.js'
import { createClient, type Client } from './client.js'
import { compiledProgram } from './compile.js'
import { startGuarded, type GuardedProcess } from './guarded-process.js'

export type Env = Readonly<Record<string, string>>

/** The real service in a process of its own. Everything it keeps outlives `kill9` and `terminate`. */
export interface Service extends Client {
  url(): string
  pid(): number
  readonly dataDirectory: string
  /** The environment that it runs with. */
  readonly settings: Env
  /** What it has printed since it was last started. */
  printed(): string
  /** Sends SIGKILL before it returns; resolves when the process is gone. */
  kill9(): Promise<void>
  /** SIGTERM: the exit code, null when it did not end by itself, and how long it took. */
  terminate(): Promise<{ code: number | null; ms: number }>
  /** Starts it again on the same data. Resolves when it listens. */
  start(): Promise<void>
  /** Its database, opened from here. Close it before the service is killed, which is to leave its files as they are. */
  openDatabase(): Promise<Database>
  /** The same for as long as `work` takes. */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>
  /** Ends it however it is, and removes what it kept. */
  close(): Promise<void>
}

const startMsMax = 20_000
const program = [compiledProgram('cauri'), 'start']
const anyPort = { PORT: '0' }

const newDirectory = (): Promise<string> => scratchFolder('cauri-service-')

const listensOn = (running: GuardedProcess): string | undefined =>
  /Cauri listens on (http:\/\/[\d.:]+)/.exec(running.stdout())?.[1]

/** Starts the service on a new database, as its first start leaves it, and waits until it listens on a free port. */
export const startService = async (database: TestDatabase, env: Env = {}): Promise<Service> => {
  const created = await database.createMigrated()
  const isSqlite = database.kind === 'sqlite'
  const dataDirectory = isSqlite ? dirname(created.url.slice('sqlite:'.length)) : await newDirectory()
  const settings: Env = {
    ...anyPort,
    DATA_DIR: dataDirectory,
    // As in docs/running.md: the service's user can neither drop nor truncate a table.
    ...(!isSqlite && { DATABASE_URL: created.url }),
    ...(created.asService && {
      DATABASE_URL: await created.asService(),
      MIGRATION_DATABASE_URL: created.url,
    }),
    ...env,
  }
  let running: GuardedProcess | undefined
  let address = ''

  const start = async (): Promise<void> => {
    const started = (running = startGuarded(program, settings, dataDirectory))
    await eventually(
      'the service listens',
      () => {
        if (started.hasExited()) throw new Error(`the service did not start:\n${started.stderr()}`)
        address = listensOn(started) ?? ''
        return address !== ''
      },
      startMsMax,
    )
  }
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    running?.signal(signal)
    return (await running?.over) ?? null
  }

  const open = () => openDatabase(settingsOf(created.url))

  await start()
  return {
    ...createClient(() => address),
    url: () => address,
    pid: () => running?.pid ?? 0,
    dataDirectory,
    settings,
    printed: () => running?.stdout() ?? '',
    kill9: async () => void (await end('SIGKILL')),
    terminate: async () => {
      const begun = performance.now()
      return { code: await end('SIGTERM'), ms: performance.now() - begun }
    },
    start,
    openDatabase: open,
    withDatabase: async (work) => {
      const opened = await open()
      return work(opened).finally(() => opened.close())
    },
    close: async () => {
      await end('SIGKILL')
      await created.drop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Runs the service where it is expected to end by itself, or by what is done to it meanwhile. */
export const runService = async (
  env: Env,
  meanwhile?: (running: GuardedProcess, dataDirectory: string) => Promise<void>,
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const scratch = await newDirectory()
  try {
    const dataDirectory = join(scratch, 'data')
    const running = startGuarded(program, { ...anyPort, DATA_DIR: dataDirectory, ...env }, scratch)
    const tooLate = setTimeout(() => running.signal('SIGKILL'), startMsMax)
    await meanwhile?.(running, dataDirectory)
    const code = await running.over
    clearTimeout(tooLate)
    return { code, stdout: running.stdout(), stderr: running.stderr() }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
