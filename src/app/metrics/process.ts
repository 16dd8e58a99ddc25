import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { packageRoot } from '../config/config.js'
import type { Database } from '../../platform/database/database.js'
import { sharedPoolOf } from '../../platform/database/drivers/shared-pool.js'
import type { Instant } from '../../kernel/clock.js'

/** The version in `package.json`. */
export const ownVersion = (): string => {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/** The running version, as labels of a series that is always 1, to be joined with others. */
export const registerBuildInfo = (
  registry: Registry,
  facts: { readonly version: string; readonly roles: ReadonlySet<string> },
): void =>
  new Gauge({
    name: 'cauri_build_info',
    help: 'The version that runs, on which Node and in which roles; always 1',
    labelNames: ['version', 'node', 'roles'],
    registers: [registry],
  }).set(
    { version: facts.version, node: process.versions.node, roles: [...facts.roles].toSorted().join(',') },
    1,
  )

interface Repeated {
  readonly name: string
  readonly run: (signal: AbortSignal) => Promise<void>
}

/** Ticks whose runs are timed and counted. */
export const measuredTicks = <Tick extends Repeated>(registry: Registry, ticks: readonly Tick[]): Tick[] => {
  const duration = new Histogram({
    name: 'cauri_tick_duration_seconds',
    help: 'Time of a run of a tick, by tick and whether it failed',
    labelNames: ['tick', 'outcome'],
    buckets: [0.01, 0.1, 1, 5, 10],
    registers: [registry],
  })
  return ticks.map((tick) => ({
    ...tick,
    run: async (signal: AbortSignal) => {
      const end = duration.startTimer({ tick: tick.name })
      try {
        await tick.run(signal)
        end({ outcome: 'done' })
      } catch (error) {
        end({ outcome: 'failed' })
        throw error
      }
    },
  }))
}

/** What the metrics read of the state of the jobs. */
interface JobsFacts {
  readonly isStoreUp: boolean
  readonly ticks: readonly {
    readonly name: string
    readonly lastRunAt: Instant | undefined
    readonly isOnFallback: boolean
  }[]
}

/** Metrics, read at each scrape: whether the job store answers, when each tick last began in this process, and whether a timer runs it. */
export const registerTickMetrics = (registry: Registry, health: () => JobsFacts | undefined): void => {
  const registers = [registry]
  const lastRun = new Gauge({
    name: 'cauri_tick_last_run_timestamp_seconds',
    help: 'When the last run of a tick began in this process, in seconds since 1970; 0 when none did',
    labelNames: ['tick'],
    registers,
    collect: () => collect(),
  })
  const fallback = new Gauge({
    name: 'cauri_tick_on_fallback',
    help: '1 while a plain timer runs a tick because the job store does not',
    labelNames: ['tick'],
    registers,
  })
  const store = new Gauge({
    name: 'cauri_job_store_up',
    help: '1 while the job store answers',
    registers,
  })
  const collect = (): void => {
    const jobs = health()
    if (!jobs) return
    store.set(Number(jobs.isStoreUp))
    for (const { name, lastRunAt, isOnFallback } of jobs.ticks) {
      lastRun.set({ tick: name }, (lastRunAt ?? 0) / 1000)
      fallback.set({ tick: name }, Number(isOnFallback))
    }
  }
}

/** The connections of the pool, and the requests that wait for one. No metric on SQLite, which has no pool. */
export const registerPoolMetrics = (registry: Registry, database: Database): void => {
  const shared = sharedPoolOf(database)
  if (!shared) return
  const pool = shared.pool as unknown as {
    readonly _allConnections: { readonly length: number }
    readonly _freeConnections: { readonly length: number }
    readonly _connectionQueue: { readonly length: number }
  }
  const connections = new Gauge({
    name: 'cauri_database_connections',
    help: 'Connections of the pool, by state; waiting: requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const free = pool._freeConnections.length
      connections.set({ state: 'free' }, free)
      connections.set({ state: 'used' }, pool._allConnections.length - free)
      connections.set({ state: 'waiting' }, pool._connectionQueue.length)
    },
  })
}

/** The same database, with its retried transactions counted. */
export const countingRetries = (registry: Registry, database: Database): Database => {
  const retries = new Counter({
    name: 'cauri_transactions_retried_total',
    help: 'Transactions retried after a deadlock, a lock wait time-out or a duplicate key',
    registers: [registry],
  })
  const countingRuns = <Unit extends unknown[], T>(work: (...unit: Unit) => Promise<T>) => {
    let isFirst = true
    return (...unit: Unit): Promise<T> => {
      if (!isFirst) retries.inc()
      isFirst = false
      return work(...unit)
    }
  }
  return {
    ...database,
    inTransaction: (work) => database.inTransaction(countingRuns(work)),
    inOneStatement: (work) => database.inOneStatement(countingRuns(work)),
  }
}
