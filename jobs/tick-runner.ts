import { orAfter } from '../src/kernel/deadline.js'
import type { Instant, WallClock } from '../src/kernel/clock.js'

/** A tick must do one bounded batch in this time; then its signal is aborted. */
export const batchMsMax = 5_000
/** One that was told to stop gives its turn back in this time; else something holds it, and another run begins. */
const obeyMsMax = 5_000
/** So many runs are left alone at once; then something is so wrong that one more would only hang too. */
const leftMax = 3

/**
 * One row of the timetable: SQL is the queue, a tick only looks whether something is due
 * (docs/design/principles.md#sql-is-the-truth).
 */
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
  /** Starts a run or joins the one in hand; resolves when that run is over or given up, and never rejects. */
  run(): Promise<void>
  /** Asks for a run that begins after this call: at once, or exactly one more after the run in hand. */
  nudge(): void
  /** Begins no further run and waits for the one in hand, at most so long; then its signal is aborted. */
  drain(msMax: number): Promise<void>
  lastRunAt(): Instant | undefined
  /** Milliseconds since the last run began, by a timer that no clock change moves. */
  idleMs(): number
  isRunning(): boolean
  /** For how long no run has come to an end although one was begun; 0 when none was. */
  hangsMs(): number
}

/** What a run asks and tells of its turn. */
interface OfTurn {
  readonly mayLeave: () => boolean
  /** It was told to stop, did not, and is left to itself. */
  readonly left: () => void
  readonly ended: (isLeft: boolean) => void
}

/** One run: told to stop when it has had its time, and left to itself when it does not obey. */
const runBounded = (tick: Tick, log: JobsLogger, abort: AbortController, turn: OfTurn): void => {
  const work = async (): Promise<void> => {
    try {
      await tick.run(abort.signal)
    } catch (error) {
      log.error({ tick: tick.name, err: error }, 'a tick failed; the next one tries again')
    }
  }
  let isLeft = false
  const giveUp = (): void => {
    if (!turn.mayLeave()) return void (timer = setTimeout(giveUp, obeyMsMax))
    log.error({ tick: tick.name, obeyMsMax }, 'a tick was told to stop and still runs; another run begins')
    isLeft = true
    turn.left()
  }
  let timer = setTimeout(() => {
    // A long walk is many ticks, so this is what happens every few seconds for as long as it lasts.
    log.debug({ tick: tick.name, batchMsMax }, 'a tick has had its time and is told to stop')
    abort.abort()
    timer = setTimeout(giveUp, obeyMsMax)
  }, batchMsMax)
  void work().finally(() => {
    clearTimeout(timer)
    turn.ended(isLeft)
  })
}

/** When runs began, by the clock and by a timer that no clock change moves. */
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
    told: {
      lastRunAt: () => lastRunAt,
      idleMs: () => performance.now() - begunMs,
      hangsMs: () => (hangsSinceMs === undefined ? 0 : performance.now() - hangsSinceMs),
    },
  }
}

/** One turn after the other: `begin` is given what frees the turn, and whether its work is left to itself then. */
const createTurns = (begin: (free: (isLeft: boolean) => void) => void) => {
  let inFlight: Promise<void> | undefined
  let nudged: NodeJS.Immediate | undefined
  let again = false
  let closed = false

  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      begin((isLeft) => {
        inFlight = undefined
        if (again || (isLeft && !closed)) void run()
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
        // Not in the caller's stack: a nudge must cost a commit nothing, and many nudges are one run.
        nudged ??= setImmediate(() => {
          nudged = undefined
          void run()
        })
      }
    },
    /** Begins no further turn, and gives the one in hand. */
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
 * Runs one tick in this process, never twice at once, whoever asks: Agenda, a nudge or the fallback timer. Only beside one
 * that was told to stop and did not, another begins.
 */
export const createTickRunner = (tick: Tick, log: JobsLogger, clock: WallClock): TickRunner => {
  const times = createTimes(clock)
  let abort = new AbortController()
  let leftCount = 0

  const turns = createTurns((free) => {
    times.begun()
    abort = new AbortController()
    runBounded(tick, log, abort, {
      mayLeave: () => leftCount < leftMax,
      left: () => {
        leftCount += 1
        free(true)
      },
      ended: (isLeft) => {
        times.ended(isLeft && turns.isRunning())
        if (isLeft) leftCount -= 1
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
        log.error({ tick: tick.name, msMax }, 'a tick did not finish before the stop and is abandoned')
        abort.abort()
      })
    },
    isRunning: turns.isRunning,
    ...times.told,
  }
}
