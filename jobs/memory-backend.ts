// The part of Agenda's interface for a job store that ticks need, in the memory of one process: entries are added, found, locked,
// run again and removed, and their states are listed. Unique jobs, debouncing and search by data are not part of it and throw an
// error.
// oxlint-disable no-underscore-dangle -- `_id` is Agenda's name.
import { randomUUID } from 'node:crypto'
import type {
  AgendaBackend,
  computeJobState,
  JobId,
  JobParameters,
  JobRepository,
  JobsQueryOptions,
  JobState,
  RemoveJobsOptions,
} from 'agenda'
import { systemClock } from '../src/kernel/clock.js'

interface StoredJob extends JobParameters {
  _id: JobId
}

// oxlint-disable-next-line no-restricted-globals -- Agenda's stores use Date.
const now = (): Date => new Date(systemClock.now())

const fits = <T>(value: T, one: T | undefined, many: readonly T[] | undefined): boolean =>
  (one === undefined || value === one) && (many === undefined || many.includes(value))

const refuseData = (data: unknown): void => {
  if (data !== undefined) throw new Error('the in-process job store does not search by data')
}

const matches = (job: StoredJob, by: RemoveJobsOptions): boolean => {
  refuseData(by.data)
  return (
    fits<string>(job._id, by.id, by.ids) &&
    fits(job.name, by.name, by.names) &&
    !by.notNames?.includes(job.name)
  )
}

/** As in the other backends, a search without a criterion finds nothing: a mistake must not empty the store. */
const hasCriterion = (by: RemoveJobsOptions): boolean =>
  Object.values(by).some((value) => value !== undefined)

/** Due and unlocked, or locked so long that its worker must be dead: the rule of Agenda's other backends. */
const isFree = (job: StoredJob, nextScanAt: Date, lockDeadline: Date): boolean =>
  !job.disabled &&
  (job.lockedAt ? job.lockedAt <= lockDeadline : job.nextRunAt !== null && job.nextRunAt <= nextScanAt)

const byNextRun = (a: StoredJob, b: StoredJob): number =>
  (a.nextRunAt?.getTime() ?? 0) - (b.nextRunAt?.getTime() ?? 0) || b.priority - a.priority

type ComputeJobState = typeof computeJobState
type JobWithState = StoredJob & { state: JobState }

/** The entries. Every method is one synchronous step, which makes a lock atomic. Callers of the store get copies, as from a database. */
const createEntries = () => {
  const jobs = new Map<string, StoredJob>()
  const all = (): StoredJob[] => [...jobs.values()]
  const change = (targets: readonly StoredJob[], fields: Partial<JobParameters>): number => {
    for (const job of targets) jobs.set(job._id, { ...job, ...fields })
    return targets.length
  }
  return {
    jobs,
    all,
    change,
    select: (by: RemoveJobsOptions): StoredJob[] =>
      hasCriterion(by) ? all().filter((job) => matches(job, by)) : [],
    names: (): string[] => [...new Set(all().map((job) => job.name))],
    unlock: (job: StoredJob): void => {
      const { lockedAt: _, ...free } = job
      jobs.set(job._id, free)
    },
    lock: (job: StoredJob, lockedAt: Date): JobParameters => {
      change([job], { lockedAt })
      return { ...job, lockedAt }
    },
  }
}

type Entries = ReturnType<typeof createEntries>

const queryJobs = (
  { all }: Entries,
  stateOf: ComputeJobState,
  options: JobsQueryOptions = {},
): JobWithState[] => {
  refuseData(options.data)
  const { name, names, id, ids, search = '', state, includeDisabled = true } = options
  return all()
    .filter((job) => fits<string>(job._id, id, ids) && fits(job.name, name, names))
    .filter((job) => job.name.includes(search) && (includeDisabled || !job.disabled))
    .map((job) =>
      Object.assign({}, job, { state: job.disabled && state === 'paused' ? state : stateOf(job, now()) }),
    )
    .filter((job) => state === undefined || job.state === state)
}

const saveJob = <DATA>({ jobs, all }: Entries, job: JobParameters<DATA>): JobParameters<DATA> => {
  if (job.unique ?? job.uniqueOpts)
    throw new Error('the in-process job store has neither unique nor debounced jobs')
  const present = job._id
    ? jobs.get(job._id)
    : all().find((stored) => job.type === 'single' && stored.type === 'single' && stored.name === job.name)
  // A job that was removed meanwhile stays removed. A `single` job that is declared again keeps its next run, unless it is now
  // declared with a next run in the future, or with none.
  if (job._id && !present) return job
  const keepsNextRun = present && !job._id && job.nextRunAt && job.nextRunAt <= now()
  const _id = present?._id ?? (randomUUID() as JobId)
  const saved = { ...present, ...job, _id, ...(keepsNextRun && { nextRunAt: present.nextRunAt }) }
  jobs.set(_id, saved)
  return { ...saved }
}

const saveJobState = ({ jobs }: Entries, job: JobParameters): void => {
  const present = jobs.get(job._id ?? '')
  if (!present) throw new Error(`job ${job.name} is not in the store any more`)
  const { lockedAt, nextRunAt, lastRunAt, progress, failReason, failCount, failedAt, lastFinishedAt } = job
  const state = { lockedAt, nextRunAt, lastRunAt, progress, failReason, failCount, failedAt, lastFinishedAt }
  jobs.set(present._id, { ...present, ...state } as StoredJob)
}

type ReadMethods = Pick<
  JobRepository,
  'queryJobs' | 'getJobsOverview' | 'getDistinctJobNames' | 'getJobById' | 'getQueueSize'
>

const readMethodsOf = (entries: Entries, stateOf: ComputeJobState): ReadMethods => ({
  queryJobs: async (options = {}) => {
    const found = queryJobs(entries, stateOf, options).toSorted(byNextRun)
    const { skip = 0, limit = 0 } = options
    return { jobs: found.slice(skip, limit > 0 ? skip + limit : undefined), total: found.length }
  },
  getJobsOverview: async () =>
    entries.names().map((name) => {
      const states = queryJobs(entries, stateOf, { name }).map((job) => job.state)
      const count = (state: JobState): number => states.filter((one) => one === state).length
      return {
        name,
        total: states.length,
        running: count('running'),
        scheduled: count('scheduled'),
        queued: count('queued'),
        completed: count('completed'),
        failed: count('failed'),
        repeating: count('repeating'),
        paused: entries.all().filter((job) => job.name === name && job.disabled).length,
      }
    }),
  getDistinctJobNames: async () => entries.names(),
  getJobById: async (id) => {
    const job = entries.jobs.get(id)
    return job ? { ...job } : null
  },
  getQueueSize: async () => entries.all().filter((job) => job.nextRunAt && job.nextRunAt < now()).length,
})

type LockMethods = Pick<JobRepository, 'lockJob' | 'unlockJob' | 'unlockJobs' | 'getNextJobToRun'>

const lockMethodsOf = ({ jobs, all, lock, unlock }: Entries): LockMethods => ({
  lockJob: async (job) => {
    const present = jobs.get(job._id ?? '')
    const isSame = present?.nextRunAt?.getTime() === job.nextRunAt?.getTime()
    return present && isSame && !present.lockedAt && !present.disabled ? lock(present, now()) : undefined
  },
  unlockJob: async (job) => {
    const present = jobs.get(job._id ?? '')
    if (present?.nextRunAt) unlock(present)
  },
  unlockJobs: async (ids) =>
    all()
      .filter((job) => ids.includes(job._id))
      .forEach(unlock),
  getNextJobToRun: async (name, nextScanAt, lockDeadline, at) => {
    const free = all().filter((job) => job.name === name && isFree(job, nextScanAt, lockDeadline))
    const next = free.toSorted(byNextRun)[0]
    return next && lock(next, at ?? now())
  },
})

/**
 * Agenda's job store in the memory of one process, for the embedded default
 * (docs/design/jobs-and-queues.md#the-job-store-of-one-process).
 *
 * Throws on `unique`, `debounce` and searching by data, which it does not implement.
 *
 * @param stateOf Agenda's own `computeJobState`, handed in because only `agenda.ts` imports that library.
 */
export const createMemoryBackend = (stateOf: ComputeJobState): AgendaBackend => {
  const entries = createEntries()
  const { jobs, select, change } = entries
  const repository: JobRepository = {
    ...readMethodsOf(entries, stateOf),
    ...lockMethodsOf(entries),
    connect: async () => {},
    removeJobs: async (by) => select(by).filter((job) => jobs.delete(job._id)).length,
    purgeAllJobs: async () => {
      const { size } = jobs
      jobs.clear()
      return size
    },
    saveJob: async (job) => saveJob(entries, job),
    saveJobState: async (job) => saveJobState(entries, job),
    disableJobs: async (by) => change(select(by), { disabled: true }),
    enableJobs: async (by) => change(select(by), { disabled: false }),
  }
  return {
    name: 'memory',
    repository,
    ownsConnection: true,
    connect: async () => {},
    disconnect: async () => {},
  }
}
