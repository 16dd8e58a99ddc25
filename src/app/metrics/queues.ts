import { Gauge, type Registry } from 'prom-client'
import { systemClockId } from '../../bank/business-clock/clock.entity.js'
import { countMax, queueStates, type QueueState } from '../../back-office/queues/queues.read.js'
import type { Database, Row } from '../../platform/database/database.js'
import { daysBetween, type LocalDate } from '../../kernel/calendar.js'
import type { Log } from '../../kernel/log.js'
import { openSessionsSql } from '../../platform/identity/sessions/sessions.js'

/**
 * The number of nights of the bank's book that are not done: 1 from midnight until the night is done, then 0; more if nights were
 * missed.
 */
const nightLag = (today: LocalDate, nowOn: LocalDate): number => Math.max(0, daysBetween(nowOn, today))

/** The metrics of queues, night and sessions; `collect` reads them at each scrape. */
const gaugesIn = (registry: Registry, collect: () => Promise<void>) => {
  const shared = { registers: [registry], collect }
  return {
    depth: new Gauge({
      name: 'cauri_queue_due',
      help: `Rows of a queue that are due and not claimed, at most ${countMax}`,
      labelNames: ['queue'],
      ...shared,
    }),
    age: new Gauge({
      name: 'cauri_queue_oldest_due_seconds',
      help: 'For how long the oldest due row of a queue has been due',
      labelNames: ['queue'],
      ...shared,
    }),
    behind: new Gauge({
      name: 'cauri_nights_behind',
      help: "Past days of the bank's book whose night is not done",
      ...shared,
    }),
    parts: new Gauge({
      name: 'cauri_night_parts_done',
      help: 'Parts of 20,000 positions that the night in progress has done; 0 between nights',
      ...shared,
    }),
    sessions: new Gauge({
      name: 'cauri_sessions_open',
      help: 'Open sessions of staff who signed in on the pages',
      ...shared,
    }),
  }
}

/**
 * How much work is due and for how long, how far the night is behind, and how many sessions are open. It is read from SQL at each
 * scrape, so that every process reports the same.
 */
export const registerQueueMetrics = (
  registry: Registry,
  { read, dialect }: Database,
  { today, log }: { readonly today: () => LocalDate; readonly log: Log },
): void => {
  let counting: Promise<void> | undefined
  /** The metrics of one scrape share one read of the tables. */
  const gauges = gaugesIn(
    registry,
    (): Promise<void> =>
      (counting ??= count().finally(() => {
        counting = undefined
      })),
  )
  const ask = async (): Promise<readonly [QueueState[], Row[], Row[]]> => [
    await queueStates({ read, dialect }),
    await read.all('SELECT now_on, accrued_parts FROM clocks WHERE id = ?', [systemClockId]),
    await read.all(openSessionsSql(dialect.nowMs)),
  ]
  const count = async (): Promise<void> => {
    // During an outage a scrape still has all other figures, and the last values of these.
    const answer = await ask().catch((err: unknown) => log.warn({ err }, 'the queues could not be counted'))
    if (!answer) return
    const [rows, [clock], [open]] = answer
    for (const { queue, due, oldestMs } of rows) {
      gauges.depth.set({ queue }, due)
      gauges.age.set({ queue }, oldestMs / 1000)
    }
    gauges.sessions.set(Number(open!['n']))
    if (!clock) return
    gauges.behind.set(nightLag(today(), clock['now_on'] as LocalDate))
    gauges.parts.set(Number(clock['accrued_parts']))
  }
}
