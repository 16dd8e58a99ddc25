import { systemClockId } from '../../bank/business-clock/clock.entity.js'
import { businessDateOfAccountSql, notBlockedSql } from '../../bank/customers/blocks.js'
import { businessDateSql } from '../../bank/payments/orders.repository.js'

/** The queues that workers claim from. */
export type QueueName =
  'ORDERS' | 'TEST_ORDERS' | 'HOLDS' | 'OPT_OUTS' | 'WALKS' | 'STATEMENTS' | 'SCORE_REQUESTS' | 'SCORING'

/** A SQL condition on rows of the queue; `nowMs` is the SQL of the database's time. */
type Condition = (nowMs: string) => string

/** A queue is a table whose rows are due at a time; a claim moves that time into the future. */
export interface Queue {
  readonly name: QueueName
  readonly table: string
  /** The condition for rows that belong to the queue. */
  readonly queued: string
  /** The condition for rows that may be claimed. */
  readonly due: Condition
  /** The indexed column with the time from which a row is due. */
  readonly since: string
  /** The condition for a leased row; null where the columns do not show leases. */
  readonly leased: Condition | null
  /** The column with the process that leased the row; null where there is none. */
  readonly holder: string | null
  /** The condition for a row that waits for a retry after a failure; null for a queue without retries. */
  readonly failing: string | null
  /** What a retry by operators sets besides `due_at`; null where they cannot ask for one. */
  readonly retry: string | null
  /** The jobs that claim from the queue. */
  readonly jobs: readonly string[]
}

const systemToday = `(SELECT clocks.now_on FROM clocks WHERE clocks.id = '${systemClockId}')`

/** The payout of a blocked account waits for people, not for a worker. */
const mayBePaidOutSql = (account: string): string => notBlockedSql(account, systemToday)

const mayBeDispatchedSql = `(kind = 'COLLECT' OR ${notBlockedSql('payment_orders.account_id', businessDateSql(systemToday))})`

const orders = {
  table: 'payment_orders',
  due: (now: string) => `due_at <= ${now} AND ${mayBeDispatchedSql}`,
  since: 'due_at',
  leased: null,
  holder: null,
  failing: 'failures > 0',
} as const

/**
 * A claimed row has a holder; its due time alone does not show the claim, since a waiting row is due in the future too.
 */
const leasedByHolder: Condition = (now) => `holder IS NOT NULL AND due_at > ${now}`

export const queues: readonly Queue[] = [
  {
    ...orders,
    name: 'ORDERS',
    queued: `due_at IS NOT NULL AND book = '${systemClockId}'`,
    // A retry does not change the order's place on the ladder of polls.
    retry: 'resume_at = COALESCE(resume_at, due_at)',
    jobs: ['dispatch-orders', 'poll-orders'],
  },
  {
    ...orders,
    name: 'TEST_ORDERS',
    queued: `due_at IS NOT NULL AND book <> '${systemClockId}'`,
    retry: 'resume_at = COALESCE(resume_at, due_at)',
    jobs: ['dispatch-test-orders', 'poll-test-orders', 'end-test-orders'],
  },
  {
    name: 'HOLDS',
    table: 'payouts',
    queued: `book = '${systemClockId}' AND status = 'ON_HOLD'`,
    due: (now) => `held_until <= ${now} AND ${mayBePaidOutSql('payouts.account_id')}`,
    since: 'held_until',
    leased: null,
    holder: null,
    failing: null,
    retry: null,
    jobs: ['release-holds'],
  },
  {
    name: 'OPT_OUTS',
    table: 'accounts',
    queued: 'leave_on IS NOT NULL',
    due: () => notBlockedSql('accounts.id', businessDateOfAccountSql(systemToday)),
    since: 'leave_at',
    leased: null,
    holder: null,
    failing: null,
    retry: null,
    jobs: ['leave-savings'],
  },
  {
    name: 'WALKS',
    table: 'clocks',
    queued: `advancing_to IS NOT NULL AND id <> '${systemClockId}'`,
    due: () => 'TRUE',
    since: 'queued_at',
    leased: (now) => `lease_until > ${now}`,
    holder: 'holder',
    failing: 'walk_error IS NOT NULL',
    retry: null,
    jobs: ['walk-clocks'],
  },
  {
    name: 'STATEMENTS',
    table: 'statements',
    queued: 'due_at IS NOT NULL',
    due: (now) => `due_at <= ${now}`,
    since: 'due_at',
    leased: leasedByHolder,
    holder: 'holder',
    failing: 'problem IS NOT NULL',
    retry: '',
    jobs: ['send-statements'],
  },
  {
    name: 'SCORE_REQUESTS',
    table: 'score_requests',
    queued: 'due_at IS NOT NULL',
    due: (now) => `due_at <= ${now}`,
    since: 'due_at',
    leased: leasedByHolder,
    holder: 'holder',
    failing: 'problem IS NOT NULL',
    retry: '',
    jobs: ['drive-scores'],
  },
  {
    name: 'SCORING',
    table: 'scoring_requests',
    queued: `status IN ('QUEUED', 'PROCESSING') AND due_at IS NOT NULL`,
    due: (now) => `due_at <= ${now}`,
    since: 'due_at',
    leased: (now) => `status = 'PROCESSING' AND due_at > ${now}`,
    holder: 'holder',
    failing: "attempts > 0 AND status = 'QUEUED'",
    retry: '',
    jobs: ['process-scoring'],
  },
]

export const queueOf = (name: QueueName): Queue => queues.find((queue) => queue.name === name)!
