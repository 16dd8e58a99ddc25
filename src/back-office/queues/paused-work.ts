import type { Sql } from '../../platform/database/database.js'
import type { Work } from '../../kernel/work.js'
import { queues, type QueueName } from './queue.js'

/** How long the pauses are cached. */
const freshMs = 1_000

const queueOfJob: ReadonlyMap<string, QueueName> = new Map(
  queues.flatMap(({ name, jobs }) => jobs.map((job) => [job, name])),
)

/**
 * The same jobs, except that they claim nothing from a paused queue. The pauses are read once a second for all jobs.
 */
export const pausable = (sql: Sql, works: readonly Work[]): Work[] => {
  let cached: { readonly untilMs: number; readonly paused: Promise<ReadonlySet<unknown>> } | undefined
  const readPauses = async (): Promise<ReadonlySet<unknown>> =>
    new Set((await sql.all('SELECT name FROM queue_pauses')).map(({ name }) => name))
  const paused = (): Promise<ReadonlySet<unknown>> => {
    if (!cached || cached.untilMs < performance.now()) {
      cached = { untilMs: performance.now() + freshMs, paused: readPauses() }
      // A failed read is not cached: the next job reads again.
      cached.paused.catch(() => (cached = undefined))
    }
    return cached.paused
  }
  return works.map((work) => {
    const queue = queueOfJob.get(work.name)
    if (queue === undefined) return work
    return { ...work, run: async (signal) => ((await paused()).has(queue) ? undefined : work.run(signal)) }
  })
}
