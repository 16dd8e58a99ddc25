import { column, columns, integer, orNull, text } from '../../platform/database/read-row.js'
import type { Database, Sql } from '../../platform/database/database.js'
import { selectAll } from '../../platform/database/rows.js'
import type { Instant } from '../../kernel/clock.js'
import { queues, type Queue, type QueueName } from './queue.js'
import { QueuePause } from './queue-pause.entity.js'

/** Rows of a queue are counted up to this number only: a higher count takes longer and is no more useful. */
export const countMax = 10_000

export interface QueueState {
  readonly queue: string
  /** At most `countMax`. */
  readonly due: number
  readonly oldestMs: number
}

const dueIn = ({ table, queued, due, since }: Queue, nowMs: string): string =>
  `SELECT ${since} AS since FROM ${table} WHERE ${queued} AND ${due(nowMs)} ORDER BY ${since} LIMIT ${countMax}`

/** The name of the queue in metrics. */
const labelOf = (name: QueueName): string => name.toLowerCase().replace('_', '-')

const stateSql = (queue: Queue, nowMs: string): string =>
  `SELECT '${labelOf(queue.name)}' AS queue, COUNT(*) AS n, COALESCE(MAX(${nowMs} - since), 0) AS age
   FROM (${dueIn(queue, nowMs)}) of_${queue.name.toLowerCase()}`

const stateOf = columns({ queue: text, due: column('n', integer), oldestMs: column('age', integer) })

/** How many rows of each queue are due, and for how long the oldest one has been. */
export const queueStates = async ({
  read,
  dialect,
}: Pick<Database, 'read' | 'dialect'>): Promise<QueueState[]> => {
  const all = queues.map((queue) => stateSql(queue, dialect.nowMs)).join(' UNION ALL ')
  return (await read.all(all))
    .map(stateOf)
    .map((state) => ({ ...state, oldestMs: Math.max(0, state.oldestMs) }))
}

/** A queue as operators see it; each count is at most `countMax`. */
export interface QueueFacts {
  readonly queue: Queue
  readonly ready: number
  readonly later: number
  readonly leased: number | null
  /** The processes with claims, at most `holdersMax`; null where rows name no process. */
  readonly leasedBy: readonly string[] | null
  readonly failing: number
  readonly oldestReadyAt: Instant | null
  readonly pause: QueuePause | null
}

const countOf = ({ table, queued }: Queue, condition: string, name: string): string =>
  `(SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${table} WHERE ${queued} AND ${condition} LIMIT ${countMax}) ${name})`

const factsSql = (queue: Queue, nowMs: string): string => {
  const { name, table, queued, due, since, leased, failing } = queue
  const inFlight = leased ? `(COALESCE((${leased(nowMs)}), FALSE))` : 'FALSE'
  const ready = `${due(nowMs)} AND NOT ${inFlight}`
  return `SELECT '${name}' AS queue,
     ${countOf(queue, ready, 'ready')} AS ready,
     ${countOf(queue, `${since} > ${nowMs} AND NOT ${inFlight}`, 'later')} AS later,
     ${countOf(queue, inFlight, 'leased')} AS leased,
     ${countOf(queue, failing ?? 'FALSE', 'failing')} AS failing,
     (SELECT MIN(${since}) FROM ${table} WHERE ${queued} AND ${ready}) AS oldest`
}

const countsOf = columns({
  queue: text,
  ready: integer,
  later: integer,
  leased: integer,
  failing: integer,
  oldest: orNull(integer),
})

const holdersMax = 20

/** The processes with claims of this queue. */
const holdersSql = ({ name, table, queued, leased, holder }: Queue, nowMs: string): string =>
  `SELECT * FROM (SELECT DISTINCT '${name}' AS queue, ${holder} AS holder FROM ${table}
   WHERE ${queued} AND ${leased!(nowMs)} AND ${holder} IS NOT NULL LIMIT ${holdersMax}) held_of_${name}`

const holderOf = columns({ queue: text, holder: text })

const readHolders = async (
  sql: Sql,
  queuesToRead: readonly Queue[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const queuesWithHolder = queuesToRead.filter(({ holder }) => holder !== null)
  if (queuesWithHolder.length === 0) return new Map()
  const all = queuesWithHolder.map((queue) => holdersSql(queue, sql.dialect.nowMs)).join(' UNION ALL ')
  const byQueue = Map.groupBy((await sql.all(all)).map(holderOf), ({ queue }) => queue)
  return new Map(
    queuesWithHolder.map(({ name }) => [
      name,
      (byQueue.get(name) ?? []).map(({ holder }) => holder).toSorted(),
    ]),
  )
}

/** All queues, or the named ones. */
export const readQueues = async (sql: Sql, names?: readonly QueueName[]): Promise<QueueFacts[]> => {
  const queuesToRead = queues.filter(({ name }) => names?.includes(name) ?? true)
  const all = queuesToRead.map((queue) => factsSql(queue, sql.dialect.nowMs)).join(' UNION ALL ')
  const counted = (await sql.all(all)).map(countsOf)
  const holders = await readHolders(sql, queuesToRead)
  const pauses = await selectAll(sql, QueuePause, '', [])
  return queuesToRead.map((queue) => {
    const { ready, later, leased, failing, oldest } = counted.find((counts) => counts.queue === queue.name)!
    return {
      queue,
      ready,
      later,
      leased: queue.leased ? leased : null,
      leasedBy: holders.get(queue.name) ?? null,
      failing,
      oldestReadyAt: oldest,
      pause: pauses.find(({ name }) => name === queue.name) ?? null,
    }
  })
}
