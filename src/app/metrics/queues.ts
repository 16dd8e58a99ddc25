import { Gauge, type Registry } from 'prom-client'
import { systemClockId } from '../../bank/business-clock/clock.entity.js'
import { notBlockedSql } from '../../bank/customers/blocks.js'
import { businessDateSql } from '../../bank/payments/orders.repository.js'
import { toNumber } from '../../platform/database/columns.js'
import type { Database, Row } from '../../platform/database/database.js'
import { addDays, daysBetween, type LocalDate } from '../../kernel/calendar.js'
import type { Log } from '../../kernel/log.js'

/** What a scrape counts at most of a queue: more is as alarming, and costs no more. */
const countMax = 10_000

interface Queue {
  readonly name: string
  /** A table and which of its rows are due now. */
  readonly due: (nowMs: string) => string
  /** Since when a row has been due, in milliseconds; an index gives it. */
  readonly since: string
}

const bookOn = `(SELECT clocks.now_on FROM clocks WHERE clocks.id = '${systemClockId}')`

/** What a block keeps waits for people, and for no worker. */
const mayLeave = (account: string): string => notBlockedSql(account, bookOn)

const mayBeOffered = `(kind = 'COLLECT' OR ${notBlockedSql('payment_orders.account_id', businessDateSql(bookOn))})`

/** The queues are tables: a row is due, and whoever takes it moves its time into the future. */
const queues: readonly Queue[] = [
  {
    name: 'orders',
    due: (now) => `payment_orders WHERE due_at <= ${now} AND book = '${systemClockId}' AND ${mayBeOffered}`,
    since: 'due_at',
  },
  {
    name: 'test-orders',
    due: (now) => `payment_orders WHERE due_at <= ${now} AND book <> '${systemClockId}' AND ${mayBeOffered}`,
    since: 'due_at',
  },
  {
    name: 'holds',
    due: (now) => `payouts WHERE book = '${systemClockId}' AND status = 'ON_HOLD' AND held_until <= ${now}
      AND ${mayLeave('payouts.account_id')}`,
    since: 'held_until',
  },
  {
    name: 'opt-outs',
    due: () => `accounts WHERE leave_on IS NOT NULL AND ${mayLeave('accounts.id')}`,
    since: 'leave_at',
  },
  {
    name: 'walks',
    due: () => `clocks WHERE advancing_to IS NOT NULL AND id <> '${systemClockId}'`,
    since: 'queued_at',
  },
  { name: 'statements', due: (now) => `statements WHERE due_at <= ${now}`, since: 'due_at' },
  { name: 'score-requests', due: (now) => `score_requests WHERE due_at <= ${now}`, since: 'due_at' },
  {
    name: 'scoring',
    due: (now) => `scoring_requests WHERE due_at <= ${now} AND status IN ('QUEUED', 'PROCESSING')`,
    since: 'due_at',
  },
]

const statementOf = ({ name, due, since }: Queue, nowMs: string): string =>
  `SELECT '${name}' AS queue, COUNT(*) AS n, COALESCE(MAX(${nowMs} - since), 0) AS age FROM (
     SELECT ${since} AS since FROM ${due(nowMs)} ORDER BY ${since} LIMIT ${countMax}) ${name.replace('-', '_')}`

export interface QueueState {
  readonly queue: string
  /** At most `countMax`. */
  readonly due: number
  readonly oldestMs: number
}

/** How much is due of each queue, and for how long. */
export const queueStates = async ({
  read,
  dialect,
}: Pick<Database, 'read' | 'dialect'>): Promise<QueueState[]> => {
  const all = queues.map((queue) => statementOf(queue, dialect.nowMs)).join(' UNION ALL ')
  return (await read.all(all)).map((row) => ({
    queue: String(row['queue']),
    due: toNumber(row['n']),
    oldestMs: Math.max(0, toNumber(row['age'])),
  }))
}

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
