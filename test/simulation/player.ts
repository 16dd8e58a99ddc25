// Plays histories for `simulate.ts`, one process of several.
import './disk.js'
import './machine.js'
import type { Outcome } from './history.js'
import type { Step } from './steps.js'
import { present } from '../support/present.js'

// Imported after the modules that replace Node's.
const { openWorld } = await import('./world.js')
const { historyOf, playHistory } = await import('./history.js')

/** A history to play: that of a seed, or given steps. */
export interface HistoryToPlay {
  readonly seed: number
  readonly count: number
  readonly steps?: readonly Step[] | undefined
  readonly isTraced?: boolean
  /** True to shorten a history that fails. */
  readonly shrinks?: boolean
}

export interface Played {
  readonly seed: number
  readonly outcome: Outcome
  /** Processor time. */
  readonly ms: number
  /** The shortest history that still fails, and its problems. */
  readonly shortest?: { readonly steps: readonly Step[]; readonly problems: readonly string[] } | undefined
}

const replaysMax = 400
const shrinkMsMax = 90_000
const ms = (): number => Number(process.hrtime.bigint() / 1_000_000n)
/** The processor time of this process, which does not depend on other load of the machine. */
const busyMs = (): number => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000

/** The problem without ids and numbers, so that the same problem of another order is equal. */
const kindOf = ({ problems }: Pick<Outcome, 'problems'>): string =>
  (problems[0] ?? '').replaceAll(/[A-Z]{3}-\w+|[0-9a-f-]{36}|\d+/g, '').slice(0, 60)

const world = await openWorld(process.argv[2])

/** Removes steps, first in large pieces, as long as the history fails with the same kind of problem. */
const shrink = async (seed: number, given: readonly Step[], failed: Outcome) => {
  const begun = ms()
  let steps = given.slice(0, failed.at + 1)
  let problems = failed.problems
  let replays = 0
  const stillFails = async (fewer: readonly Step[]): Promise<boolean> => {
    if (replays++ > replaysMax || ms() - begun > shrinkMsMax) return false
    const outcome = await playHistory(world, seed, fewer)
    if (outcome.problems.length === 0 || kindOf(outcome) !== kindOf(failed)) return false
    steps = fewer.slice(0, outcome.at + 1)
    problems = outcome.problems
    return true
  }
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < steps.length;) {
      const fewer = [...steps.slice(0, at), ...steps.slice(at + size)]
      if (!(await stillFails(fewer))) at += size
    }
  for (let i = 0; i < steps.length; i++) {
    const { fault, beside, ...plain } = present(steps[i])
    if (fault ?? beside) await stillFails([...steps.slice(0, i), plain, ...steps.slice(i + 1)])
  }
  return { steps, problems }
}

const play = async ({
  seed,
  count,
  steps: given,
  isTraced = false,
  shrinks = false,
}: HistoryToPlay): Promise<Played> => {
  const begun = busyMs()
  const steps = given ?? historyOf(seed, count)
  const outcome = await playHistory(world, seed, steps, { isTraced })
  const took = busyMs() - begun
  const shortest = shrinks && outcome.problems.length > 0 ? await shrink(seed, steps, outcome) : undefined
  return { seed, outcome, ms: took, shortest }
}

const answer = (message: object): void => void process.send?.(message)

process.on('message', (history: HistoryToPlay) => {
  play(history).then(answer, (error: unknown) =>
    answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
process.on('disconnect', () => {
  world.close()
  process.exit(0)
})
answer({ isReady: true })
