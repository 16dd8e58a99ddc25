import { MongoClient } from 'mongodb'
import { createInProcessBackend, type JobsOptions } from '../../jobs/agenda.js'
import { systemClock, type Instant } from '../../src/kernel/clock.js'
import { mongoUrl, withUniqueDatabase } from '../support/services.js'

// oxlint-disable-next-line no-restricted-globals -- Agenda's stores speak in Dates.
const dateAt = (instant: Instant): Date => new Date(instant)

/** A job store for tests: options for `createJobs`, and what may happen to the store from outside. */
export interface TestStore {
  readonly options: Partial<JobsOptions>
  /** Removes every entry; returns how many there were. */
  empty(): Promise<number>
  /** Takes the lock of a tick, as a worker that then dies. */
  seize(tick: string): Promise<boolean>
  countEntries(): Promise<number>
  /** Stores a tick twice, as two workers might that schedule it at the same time. */
  double(tick: string): Promise<void>
  close(): Promise<void>
}

export const openInProcess = async (): Promise<TestStore> => {
  const backend = createInProcessBackend()
  const { repository } = backend
  return {
    options: { backend },
    empty: () => repository.purgeAllJobs(),
    seize: async (tick) => {
      const soon = dateAt(systemClock.now() + 5_000)
      return (await repository.getNextJobToRun(tick, soon, dateAt(0), undefined, undefined)) !== undefined
    },
    countEntries: async () => (await repository.queryJobs()).total,
    double: async (name) => {
      const entry = { name, type: 'normal', priority: 0, data: {}, nextRunAt: dateAt(0) } as const
      await repository.saveJob(entry, undefined)
      await repository.saveJob(entry, undefined)
    },
    close: async () => {},
  }
}

export const openMongo = async (): Promise<TestStore> => {
  const url = withUniqueDatabase(mongoUrl() ?? '')
  const client = new MongoClient(url)
  const entries = client.db().collection('agendaJobs')
  return {
    options: { mongoUrl: url },
    empty: async () => (await entries.deleteMany({})).deletedCount,
    seize: async (name) => {
      const taken = await entries.findOneAndUpdate(
        { name, lockedAt: null },
        { $set: { lockedAt: dateAt(systemClock.now()), lastModifiedBy: 'a worker that is gone' } },
      )
      return taken !== null
    },
    countEntries: () => entries.countDocuments(),
    double: async (name) => {
      const entry = { name, type: 'normal', priority: 0, data: {}, nextRunAt: dateAt(0) }
      await entries.insertMany([{ ...entry }, { ...entry }])
    },
    close: () => client.close(),
  }
}
