import type { Database, Tx } from '../../platform/database/database.js'
import { databaseNow, insertOrKeep } from '../../platform/database/rows.js'
import { recordOnce, storeResult } from '../../platform/identity/act-once.js'
import { audit } from '../../platform/identity/audit.js'
import type { AuditAction } from '../../platform/identity/audit-action.js'
import type { Call } from '../../kernel/call.js'
import { Refusal } from '../../kernel/refusal.js'
import { checkedText } from '../checked-text.js'
import { queueOf, type QueueName } from './queue.js'
import { QueuePause } from './queue-pause.entity.js'

interface QueueDeps {
  readonly database: Database
}

const reasonLengthMax = 255
/** Longer than any lease: a row whose due time is further in the future is not leased. */
const leaseMsMax = 60_000
/** How many rows one call of `retryQueue` makes due, at most. */
const retriedMax = 1_000

/** Changes a queue and writes its audit row; a repeat under the same key does nothing. */
const changeQueue = (
  { database }: QueueDeps,
  call: Call,
  { action, name }: { readonly action: AuditAction; readonly name: QueueName },
  work: (tx: Tx) => Promise<object | undefined>,
): Promise<string | undefined> =>
  database.inTransaction(async (tx) => {
    const earlier = await recordOnce(tx, call, name)
    if (earlier !== undefined) return earlier
    const after = await work(tx)
    await audit(tx, call, { action, customerId: null, subject: name, ...(after && { after }) })
    return undefined
  })

/**
 * Pauses a queue: within two seconds no worker claims from it any more; work in flight is finished. Pausing it again
 * keeps the first reason. Refuses: INVALID_ARGUMENT.
 */
export const pauseQueue = async (
  deps: QueueDeps,
  call: Call,
  { name, reason: given }: { readonly name: QueueName; readonly reason: string },
): Promise<void> => {
  const reason = checkedText('reason', given, reasonLengthMax)
  await changeQueue(deps, call, { action: 'PAUSE_QUEUE', name }, async (tx) => {
    const pause = { name, reason, pausedBy: call.actor.name, pausedAt: databaseNow } as const
    await insertOrKeep(tx, QueuePause, pause, 'name')
    return { reason }
  })
}

/** Resumes a queue. */
export const resumeQueue = async (deps: QueueDeps, call: Call, name: QueueName): Promise<void> => {
  await changeQueue(deps, call, { action: 'RESUME_QUEUE', name }, async (tx) => {
    await tx.run('DELETE FROM queue_pauses WHERE name = ?', [name])
    return undefined
  })
}

/**
 * Lets the rows that failed, and would wait for longer than any lease, be retried now: a thousand at most, those with the longest wait
 * first.
 * Returns their number; a repeat under the same key returns the same number. Refuses: INVALID_ARGUMENT for a queue without retries.
 */
export const retryQueue = async (deps: QueueDeps, call: Call, name: QueueName): Promise<number> => {
  const { table, queued, failing, retry } = queueOf(name)
  if (failing === null || retry === null)
    throw new Refusal('INVALID_ARGUMENT', `The queue ${name} has no retries`)
  let retried = 0
  const earlier = await changeQueue(deps, call, { action: 'RETRY_QUEUE', name }, async (tx) => {
    const { nowMs } = tx.dialect
    const found = await tx.all(
      `SELECT id FROM ${table} WHERE ${queued} AND ${failing} AND due_at > ${nowMs} + ${leaseMsMax}
       ORDER BY due_at DESC LIMIT ${retriedMax} ${tx.dialect.skipLocked}`,
    )
    for (const { id } of found)
      await tx.run(`UPDATE ${table} SET ${retry === '' ? '' : `${retry}, `}due_at = ${nowMs} WHERE id = ?`, [
        id,
      ])
    retried = found.length
    await storeResult(tx, call, String(retried))
    return { retried }
  })
  if (earlier === undefined) return retried
  // An earlier version stored the queue's name here instead of the number.
  return /^\d+$/.test(earlier) ? Number(earlier) : 0
}
