import { Agenda, computeJobState, type AgendaBackend } from 'agenda'
import { randomUUID } from 'node:crypto'
import type { Instant, WallClock } from '../src/kernel/clock.js'
import { withTimeout } from './with-timeout.js'
import { createMemoryBackend } from './memory-backend.js'
import { createTickRunner, type JobsLogger, type Tick, type TickRunner } from './tick-runner.js'
import { createTickStore, type Store } from './tick-store.js'
import { createTickWatch, type TickWatch } from './tick-watch.js'

export type { JobsLogger, Tick } from './tick-runner.js'

const scanEveryMs = 500
const lockLifetimeMs = 15_000
const drainMsMax = 6_000
const silenceMsAlarm = 30_000

export interface TickHealth {
  readonly name: string
  /** When the last run began in this process. */
  readonly lastRunAt: Instant | undefined
  readonly isRunning: boolean
  /** Whether a plain timer runs the tick, because the job store does not. */
  readonly isOnFallback: boolean
}

export interface JobsHealth {
  /**
   * Whether the job store or the fallback timer runs the ticks of this process; false before `start`, from `stop` on, and while a
   * tick is stuck.
   */
  readonly isLive: boolean
  readonly isStoreUp: boolean
  readonly ticks: readonly TickHealth[]
}

export interface Jobs {
  /** Starts ticking and returns at once; connecting to a job store that does not answer is retried in the background. */
  start(): Promise<void>
  /**
   * Runs a tick of this process soon after a commit. Cheap, never throws, coalesces repeated calls; does nothing unless
   * started.
   */
  nudge(name: string): void
  /**
   * Starts no further run, waits up to 6 s for those in flight, releases the locks and closes; under 10 s. Agenda
   * leaves a timer of up to 7.5 s behind: a process that must end at once calls `process.exit` after this.
   */
  stop(): Promise<void>
  lastRunAt(name: string): Instant | undefined
  health(): JobsHealth
}

export interface JobsOptions {
  readonly ticks: readonly Tick[]
  /** Absent: the job store is in this process. */
  readonly mongoUrl?: string
  /** An in-process store that is shared with other `Jobs`; without it a new one is created. */
  readonly backend?: AgendaBackend
  readonly log: JobsLogger
  /** The clock of `lastRunAt` and `health`; timers and locks follow the machine's clock. */
  readonly clock: WallClock
}

export const createInProcessBackend = (): AgendaBackend => createMemoryBackend(computeJobState)

const memoryStore = (backend: AgendaBackend): Store => ({
  backend,
  connect: async () => {},
  makeUnique: async () => {},
  close: async () => {},
  isOwnError: () => false,
})

/** A process without MongoDB does not load its driver, which makes its start 10 % faster. */
const openMongo = async (url: string): Promise<Store> => {
  const { mongoStore } = await import('./mongo-store.js')
  return mongoStore(url)
}

/** An Agenda on this store, for this number of ticks. */
const agendaOn = ({ backend }: Store, name: string, tickCount: number): Agenda =>
  // No lock limit: if the lock of a job expires while the job waits, Agenda counts the job as locked for ever. With a limit it
  // would never lock that job again.
  new Agenda({
    backend,
    name,
    processEvery: scanEveryMs,
    defaultLockLifetime: lockLifetimeMs,
    defaultConcurrency: 1,
    maxConcurrency: Math.max(1, tickCount),
  })

/** The ticks of this process, and their runners. */
interface Scheduler {
  readonly agenda: Agenda
  readonly watch: TickWatch
  readonly runners: ReadonlyMap<string, TickRunner>
}

const createScheduler = (
  store: Store,
  worker: string,
  ticks: readonly Tick[],
  parts: Pick<JobsOptions, 'log' | 'clock'>,
): Scheduler => {
  const { log, clock } = parts
  const runners = new Map(ticks.map((tick) => [tick.name, createTickRunner(tick, log, clock)]))
  const agenda = agendaOn(store, worker, ticks.length)
  const watch = createTickWatch(
    [...runners.values()],
    createTickStore(store, (tick) => agenda.every(tick.everyMs, tick.name)),
    log,
  )
  for (const [name, runner] of runners) {
    agenda.define(name, () => {
      watch.ran(name)
      return runner.run()
    })
  }
  agenda.on('error', (error: Error) => {
    if (store.isOwnError(error)) watch.storeFailed(error)
    else log.error({ err: error }, 'the job runner reports an error')
  })
  return { agenda, watch, runners }
}

/** Lets the runs in flight end, and releases the locks. */
const drainAll = async (
  { agenda, watch, runners }: Scheduler,
  warn: (error: unknown) => void,
): Promise<void> => {
  const drained = [...runners.values()].map((runner) => runner.drain(drainMsMax))
  const released = Promise.all([watch.stop(), agenda.stop(false)])
  await Promise.all([...drained, withTimeout(drainMsMax, released).catch(warn)])
}

const healthOf = ({ watch, runners }: Scheduler, isOn: boolean): JobsHealth => ({
  isLive: isOn && [...runners.values()].every((runner) => runner.hangsMs() < silenceMsAlarm),
  isStoreUp: watch.isStoreUp(),
  ticks: [...runners].map(([name, runner]) => ({
    name,
    lastRunAt: runner.lastRunAt(),
    isRunning: runner.isRunning(),
    isOnFallback: watch.isOnFallback(name),
  })),
})

/**
 * The scheduler: runs each tick about every `everyMs` in one of the workers that share a job store, and at once in this
 * process when nudged. No work is lost with the store, because a tick reads from SQL what is due. Refuses: a
 * `mongoUrl` that is no MongoDB address (rejects with `MongoParseError`).
 */
export const createJobs = async ({ ticks, mongoUrl, backend, log, clock }: JobsOptions): Promise<Jobs> => {
  const worker = randomUUID()
  const store = mongoUrl ? await openMongo(mongoUrl) : memoryStore(backend ?? createInProcessBackend())
  const scheduler = createScheduler(store, worker, ticks, { log, clock })
  const { agenda, watch, runners } = scheduler

  let starting: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'the job store did not answer at shutdown; its locks expire by themselves')

  const startAll = async (): Promise<void> => {
    await agenda.start()
    watch.start()
  }

  const stopAll = async (): Promise<void> => {
    if (starting) {
      await starting
      await drainAll(scheduler, warn)
    }
    await store.close(worker).catch(warn)
  }

  return {
    start: async () => {
      if (!stopping) await (starting ??= startAll())
    },
    nudge: (name) => {
      if (starting) runners.get(name)?.nudge()
    },
    stop: () => (stopping ??= stopAll()),
    lastRunAt: (name) => runners.get(name)?.lastRunAt(),
    health: () => healthOf(scheduler, starting !== undefined && !stopping),
  }
}
