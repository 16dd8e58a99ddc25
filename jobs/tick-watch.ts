import { systemClock, type Instant } from '../src/kernel/clock.js'
import type { JobsLogger, Tick, TickRunner } from './tick-runner.js'

const beatMs = 500
const silenceMsMax = 10_000

/** The state of a tick in the job store; times are those of the machine that wrote them. */
export interface StoredTick {
  readonly everyMs: number | undefined
  readonly nextRunAt: Instant | undefined
  readonly lastRunAt: Instant | undefined
}

export interface TickStore {
  read(): Promise<ReadonlyMap<string, StoredTick>>
  /** Replaces the stored entries of this tick with one fresh entry that is due now. */
  schedule(tick: Tick): Promise<void>
}

export interface TickWatch {
  start(): void
  stop(): Promise<void>
  /** Called when the job store started this tick here. */
  ran(name: string): void
  /** Called when the job store answered with an error, or did not answer. */
  storeFailed(error: unknown): void
  isStoreUp(): boolean
  isOnFallback(name: string): boolean
}

/** Missing or stored twice; overdue by more than its interval and 10 s; or set that far ahead, by a machine whose clock was wrong. */
const isLost = (stored: StoredTick | undefined, everyMs: number): boolean =>
  stored?.nextRunAt === undefined || Math.abs(stored.nextRunAt - systemClock.now()) > silenceMsMax + everyMs

/** Runs from a plain timer the ticks that the job store does not run. */
const createFallback = (runners: readonly TickRunner[], log: JobsLogger) => {
  const ranMs = new Map<string, number>()
  const onFallback = new Set<string>()

  const look = (runner: TickRunner): void => {
    const { name, everyMs } = runner.tick
    // A run in progress counts as one by the store, whatever started it, and even if it hangs because the database does not
    // answer. The runner logs runs that hang.
    if (runner.isRunning() && !onFallback.has(name)) ranMs.set(name, performance.now())
    if (performance.now() - (ranMs.get(name) ?? 0) <= silenceMsMax + everyMs) return
    if (!onFallback.has(name)) {
      onFallback.add(name)
      log.warn({ tick: name, silenceMsMax }, 'the job store did not run this tick; a timer does')
    }
    if (runner.idleMs() >= everyMs) void runner.run()
  }

  return {
    begin: (): void => {
      for (const { tick } of runners) ranMs.set(tick.name, performance.now())
    },
    ran: (name: string): void => {
      ranMs.set(name, performance.now())
      if (onFallback.delete(name)) log.info({ tick: name }, 'the job store runs this tick again')
    },
    beat: (): void => {
      for (const runner of runners) look(runner)
    },
    has: (name: string): boolean => onFallback.has(name),
  }
}

/**
 * Reports the ticks that the job store has run since the last check, and schedules again those that it has lost, and at start those that
 * it has with another interval.
 */
const createStoreCheck = (
  runners: readonly TickRunner[],
  store: TickStore,
  log: JobsLogger,
  report: { readonly answered: () => void; readonly ran: (name: string) => void },
) => {
  const seenRunAt = new Map<string, Instant | undefined>()
  let isFirstCheck = true

  const seeRun = (name: string, entry: StoredTick | undefined): void => {
    // Any change of the time shows a run, even to an earlier time, since the clocks of two workers differ.
    if (entry?.lastRunAt === undefined || entry.lastRunAt === seenRunAt.get(name)) return
    if (seenRunAt.has(name)) report.ran(name)
    seenRunAt.set(name, entry.lastRunAt)
  }

  return async (): Promise<void> => {
    const stored = await store.read()
    report.answered()
    for (const { tick, isRunning } of runners) {
      const entry = stored.get(tick.name)
      seeRun(tick.name, entry)
      // An interval is replaced at start only: otherwise two versions that run side by side would replace each other's for ever.
      const isOtherInterval = isFirstCheck && entry?.everyMs !== tick.everyMs
      // While a long run lasts, its entry is overdue in the store, but not lost.
      if (isOtherInterval || (isLost(entry, tick.everyMs) && !isRunning())) {
        await store.schedule(tick)
        // A missing entry is normal at start; later it means that the store has lost the entry.
        log[isFirstCheck ? 'debug' : 'info']({ tick: tick.name }, 'a tick was scheduled in the job store')
      }
    }
    isFirstCheck = false
  }
}

/**
 * Keeps the ticks running when the job store does not (docs/design/jobs-and-queues.md#when-the-job-store-is-away):
 * schedules again the ticks that the store lost, and runs a tick from a plain timer once nobody has run it for its interval
 * and 10 s, until the store runs it again.
 */
export const createTickWatch = (
  runners: readonly TickRunner[],
  store: TickStore,
  log: JobsLogger,
): TickWatch => {
  const fallback = createFallback(runners, log)
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  let isUp = true
  let isStopped = false

  const storeFailed = (error: unknown): void => {
    // During shutdown the store is closed, and an error is expected.
    if (isUp && !isStopped)
      log.warn({ err: error }, 'the job store does not answer; a timer will run the ticks')
    isUp = false
  }
  const answered = (): void => {
    if (!isUp) log.info({}, 'the job store answers again')
    isUp = true
  }
  const checkStore = createStoreCheck(runners, store, log, { answered, ran: fallback.ran })

  const beat = (): void => {
    checking ??= checkStore()
      .catch(storeFailed)
      .finally(() => {
        checking = undefined
      })
    fallback.beat()
  }

  return {
    start: () => {
      fallback.begin()
      timer = setInterval(beat, beatMs)
      beat()
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await checking
    },
    ran: fallback.ran,
    storeFailed,
    isStoreUp: () => isUp,
    isOnFallback: fallback.has,
  }
}
