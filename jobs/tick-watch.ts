import { systemClock, type Instant } from '../src/kernel/clock.js'
import type { JobsLogger, Tick, TickRunner } from './tick-runner.js'

const beatMs = 500
const silenceMsMax = 10_000

/** What the job store knows of a tick; times are those of the machine that wrote them. */
export interface StoredTick {
  readonly everyMs: number | undefined
  readonly nextRunAt: Instant | undefined
  readonly lastRunAt: Instant | undefined
}

export interface TickStore {
  read(): Promise<ReadonlyMap<string, StoredTick>>
  /** Replaces what is stored of this tick by one fresh entry that is due now. */
  arm(tick: Tick): Promise<void>
}

export interface TickWatch {
  start(): void
  stop(): Promise<void>
  /** To be told when the job store started this tick here. */
  ran(name: string): void
  /** To be told when the job store answered with an error. */
  storeFailed(error: unknown): void
  isStoreUp(): boolean
  isOnFallback(name: string): boolean
}

/** Missing, late by more than 10 s, or set further ahead than its interval (by a machine whose clock was wrong). */
const isLost = (stored: StoredTick | undefined, everyMs: number): boolean =>
  stored?.nextRunAt === undefined || Math.abs(stored.nextRunAt - systemClock.now()) > silenceMsMax + everyMs

/**
 * Keeps the ticks going when the job store does not (docs/design/jobs-and-queues.md#when-the-job-store-is-away): re-arms
 * those that the store lost, and runs from a plain timer those that nobody ran for 10 s, until the store beats again.
 */
export const createTickWatch = (
  runners: readonly TickRunner[],
  store: TickStore,
  log: JobsLogger,
): TickWatch => {
  const ranMs = new Map<string, number>()
  const seenRunAt = new Map<string, Instant | undefined>()
  const onFallback = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  let isFirstCheck = true
  let isUp = true
  let isStopped = false

  const ran = (name: string): void => {
    ranMs.set(name, performance.now())
    if (onFallback.delete(name)) log.info({ tick: name }, 'the job store runs this tick again')
  }

  const storeFailed = (error: unknown): void => {
    // A store that is being closed answers nobody.
    if (isUp && !isStopped)
      log.warn({ err: error }, 'the job store does not answer; a timer will run the ticks')
    isUp = false
  }

  const checkStore = async (): Promise<void> => {
    const stored = await store.read()
    if (!isUp) log.info({}, 'the job store answers again')
    isUp = true
    for (const { tick, isRunning } of runners) {
      const entry = stored.get(tick.name)
      // A change is what counts, not the time that it names: the clocks of two workers differ.
      if (entry?.lastRunAt !== undefined && entry.lastRunAt !== seenRunAt.get(tick.name)) {
        if (seenRunAt.has(tick.name)) ran(tick.name)
        seenRunAt.set(tick.name, entry.lastRunAt)
      }
      // Only at start is another interval replaced: two versions side by side must not fight over it.
      const isOtherInterval = isFirstCheck && entry?.everyMs !== tick.everyMs
      // A turn that lasts here is late in the store, and not lost.
      if (isOtherInterval || (isLost(entry, tick.everyMs) && !isRunning())) {
        await store.arm(tick)
        // At start it is nothing to tell; later something has lost it.
        log[isFirstCheck ? 'debug' : 'info']({ tick: tick.name }, 'a tick was armed in the job store')
      }
    }
    isFirstCheck = false
  }

  const beat = (): void => {
    checking ??= checkStore()
      .catch(storeFailed)
      .finally(() => {
        checking = undefined
      })
    for (const runner of runners) {
      const { name, everyMs } = runner.tick
      // What hangs here, as when the database gives no answer, nobody else need start; the runner itself tells of it.
      if (runner.isRunning() && !onFallback.has(name)) ranMs.set(name, performance.now())
      if (performance.now() - (ranMs.get(name) ?? 0) <= silenceMsMax + everyMs) continue
      if (!onFallback.has(name)) {
        onFallback.add(name)
        log.warn({ tick: name, silenceMsMax }, 'the job store did not run this tick; a timer does')
      }
      if (runner.idleMs() >= everyMs) void runner.run()
    }
  }

  return {
    start: () => {
      for (const { tick } of runners) ranMs.set(tick.name, performance.now())
      timer = setInterval(beat, beatMs)
      beat()
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await checking
    },
    ran,
    storeFailed,
    isStoreUp: () => isUp,
    isOnFallback: (name) => onFallback.has(name),
  }
}
