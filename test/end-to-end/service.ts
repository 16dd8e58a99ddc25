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

/** The real service in a process of its own. Its data survives `kill9` and `terminate`. */
export interface Service extends Client {
  url(): string
  pid(): number
  readonly dataDirectory: string
  /** The environment that it runs with. */
  readonly settings: Env
  /** Its output since its last start. */
  printed(): string
  /** Sends SIGKILL before it returns; resolves when the process is gone. */
  kill9(): Promise<void>
  /** Sends SIGTERM; returns the exit code, null if it had to be killed, and how long it took. */
  terminate(): Promise<{ code: number | null; ms: number }>
  /** Starts it again on the same data. Resolves when it listens. */
  start(): Promise<void>
  /** Opens its database from here. Close that before the service is killed: a kill must leave the files as they are. */
  openDatabase(): Promise<Database>
  /** Opens the database while `work` runs. */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>
  /** Ends the service in any state, and removes its data. */
  close(): Promise<void>
}

const startMsMax = 60_000
const program = [compiledProgram('cauri'), 'start']
const anyPort = { PORT: '0' }

const newDirectory = (): Promise<string> => scratchFolder('cauri-service-')

const listensOn = (running: GuardedProcess): string | undefined =>
  /Cauri listens on (http:\/\/[\d.:]+)/.exec(running.stdout())?.[1]

/** Starts the service on a new migrated database, and waits until it listens on a free port. */
export const startService = async (database: TestDatabase, env: Env = {}): Promise<Service> => {
  const created = await database.createMigrated()
  const isSqlite = database.kind === 'sqlite'
  const dataDirectory = isSqlite ? dirname(created.url.slice('sqlite:'.length)) : await newDirectory()
  const settings: Env = {
    ...anyPort,
    DATA_DIR: dataDirectory,
    // The database user of the service can neither drop nor truncate a table, as docs/running/operation.md says.
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

/** Runs a service that should end by itself, or by what `meanwhile` does to it. */
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
