import { createJobs, type Jobs, type JobsLogger, type JobsOptions, type Tick } from '../../jobs/agenda.js'
import { systemClock } from '../../src/kernel/clock.js'

/** The one tick of these tests. */
export const tickName = 'look'

export interface Probe {
  readonly tick: Tick
  /** When each run began, by a monotonic timer. */
  readonly begun: number[]
  /** The largest number of runs at the same time. */
  readonly atOnceMax: () => number
  readonly isInside: () => boolean
}

/** A tick that records its runs and does `work` in each. */
export const createProbe = (
  work: (signal: AbortSignal) => Promise<void> = async () => {},
  everyMs = 1_000,
): Probe => {
  const begun: number[] = []
  let atOnce = 0
  let most = 0
  return {
    begun,
    atOnceMax: () => most,
    isInside: () => atOnce > 0,
    tick: {
      name: tickName,
      everyMs,
      run: async (signal) => {
        begun.push(performance.now())
        atOnce += 1
        most = Math.max(most, atOnce)
        try {
          await work(signal)
        } finally {
          atOnce -= 1
        }
      },
    },
  }
}

export interface RecordingLogger extends JobsLogger {
  readonly lines: string[]
}

export const createLog = (): RecordingLogger => {
  const lines: string[] = []
  const at =
    (level: string) =>
    (_facts: object, message: string): void =>
      void lines.push(`${level} ${message}`)
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** Creates jobs on the store of a test, and stops all of them after the test. */
export const createWorkers = (): {
  start(probe: Probe, options: Partial<JobsOptions>): Promise<Jobs>
  stopAll(): Promise<void>
} => {
  const started: Jobs[] = []
  return {
    start: async (probe, options) => {
      const jobs = await createJobs({ ticks: [probe.tick], log: createLog(), clock: systemClock, ...options })
      started.push(jobs)
      await jobs.start()
      return jobs
    },
    stopAll: async () => {
      await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
    },
  }
}
