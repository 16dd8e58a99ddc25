import { MongoJobRepository } from '@agendajs/mongo-backend'
import { Agenda, computeJobState, type AgendaBackend } from 'agenda'
import { MongoClient, MongoError } from 'mongodb'
import { randomUUID } from 'node:crypto'
import type { Instant, WallClock } from '../src/shared/clock.js'
import { createMemoryBackend } from './memory-backend.js'
import { createTickRunner, type JobsLogger, type Tick } from './tick-runner.js'
import { createTickStore, type Store } from './tick-store.js'
import { createTickWatch } from './tick-watch.js'

export type { JobsLogger, Tick } from './tick-runner.js'

const scanEveryMs = 500
const lockLifetimeMs = 15_000
const drainMsMax = 6_000
const closeMsMax = 1_500
const silenceMsAlarm = 30_000
const mongoTimeouts = { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000, socketTimeoutMS: 5_000 }
const duplicateKey = 11_000
const collectionName = 'agendaJobs'

export interface TickHealth {
  readonly name: string
  /** When the last run began in this process. */
  readonly lastRunAt: Instant | undefined
  readonly isRunning: boolean
  /** A plain timer runs it, because the job store does not. */
  readonly isOnFallback: boolean
}

export interface JobsHealth {
  /** This process runs its ticks, by the job store or by the fallback timer; false when stopped or when one is stuck. */
  readonly isLive: boolean
  readonly isStoreUp: boolean
  readonly ticks: readonly TickHealth[]
}

export interface Jobs {
  /** Begins to tick and returns at once; a job store that is away is waited for beside the work. */
  start(): Promise<void>
  /** Runs a tick of this process soon after a commit. Cheap, never throws, many are one; nothing unless started. */
  nudge(name: string): void
  /**
   * Begins no further run, waits up to 6 s for those in hand, gives the locks back and closes; under 10 s.
   * Agenda leaves a timer of up to 7.5 s behind: a process that must end at once calls `process.exit` after this.
   */
  stop(): Promise<void>
  lastRunAt(name: string): Instant | undefined
  health(): JobsHealth
}

export interface JobsOptions {
  readonly ticks: readonly Tick[]
  /** Absent: the job store is in this process. */
  readonly mongoUrl?: string
  /** An in-process store to share, instead of a new one. */
  readonly backend?: AgendaBackend
  readonly log: JobsLogger
  /** Dates what `lastRunAt` and `health` report; beats and locks follow the machine. */
  readonly clock: WallClock
}

/** Waits for something, but not longer than a stop can afford. */
const atMost = async (msMax: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${msMax} ms`)), msMax)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export const createInProcessBackend = (): AgendaBackend => createMemoryBackend(computeJobState)

const memoryStore = (backend: AgendaBackend): Store => ({
  backend,
  connect: async () => {},
  makeUnique: async () => {},
  close: async () => {},
})

/**
 * MongoDB without a connection at start. The driver connects on first use and again after a loss, but never again by
 * itself when the first connection failed (`Topology is closed`), hence `connect`.
 * Agenda's own MongoBackend writes indexes while it connects, and Agenda lets a refusal of that end the process.
 */
const mongoStore = (url: string): Store => {
  const client = new MongoClient(url, mongoTimeouts)
  let isConnected = false
  const collection = client.db().collection(collectionName)
  const repository = new MongoJobRepository({
    mongo: client.db(),
    db: { collection: collectionName },
    ensureIndex: false,
  })
  const unlockJob = repository.unlockJob.bind(repository)
  // Agenda does not wait for this promise, so that a rejection would end the process; the lock expires anyway.
  repository.unlockJob = (job) => unlockJob(job).catch(() => {})
  return {
    backend: {
      name: 'MongoDB',
      repository,
      connect: () => repository.connect(),
      disconnect: async () => {},
    },
    connect: async () => {
      await client.connect()
      isConnected = true
    },
    makeUnique: async () => {
      const made = collection.createIndex({ name: 1 }, { unique: true, name: 'one_entry_per_tick' })
      await made.catch((error: unknown) => {
        // Doubles of another tick stand in the way until that tick is armed too.
        if (!(error instanceof MongoError) || error.code !== duplicateKey) throw error
      })
    },
    close: async (worker) => {
      const ours = { lastModifiedBy: worker, lockedAt: { $ne: null } }
      try {
        if (isConnected) await atMost(closeMsMax, collection.updateMany(ours, { $set: { lockedAt: null } }))
      } finally {
        await atMost(closeMsMax, client.close())
      }
    },
  }
}

/**
 * The metronome: runs each tick about every `everyMs` in one of the workers that share a job store, and at once in
 * this process when nudged. Nothing is lost with the store, because a tick only finds what SQL says is due.
 *
 * Refuses: a `mongoUrl` that is no MongoDB address (throws `MongoParseError`).
 */
export const createJobs = ({ ticks, mongoUrl, backend, log, clock }: JobsOptions): Jobs => {
  const worker = randomUUID()
  const store = mongoUrl ? mongoStore(mongoUrl) : memoryStore(backend ?? createInProcessBackend())
  const runners = new Map(ticks.map((tick) => [tick.name, createTickRunner(tick, log, clock)]))
  // No lock limit: Agenda never counts a job down that expires while it waits, and would then not lock it again.
  const agenda = new Agenda({
    backend: store.backend,
    name: worker,
    processEvery: scanEveryMs,
    defaultLockLifetime: lockLifetimeMs,
    defaultConcurrency: 1,
    maxConcurrency: Math.max(1, ticks.length),
  })
  const watch = createTickWatch(
    [...runners.values()],
    createTickStore(store, (tick) => agenda.every(tick.everyMs, tick.name)),
    log,
  )
  for (const [name, runner] of runners) {
    agenda.define(name, () => {
      watch.heard(name)
      return runner.run()
    })
  }
  agenda.on('error', (error: Error) => {
    if (error instanceof MongoError) watch.lost(error)
    else log.error({ err: error }, 'the job runner reports an error')
  })

  let starting: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'the job store did not answer at the stop; its locks expire by themselves')

  const startAll = async (): Promise<void> => {
    await agenda.start()
    watch.start()
  }

  const stopAll = async (): Promise<void> => {
    if (starting) {
      await starting
      const drained = [...runners.values()].map((runner) => runner.drain(drainMsMax))
      const released = Promise.all([watch.stop(), agenda.stop(false)])
      await Promise.all([...drained, atMost(drainMsMax, released).catch(warn)])
    }
    await store.close(worker).catch(warn)
  }

  const tickHealth = (name: string): TickHealth => ({
    name,
    lastRunAt: runners.get(name)?.lastRunAt(),
    isRunning: runners.get(name)?.isRunning() ?? false,
    isOnFallback: watch.isOnFallback(name),
  })

  return {
    start: async () => {
      if (!stopping) await (starting ??= startAll())
    },
    nudge: (name) => {
      if (starting) runners.get(name)?.nudge()
    },
    stop: () => (stopping ??= stopAll()),
    lastRunAt: (name) => runners.get(name)?.lastRunAt(),
    health: () => ({
      isLive:
        starting !== undefined &&
        !stopping &&
        [...runners.values()].every((runner) => !runner.isRunning() || runner.idleMs() < silenceMsAlarm),
      isStoreUp: watch.isStoreUp(),
      ticks: ticks.map((tick) => tickHealth(tick.name)),
    }),
  }
}
