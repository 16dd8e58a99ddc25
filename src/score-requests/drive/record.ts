import type { Tx } from '../../platform/database/database.js'
import { databaseNow, insert, selectAll, update } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import { keepUntil } from '../../platform/files/stored-objects.js'
import type { DriveScoresDeps } from '../model/deps.js'
import type { ScoreFailure } from '../model/failure.rules.js'
import type { Judgement } from '../model/judgement.js'
import type { ReportedDocument, UploadAddress } from '../model/port.js'
import { ScoreDocument, ScoreReason, type ScoreRequest } from '../model/score.entity.js'
import { databaseMoment, updateClaimed } from './claim.js'
import { giveUpMs } from './ladder.rules.js'

/**
 * How long the sealed inputs of a failed request are kept, so that it can be resubmitted without entering them again.
 */
export const failedInputsKeptMs = 24 * 3_600_000

export const documentsOf = (tx: Pick<Tx, 'all' | 'dataSource' | 'dialect'>, scoreId: string) =>
  selectAll(tx, ScoreDocument, 'WHERE score_id = ? ORDER BY position', [scoreId])

/**
 * Deletes the person's data and the secrets of the documents, since nothing more will be sent. Without its secrets, which
 * contain its encryption key, a document is unreadable; the next sweep of the object store removes its bytes.
 */
export const wipe = async (tx: Tx, scoreId: string): Promise<void> => {
  for (const { objectKey } of await documentsOf(tx, scoreId))
    if (objectKey !== null) await keepUntil(tx, objectKey, 0)
  const noInputs = { secrets: null, objectKey: null, uploadUrl: null }
  await update(tx, ScoreDocument, noInputs, 'score_id = ?', [scoreId])
  await tx.run('UPDATE score_requests SET person = NULL, wipe_at = NULL WHERE id = ?', [scoreId])
}

/**
 * Records that the service accepted the request. From now on it costs money, so the time after which we give up begins anew.
 * It is submitted again only under a new number, which `recordNewSubmission` gives it.
 */
export const recordAccepted = async (
  { database }: DriveScoresDeps,
  score: ScoreRequest,
  serviceRequestId: string,
  addresses: ReadonlyMap<string, UploadAddress>,
): Promise<void> => {
  const giveUpAt = (await databaseMoment(database)) + giveUpMs
  await database.inTransaction(async (tx) => {
    const status = addresses.size > 0 ? 'UPLOADING' : 'PROCESSING'
    await updateClaimed(tx, score, { status, serviceRequestId, attempts: 0, problem: null, giveUpAt })
    for (const [id, { url, expiresAt }] of addresses)
      await update(tx, ScoreDocument, { uploadUrl: url, uploadUntil: expiresAt }, 'id = ?', [id])
  })
}

export const recordSent = (
  { database }: DriveScoresDeps,
  score: ScoreRequest,
  documentId: string,
): Promise<void> =>
  database.inTransaction(async (tx) => {
    await updateClaimed(tx, score, { attempts: 0, problem: null })
    await update(tx, ScoreDocument, { state: 'SENT', uploadUrl: null }, 'id = ?', [documentId])
  })

export const recordUploaded = ({ database }: DriveScoresDeps, score: ScoreRequest): Promise<void> =>
  database.inTransaction((tx) =>
    updateClaimed(tx, score, { status: 'PROCESSING', attempts: 0, problem: null }),
  )

/**
 * Queues the same request as a new submission, since documents did not arrive in time: an address expired, or the
 * service reports them as missing.
 */
export const recordNewSubmission = ({ database }: DriveScoresDeps, score: ScoreRequest): Promise<void> =>
  database.inTransaction(async (tx) => {
    const queued = { status: 'QUEUED' as const, submission: score.submission + 1, serviceRequestId: null }
    await updateClaimed(tx, score, { ...queued, attempts: 0, problem: 'ADDRESS_EXPIRED' })
    const held = { state: 'HELD' as const, uploadUrl: null, uploadUntil: null }
    await update(tx, ScoreDocument, held, 'score_id = ?', [score.id])
  })

type End = (
  | { readonly status: 'COMPLETED'; readonly bodies: number; readonly judgement: Judgement }
  | { readonly status: 'FAILED'; readonly code: ScoreFailure; readonly detail: string | null }
) & { readonly documents: readonly ReportedDocument[] }

const recordReported = async (
  tx: Tx,
  scoreId: string,
  reported: readonly ReportedDocument[],
): Promise<void> => {
  const sent = await documentsOf(tx, scoreId)
  for (const { documentName, problem } of reported) {
    const outcome = {
      state: problem ? ('FAILED' as const) : ('READ' as const),
      problemCode: problem?.code ?? null,
      problemDetail: problem?.detail ?? null,
    }
    // The names are compared here, since MySQL ignores trailing blanks.
    const id = sent.find((document) => document.documentName === documentName)?.id
    if (id !== undefined) await update(tx, ScoreDocument, outcome, 'id = ?', [id])
  }
}

/** Ends a request, once. The inputs of a completed request are deleted; a failed one may be resubmitted for a day. */
export const recordEnd = async (deps: DriveScoresDeps, score: ScoreRequest, end: End): Promise<void> => {
  const { database, jobCall, log } = deps
  const now = await databaseMoment(database)
  const isFailed = end.status === 'FAILED'
  const outcome = isFailed
    ? {
        failureCode: end.code,
        failureDetail: end.detail?.slice(0, 500) ?? null,
        wipeAt: now + failedInputsKeptMs,
      }
    : { decision: end.judgement.decision, riskBand: end.judgement.riskBand }
  await database.inTransaction(async (tx) => {
    const ended = {
      status: end.status,
      dueAt: null,
      endedAt: databaseNow,
      problem: null,
      ...outcome,
    } as const
    await updateClaimed(tx, score, ended)
    // Removes what earlier fetches left: bodies beyond those of the result or, if the request has failed, all parts.
    const beyondResult = end.status === 'COMPLETED' ? `AND position >= ${end.bodies}` : ''
    await tx.run(`DELETE FROM score_result_parts WHERE score_id = ? ${beyondResult}`, [score.id])
    await recordReported(tx, score.id, end.documents)
    if (!isFailed)
      for (const code of end.judgement.reasons) await insert(tx, ScoreReason, { scoreId: score.id, code })
    if (!isFailed) await wipe(tx, score.id)
    await audit(tx, jobCall(), {
      action: 'END_SCORE_REQUEST',
      customerId: score.customerId,
      subject: score.id,
      before: { status: score.status },
      after: { status: end.status, ...(isFailed && { code: end.code }) },
    })
  })
  // The detail is not logged, since it may contain words from a customer's document.
  if (isFailed) log.warn({ score: score.id, code: end.code }, 'a score request has failed')
}
