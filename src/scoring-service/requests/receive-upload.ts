import { rm } from 'node:fs/promises'
import type { Tx } from '../../platform/database/database.js'
import { databaseNow, selectOne, update } from '../../platform/database/rows.js'
import { isClientActive } from '../clients/find-client.js'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { ScoringDeps } from '../service/deps.js'
import { keepUntil, newObjectKey, storeObjectAs } from '../../platform/files/stored-objects.js'
import { ScoringDocument, ScoringRequest } from '../model/scoring.entity.js'
import { stageUpload, type StagedUpload } from './stage-upload.js'

/**
 * After this time the sweep removes an upload that nothing else has removed. The end of its request removes it at once: one is kept for
 * days only while its request waits, because the queue is paused or the workers are away.
 */
const uploadKeptMs = 30 * 86_400_000

const alreadyReceived = (): ScoringRefusal =>
  new ScoringRefusal('CONFLICT', 'This document has been received already; the first one is kept', {
    details: 'already_received',
  })

const addressEnded = (): ScoringRefusal =>
  new ScoringRefusal('FORBIDDEN', 'This address is no longer valid', { details: 'expired' })

/**
 * Makes a stored object the document of an upload address, unless the address has received one already. The last
 * document of a request queues the request.
 */
const accept = async (
  tx: Tx,
  document: ScoringDocument,
  { format, objectKey }: StagedUpload,
  now: number,
): Promise<'ACCEPTED' | 'QUEUED' | 'ENDED' | 'RECEIVED_BEFORE'> => {
  const { requestId } = document
  const request = await selectOne(tx, ScoringRequest, `WHERE id = ? ${tx.dialect.forUpdate}`, [requestId])
  const current = await selectOne(tx, ScoringDocument, 'WHERE id = ?', [document.id])
  if (current && current.state !== 'AWAITING_UPLOAD') return 'RECEIVED_BEFORE'
  // The request may have expired, or been erased, during the upload.
  if (!current || request?.status !== 'AWAITING_UPLOADS') return 'ENDED'
  const received = { state: 'RECEIVED' as const, format, objectKey }
  await update(tx, ScoringDocument, received, 'id = ?', [document.id])
  await keepUntil(tx, objectKey, now + uploadKeptMs)
  const missing = `WHERE request_id = ? AND state = 'AWAITING_UPLOAD'`
  if (await selectOne(tx, ScoringDocument, missing, [requestId])) return 'ACCEPTED'
  const queued = { status: 'QUEUED' as const, queuedAt: databaseNow, dueAt: databaseNow } as const
  await update(tx, ScoringRequest, queued, 'id = ?', [requestId])
  return 'QUEUED'
}

const storeUpload = async (
  deps: ScoringDeps,
  document: ScoringDocument,
  staged: StagedUpload,
): Promise<void> => {
  const now = deps.clock.now()
  const { objectKey } = staged
  await storeObjectAs(deps, objectKey, staged.path, now)
  const outcome = await deps.database.inTransaction((tx) => accept(tx, document, staged, now))
  if (outcome === 'QUEUED') deps.onQueued()
  if (outcome === 'QUEUED' || outcome === 'ACCEPTED') return
  await deps.database.inOneStatement((tx) => keepUntil(tx, objectKey, 0))
  throw outcome === 'ENDED' ? addressEnded() : alreadyReceived()
}

/**
 * Receives the bytes of one document. Of several complete uploads, in sequence or at once, the first becomes the
 * document and the others are refused. An upload that is cut off leaves nothing and can be repeated.
 * Refuses: FORBIDDEN when the request is gone, even during the upload, or when its client is revoked; RATE_LIMITED when
 * the client's daily budget is used up; CONFLICT when the document was received before; and what `stageUpload` refuses.
 */
export const receiveUpload = async (
  deps: ScoringDeps,
  documentId: string,
  source: AsyncIterable<Buffer>,
): Promise<{ documentName: string; bytes: number }> => {
  const document = await selectOne(deps.database.read, ScoringDocument, 'WHERE id = ?', [documentId])
  if (!document || !(await isClientActive(deps.database.read, document.requestId))) throw addressEnded()
  if (document.state !== 'AWAITING_UPLOAD') throw alreadyReceived()
  const request = await selectOne(deps.database.read, ScoringRequest, 'WHERE id = ?', [document.requestId])
  if (!request) throw addressEnded()
  const client = { id: request.client, environment: request.environment }
  const now = deps.clock.now()
  await deps.limits.requireDocumentBudget(client, now)
  const staged = await stageUpload(deps, newObjectKey('sealed-uploads', now), source)
  try {
    // Counted even if the document is refused afterwards, since its bytes were received.
    await deps.limits.spend(client, { bytes: staged.bytes }, now)
    await storeUpload(deps, document, staged)
  } finally {
    await rm(staged.path, { force: true })
  }
  return { documentName: document.documentName, bytes: staged.bytes }
}
