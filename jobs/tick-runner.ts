import { orAfter } from '../src/kernel/deadline.js'
import type { Instant, WallClock } from '../src/kernel/clock.js'

/** The time of one run of a tick, which does one bounded batch; after this time the signal of the run is aborted. */
export const batchMsMax = 5_000
/** An aborted run must end in this time; otherwise it is considered stuck, and another run starts. */
const abortedMsMax = 5_000
/** The maximum number of stuck runs: with so many, another one would probably hang as well. */
const abandonedMax = 3

/**
 * A repeated job. SQL is the queue: a run reads there what is due, and does a batch of it
 * (docs/design/principles.md#sql-is-the-truth).
 */
export interface Tick {
  readonly name: string
  readonly everyMs: number
  /** Does one bounded batch (at most 5 s). May run twice, concurrently, late, or not at all. */
  readonly run: (signal: AbortSignal) => Promise<void>
}

/** What the jobs need of a logger; a pino logger fits. */
export interface JobsLogger {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface TickRunner {
  readonly tick: Tick
  /** Starts a run or joins the current one; resolves when that run has ended or is abandoned, and never rejects. */
  run(): Promise<void>
  /** Requests a run that begins after this call: at once, or exactly one more after the current run. */
  nudge(): void
  /** Starts no further run and waits for the current one; if it takes longer than `msMax`, its signal is aborted. */
  drain(msMax: number): Promise<void>
  lastRunAt(): Instant | undefined
  /** Milliseconds since the last run began, by a monotonic timer. */
  idleMs(): number
  isRunning(): boolean
  /** For how long at least one run has been in progress and none has ended; 0 when none is in progress. */
  hangsMs(): number
}

/** What a run asks its runner, and reports to it. */
interface RunEvents {
  readonly mayAbandon: () => boolean
  /** The run was aborted, did not end in time, and is abandoned. */
  readonly abandoned: () => void
  readonly ended: (isAbandoned: boolean) => void
}

/** Starts one run, aborts it when its time is up, and abandons it if it does not end then. */
const runBounded = (tick: Tick, log: JobsLogger, abort: AbortController, events: RunEvents): void => {
  const work = async (): Promise<void> => {
    try {
      await tick.run(abort.signal)
    } catch (error) {
      log.error({ tick: tick.name, err: error }, 'a tick failed; the next one tries again')
    }
  }
  let isAbandoned = false
  const giveUp = (): void => {
    if (!events.mayAbandon()) return void (timer = setTimeout(giveUp, abortedMsMax))
    log.error({ tick: tick.name, abortedMsMax }, 'an aborted tick still runs; another run starts')
    isAbandoned = true
    events.abandoned()
  }
  let timer = setTimeout(() => {
    // Level debug: all ticks of a long walk run out of time, except the last.
    log.debug({ tick: tick.name, batchMsMax }, 'a tick ran out of time and is aborted')
    abort.abort()
    timer = setTimeout(giveUp, abortedMsMax)
  }, batchMsMax)
  void work().finally(() => {
    clearTimeout(timer)
    events.ended(isAbandoned)
  })
}

/** When runs began, by the clock and by a monotonic timer. */
const createTimes = (clock: WallClock) => {
  let lastRunAt: Instant | undefined
  let begunMs = performance.now()
  let hangsSinceMs: number | undefined
  return {
    begun: (): void => {
      lastRunAt = clock.now()
      begunMs = performance.now()
      hangsSinceMs ??= begunMs
    },
    ended: (isAnotherRunning: boolean): void => {
      hangsSinceMs = isAnotherRunning ? begunMs : undefined
    },
    read: {
      lastRunAt: () => lastRunAt,
      idleMs: () => performance.now() - begunMs,
      hangsMs: () => (hangsSinceMs === undefined ? 0 : performance.now() - hangsSinceMs),
    },
  }
}

/** Starts runs one after the other. `begin` starts a run and must call `free` when the run has ended or is abandoned. */
const createRunSlot = (begin: (free: (isAbandoned: boolean) => void) => void) => {
  let inFlight: Promise<void> | undefined
  let nudged: NodeJS.Immediate | undefined
  let again = false
  let closed = false

  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      begin((isAbandoned) => {
        inFlight = undefined
        if (again || (isAbandoned && !closed)) void run()
        resolve()
      })
    })

  const run = (): Promise<void> => {
    if (inFlight) return inFlight
    if (closed) return Promise.resolve()
    again = false
    inFlight = Promise.resolve().then(turn)
    return inFlight
  }

  return {
    run,
    nudge: (): void => {
      if (closed) return
      if (inFlight) again = true
      else {
        // Deferred, so that the commit does not wait for the run and repeated nudges become one run.
        nudged ??= setImmediate(() => {
          nudged = undefined
          void run()
        })
      }
    },
    /** Starts no further run, and returns the current one. */
    close: (): Promise<void> | undefined => {
      closed = true
      again = false
      clearImmediate(nudged)
      return inFlight
    },
    isRunning: () => inFlight !== undefined,
  }
}

/**
 * Runs one tick in this process, never twice at once, whatever triggers it: Agenda, a nudge or the fallback timer. The
 * exception is an aborted run that does not end: then another one starts meanwhile.
 */
export const createTickRunner = (tick: Tick, log: JobsLogger, clock: WallClock): TickRunner => {
  const times = createTimes(clock)
  let abort = new AbortController()
  let abandonedCount = 0

  const turns = createRunSlot((free) => {
    times.begun()
    abort = new AbortController()
    runBounded(tick, log, abort, {
      mayAbandon: () => abandonedCount < abandonedMax,
      abandoned: () => {
        abandonedCount += 1
        free(true)
      },
      ended: (isAbandoned) => {
        times.ended(isAbandoned && turns.isRunning())
        if (isAbandoned) abandonedCount -= 1
        else free(false)
      },
    })
  })

  return {
    tick,
    run: turns.run,
    nudge: turns.nudge,
    drain: async (msMax) => {
      const inFlight = turns.close()
      if (!inFlight) return
      await orAfter(msMax, inFlight, () => {
        log.error({ tick: tick.name, msMax }, 'a tick did not finish before the shutdown and is abandoned')
        abort.abort()
      })
    },
    isRunning: turns.isRunning,
    ...times.read,
  }
}
