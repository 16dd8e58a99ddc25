import type { Database, Tx } from '../../platform/database/database.js'
import { insertOrKeep, selectOne, update } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import type { Call } from '../../kernel/call.js'
import { firstIdOf } from '../../kernel/ids.js'
import { Cleaning } from './cleaning.entity.js'

const cleaningName = 'REQUEST_LOG'
const chunkSizeMax = 500
const msPerDay = 86_400_000

export interface CleaningDeps {
  readonly database: Database
  /** How long summaries are kept that were refused or not confirmed; longer than a reference is valid. */
  readonly retentionDays: number
  readonly jobCall: () => Call
}

/**
 * The condition for rows that were refused or not confirmed. Confirmed summaries are kept for ever: their reference stays valid, and
 * they prove what the customer was shown.
 */
const unconfirmed = `NOT EXISTS (SELECT 1 FROM payment_orders WHERE payment_orders.quote_reference = request_log.reference)
  AND NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.withdrawal_reference = request_log.reference)
  AND NOT EXISTS (SELECT 1 FROM statements WHERE statements.id = request_log.reference)`

/** Checks the next rows in the order of their ids, which is that of time; false when none is left for today. */
const cleanChunk = async (tx: Tx, call: Call, before: string): Promise<boolean> => {
  await insertOrKeep(tx, Cleaning, { name: cleaningName, lastId: '', removed: 0, cleanedOn: null }, 'name')
  const progress = await selectOne(tx, Cleaning, `WHERE name = ? ${tx.dialect.forUpdate}`, [cleaningName])
  if (!progress || progress.cleanedOn === call.today) return false
  const rows = await tx.all(
    `SELECT id FROM request_log WHERE id > ? AND id < ? ORDER BY id LIMIT ${chunkSizeMax}`,
    [progress.lastId, before],
  )
  const lastId = rows.length === 0 ? progress.lastId : String(rows.at(-1)!['id'])
  const removed =
    progress.removed +
    (rows.length === 0
      ? 0
      : await tx.run(`DELETE FROM request_log WHERE id > ? AND id <= ? AND ${unconfirmed}`, [
          progress.lastId,
          lastId,
        ]))
  const isLast = rows.length < chunkSizeMax
  await update(tx, Cleaning, { lastId, removed, ...(isLast && { cleanedOn: call.today }) }, 'name = ?', [
    cleaningName,
  ])
  if (isLast) {
    await audit(tx, call, {
      action: 'CLEAN_REQUEST_LOG',
      customerId: null,
      subject: cleaningName,
      before: { removed: progress.removed },
      after: { removed, upTo: lastId },
    })
  }
  return !isLast
}

/**
 * Removes summaries that were refused or not confirmed, once a day, in bounded chunks; idempotent, and safe in two workers at
 * once. Each row is checked once, since a summary cannot be confirmed any more after its reference has expired.
 */
export const cleanRequestLog = async (deps: CleaningDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const call = deps.jobCall()
    const before = firstIdOf(call.now - deps.retentionDays * msPerDay)
    const [progress] = await deps.database.read.all('SELECT cleaned_on FROM cleanings WHERE name = ?', [
      cleaningName,
    ])
    if (progress?.['cleaned_on'] === call.today) return
    if (!(await deps.database.inTransaction((tx) => cleanChunk(tx, call, before)))) return
  }
}
