import type { AgendaBackend } from 'agenda'
import type { Tick } from './tick-runner.js'
import type { StoredTick, TickStore } from './tick-watch.js'

export interface Store {
  readonly backend: AgendaBackend
  /** Opens the first connection. Does nothing after that, even while the connection is lost: it reconnects by itself. */
  connect(): Promise<void>
  /**
   * Makes the store refuse a second entry of a tick, even when two workers schedule it at the same time. No effect while a tick still
   * has two entries.
   */
  makeUnique(): Promise<void>
  /** Releases the locks of this worker, so that the others need not wait for them to expire, and disconnects. */
  close(worker: string): Promise<void>
  /** True when the store caused the error, for example because it cannot be reached; false for a bug of this service. */
  isOwnError(error: Error): boolean
}

/** What the tick watch needs of Agenda's job store. */
export const createTickStore = (store: Store, every: (tick: Tick) => Promise<unknown>): TickStore => ({
  read: async () => {
    await store.connect()
    const { jobs } = await store.backend.repository.queryJobs()
    const stored = new Map<string, StoredTick>()
    for (const job of jobs) {
      const isDouble = stored.has(job.name)
      stored.set(job.name, {
        everyMs: typeof job.repeatInterval === 'number' ? job.repeatInterval : undefined,
        // Two entries of one tick count as none, so that the watch replaces both with one.
        nextRunAt: isDouble ? undefined : job.nextRunAt?.getTime(),
        lastRunAt: job.lastRunAt?.getTime(),
      })
    }
    return stored
  },
  schedule: async (tick) => {
    // `every` alone would keep the time of an overdue run, and clear the lock of a worker that is running the tick.
    await store.backend.repository.removeJobs({ name: tick.name })
    await store.makeUnique()
    await every(tick)
  },
})
