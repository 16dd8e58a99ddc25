import { selectAll, update } from '../../platform/database/rows.js'
import type { Instant } from '../../kernel/clock.js'
import type { ScoringDeps } from '../service/deps.js'
import { uploadGraceMs } from '../results/read-results.js'
import { CachedAnswer } from '../model/bureau.entity.js'
import { ResultAddress, ScoringRequest, DocumentUse } from '../model/scoring.entity.js'
import { StoredObject } from '../../platform/files/stored-object.entity.js'
import { retentionMs, wipeDocuments } from './record-outcome.js'

const batchSizeMax = 50
const batchesMax = 20
/** After how long an object that could not be removed is tried again. */
const stuckWaitMs = 60_000

/** One bounded step of the clean-up. Returns how many rows it handled. */
type Sweep = (deps: ScoringDeps, now: Instant, signal: AbortSignal) => Promise<number>

/** Expires requests whose documents were not uploaded in time. */
const expire: Sweep = async ({ database }, now) => {
  const late = `WHERE status = 'AWAITING_UPLOADS' AND uploads_until <= ? LIMIT ${batchSizeMax}`
  const requests = await selectAll(database.read, ScoringRequest, late, [now - uploadGraceMs])
  for (const { id } of requests) {
    await database.inTransaction(async (tx) => {
      const ended = { status: 'EXPIRED', dueAt: null, endedAt: now, purgeAt: now + retentionMs } as const
      const waiting = `id = ? AND status = 'AWAITING_UPLOADS'`
      if ((await update(tx, ScoringRequest, ended, waiting, [id])) > 0) await wipeDocuments(tx, id)
    })
  }
  return requests.length
}

/**
 * Removes objects that are no longer needed. An object is removed before its row, so that the row stays if the removal
 * fails; the removal is tried again after `stuckWaitMs`. The other objects are removed before the first failure is thrown.
 */
const removeObjects: Sweep = async ({ database, objects }, now, signal) => {
  const due = `WHERE remove_at <= ? ORDER BY remove_at, object_key LIMIT ${batchSizeMax}`
  const stored = await selectAll(database.read, StoredObject, due, [now])
  const failures: unknown[] = []
  for (const { objectKey, removeAt } of stored) {
    try {
      await objects.remove(objectKey)
      await database.inOneStatement((tx) =>
        tx.run('DELETE FROM scoring_objects WHERE object_key = ?', [objectKey]),
      )
    } catch (error) {
      failures.push(error)
      const later = { removeAt: now + stuckWaitMs }
      await database.inOneStatement((tx) =>
        update(tx, StoredObject, later, 'object_key = ? AND remove_at = ?', [objectKey, removeAt]),
      )
    }
    if (signal.aborted) break
  }
  if (failures.length > 0) throw failures[0]
  return stored.length
}

/** Deletes the personal data of requests; their rows stay, with product and status. */
const purge: Sweep = async ({ database }, now) => {
  const due = `WHERE purge_at <= ? AND subject IS NOT NULL LIMIT ${batchSizeMax}`
  const requests = await selectAll(database.read, ScoringRequest, due, [now])
  for (const { id } of requests) {
    await database.inTransaction(async (tx) => {
      const anonymised = {
        subject: null,
        nationalIdHash: null,
        idempotencyKey: null,
        bodyHash: '',
        failureDetail: null,
      }
      await update(tx, ScoringRequest, anonymised, 'id = ?', [id])
      await tx.run('DELETE FROM scoring_documents WHERE request_id = ?', [id])
      await tx.run('DELETE FROM scoring_results WHERE request_id = ?', [id])
    })
  }
  return requests.length
}

const removeAddresses: Sweep = async ({ database }, now) => {
  const past = `WHERE expires_at <= ? LIMIT ${batchSizeMax}`
  const addresses = await selectAll(database.read, ResultAddress, past, [now - 86_400_000])
  for (const { id } of addresses)
    await database.inOneStatement((tx) => tx.run('DELETE FROM scoring_addresses WHERE id = ?', [id]))
  return addresses.length
}

/** Deletes cached bureau answers after a day. */
const removeAnswers: Sweep = async ({ database }, now) => {
  const past = `WHERE remove_at <= ? LIMIT ${batchSizeMax}`
  const answers = await selectAll(database.read, CachedAnswer, past, [now])
  for (const { question } of answers)
    await database.inOneStatement((tx) =>
      // The condition is repeated, since a newer answer may have replaced this one.
      tx.run('DELETE FROM scoring_kept_answers WHERE question = ? AND remove_at <= ?', [question, now]),
    )
  return answers.length
}

const removeTraces: Sweep = async ({ database }, now) => {
  const past = `WHERE expires_at <= ? LIMIT ${batchSizeMax}`
  const uses = await selectAll(database.read, DocumentUse, past, [now])
  for (const { trace, person } of uses) {
    const condition = 'trace = ? AND person = ? AND expires_at <= ?'
    await database.inOneStatement((tx) =>
      tx.run(`DELETE FROM scoring_sightings WHERE ${condition}`, [trace, person, now]),
    )
  }
  return uses.length
}

/**
 * Removes what has expired: at most `batchesMax` batches of each kind, and none after the tick's time is up. Idempotent and safe
 * concurrently. Objects come last: the data of persons is deleted on time also while their store fails.
 */
export const cleanUp = async (deps: ScoringDeps, signal: AbortSignal): Promise<void> => {
  let sweptCount = 0
  try {
    for (const sweep of [expire, purge, removeAddresses, removeAnswers, removeTraces, removeObjects]) {
      for (let batch = 0; batch < batchesMax && !signal.aborted; batch++) {
        const swept = await sweep(deps, deps.clock.now(), signal)
        sweptCount += swept
        if (swept < batchSizeMax) break
      }
    }
  } finally {
    if (sweptCount > 0) await deps.database.purgeDeleted()
  }
}
