import { rm } from 'node:fs/promises'
import type { Sql, Tx } from '../../platform/database/database.js'
import { selectOne, update } from '../../platform/database/rows.js'
import { ApiKey } from '../../platform/identity/keys/api-key.entity.js'
import { audit } from '../../platform/identity/audit.js'
import { keepUntil } from '../../platform/files/stored-objects.js'
import type { Actor } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import type { ReceiveDeps } from '../model/deps.js'
import { sealToFile } from '../documents/sealed-file.js'
import { sealSecrets, unsealSecrets } from '../documents/secrets.js'
import { giveUpMs } from '../drive/ladder.rules.js'
import { ScoreDocument, ScoreRequest } from '../model/score.entity.js'
import { objectKeptMs, type HeldFile } from './insert-order.js'
import { storeFile } from './submit-score-request.js'

/** The address is the only credential, so we do not know who sends the document. */
const bearer: Actor = { name: 'upload address', roles: new Set() }

/** The revocation of an API key ends the addresses that were given out to it; its expiry does not (docs/running/keys.md). */
const isKeyGone = async (sql: Sql, scoreId: string): Promise<boolean> => {
  const score = await selectOne(sql, ScoreRequest, 'WHERE id = ?', [scoreId])
  if (!score?.askedWith) return false
  const key = await selectOne(sql, ApiKey, 'WHERE id = ?', [score.askedWith])
  return key?.revokedAt !== null
}

export type ReceivedDocument = 'RECEIVED' | 'ALREADY_RECEIVED'

const accept = async (
  tx: Tx,
  deps: ReceiveDeps,
  { id, scoreId }: ScoreDocument,
  { file, now }: { readonly file: HeldFile; readonly now: Instant },
): Promise<ReceivedDocument | undefined> => {
  const score = await selectOne(tx, ScoreRequest, `WHERE id = ? ${tx.dialect.forUpdate}`, [scoreId])
  const document = await selectOne(tx, ScoreDocument, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])
  if (document?.state !== 'AWAITED') return document && 'ALREADY_RECEIVED'
  // The request may have ended, or been erased, during the upload.
  if (score?.status !== 'AWAITING_DOCUMENTS' || document.secrets === null) return undefined
  const secrets = { ...unsealSecrets(deps.sealing, id, document.secrets), fileKey: file.fileKey }
  const heldDocument = {
    state: 'HELD' as const,
    format: file.format,
    objectKey: file.objectKey,
    secrets: sealSecrets(deps.sealing, id, secrets),
  }
  await update(tx, ScoreDocument, heldDocument, 'id = ?', [id])
  await keepUntil(tx, file.objectKey, now + objectKeptMs)
  await audit(
    tx,
    { now, actor: bearer },
    {
      action: 'RECEIVE_SCORE_DOCUMENT',
      customerId: score.customerId,
      subject: scoreId,
      after: { document: id, format: file.format },
    },
  )
  const missing = `WHERE score_id = ? AND state = 'AWAITED'`
  if (await selectOne(tx, ScoreDocument, missing, [scoreId])) return 'RECEIVED'
  const { nowMs } = tx.dialect
  await tx.run(
    `UPDATE score_requests SET status = 'QUEUED', attempts = 0, due_at = ${nowMs}, give_up_at = ${nowMs} + ? WHERE id = ?`,
    [giveUpMs, scoreId],
  )
  return 'RECEIVED'
}

/**
 * Receives the bytes of one document at our own upload address. The first complete upload counts; for a later one the
 * answer is ALREADY_RECEIVED. With the last document, the request becomes due. Undefined when no request waits for this
 * document, or the API key that ordered the request is revoked. Refuses: INVALID_ARGUMENT for what `sealToFile` refuses.
 */
export const receiveDocument = async (
  deps: ReceiveDeps,
  documentId: string,
  source: AsyncIterable<Buffer>,
): Promise<ReceivedDocument | undefined> => {
  const document = await selectOne(deps.database.read, ScoreDocument, 'WHERE id = ?', [documentId])
  if (!document || document.secrets === null) return undefined
  if (await isKeyGone(deps.database.read, document.scoreId)) return undefined
  if (document.state !== 'AWAITED') return 'ALREADY_RECEIVED'
  const sealed = await sealToFile(deps.staging, source)
  const now = deps.clock.now()
  try {
    const file = await storeFile(deps, sealed, now)
    const outcome = await deps.database.inTransaction((tx) => accept(tx, deps, document, { file, now }))
    if (outcome !== 'RECEIVED') await deps.database.inOneStatement((tx) => keepUntil(tx, file.objectKey, 0))
    deps.onScore()
    return outcome
  } finally {
    await rm(sealed.path, { force: true })
  }
}
