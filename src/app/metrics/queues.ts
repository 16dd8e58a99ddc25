import { Gauge, type Registry } from 'prom-client'
import { systemClockId } from '../../bank/business-clock/clock.entity.js'
import { countMax, queueStates, type QueueState } from '../../back-office/queues/queues.read.js'
import type { Database, Row } from '../../platform/database/database.js'
import { addDays, daysBetween, type LocalDate } from '../../kernel/calendar.js'
import type { Log } from '../../kernel/log.js'

/** Days of the bank's book that should be complete and are not: yesterday is, soon after midnight. */
const nightLag = (today: LocalDate, nowOn: LocalDate): number =>
  Math.max(0, daysBetween(nowOn, addDays(today, -1)))

/**
 * How much work is due and for how long, and how far the night is behind; asked of SQL when it is scraped, so that every
 * process tells the same.
 */
export const registerQueueMetrics = (
  registry: Registry,
  { read, dialect }: Database,
  { today, log }: { readonly today: () => LocalDate; readonly log: Log },
): void => {
  let counting: Promise<void> | undefined
  /** The three are scraped at the same time: of one look at the tables. */
  const collect = (): Promise<void> =>
    (counting ??= count().finally(() => {
      counting = undefined
    }))
  const shared = { registers: [registry], collect: () => collect() }
  const depth = new Gauge({
    name: 'cauri_queue_due',
    help: `Rows of a queue that are due and that nobody has in hand, at most ${countMax}`,
    labelNames: ['queue'],
    ...shared,
  })
  const age = new Gauge({
    name: 'cauri_queue_oldest_due_seconds',
    help: 'For how long the oldest of them has been due',
    labelNames: ['queue'],
    ...shared,
  })
  const lag = new Gauge({
    name: 'cauri_night_lag_days',
    help: "Complete days of the bank's book whose end of day is not done",
    ...shared,
  })
  const ask = async (): Promise<readonly [QueueState[], Row[]]> => [
    await queueStates({ read, dialect }),
    await read.all('SELECT now_on FROM clocks WHERE id = ?', [systemClockId]),
  ]
  const count = async (): Promise<void> => {
    // A scrape during an outage still has all other figures, and these as they were.
    const answer = await ask().catch((err: unknown) => log.warn({ err }, 'the queues could not be counted'))
    if (!answer) return
    const [rows, [clock]] = answer
    for (const { queue, due, oldestMs } of rows) {
      depth.set({ queue }, due)
      age.set({ queue }, oldestMs / 1000)
    }
    if (clock) lag.set(nightLag(today(), clock['now_on'] as LocalDate))
  }
}
