import type { Instant, WallClock } from '../src/shared/clock.js'

/** A tick must do one bounded batch in this time; then its signal is aborted. */
export const batchMsMax = 5_000
/** One that was told to stop gives its turn back in this time; else something holds it, and people should know. */
const obeyMsMax = 5_000

/** One row of the timetable: SQL is the queue, a tick only looks whether something is due (DESIGN 1 rule 3). */
export interface Tick {
  readonly name: string
  readonly everyMs: number
  /** Does one bounded batch (at most 5 s) and is safe to run twice, at the same time, late, and never. */
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
  /** Starts a run or joins the one in hand; resolves when that run is over, and never rejects. */
  run(): Promise<void>
  /** Asks for a run that begins after this call: at once, or exactly one more after the run in hand. */
  nudge(): void
  /** Begins no further run and waits for the one in hand, at most so long; then its signal is aborted. */
  drain(msMax: number): Promise<void>
  lastRunAt(): Instant | undefined
  /** Milliseconds since the last run began, by a timer that no clock change moves. */
  idleMs(): number
  isRunning(): boolean
}

/** Runs one tick in this process, never twice at once, whoever asks: Agenda, a nudge or the fallback timer. */
export const createTickRunner = (tick: Tick, log: JobsLogger, clock: WallClock): TickRunner => {
  let inHand: Promise<void> | undefined
  let abort = new AbortController()
  let nudged: NodeJS.Immediate | undefined
  let again = false
  let closed = false
  let lastRunAt: Instant | undefined
  let begunMs = performance.now()

  const runOnce = async (): Promise<void> => {
    lastRunAt = clock.now()
    begunMs = performance.now()
    const current = (abort = new AbortController())
    let bound = setTimeout(() => {
      // A long walk is many ticks, so this is what happens every few seconds for as long as it lasts.
      log.debug({ tick: tick.name, batchMsMax }, 'a tick has had its time and is told to stop')
      current.abort()
      bound = setTimeout(
        () => log.error({ tick: tick.name, obeyMsMax }, 'a tick was told to stop and still runs'),
        obeyMsMax,
      )
    }, batchMsMax)
    try {
      await tick.run(current.signal)
    } catch (error) {
      log.error({ tick: tick.name, err: error }, 'a tick failed; the next one tries again')
    } finally {
      clearTimeout(bound)
      inHand = undefined
      if (again) void run()
    }
  }

  const run = (): Promise<void> => {
    if (inHand) return inHand
    if (closed) return Promise.resolve()
    again = false
    inHand = Promise.resolve().then(runOnce)
    return inHand
  }

  const nudge = (): void => {
    if (closed) return
    if (inHand) again = true
    else {
      // Not in the caller's stack: a nudge must cost a commit nothing, and many nudges are one run.
      nudged ??= setImmediate(() => {
        nudged = undefined
        void run()
      })
    }
  }

  const drain = async (msMax: number): Promise<void> => {
    closed = true
    again = false
    clearImmediate(nudged)
    if (!inHand) return
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        log.error({ tick: tick.name, msMax }, 'a tick did not finish before the stop and is abandoned')
        abort.abort()
        resolve()
      }, msMax)
    })
    await Promise.race([inHand, timeout])
    clearTimeout(timer)
  }

  return {
    tick,
    run,
    nudge,
    drain,
    lastRunAt: () => lastRunAt,
    idleMs: () => performance.now() - begunMs,
    isRunning: () => inHand !== undefined,
  }
}
