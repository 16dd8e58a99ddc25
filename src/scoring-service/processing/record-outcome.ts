import type { Tx } from '../../platform/database/database.js'
import { insert, selectAll, update } from '../../platform/database/rows.js'
import type { Instant } from '../../kernel/clock.js'
import { newId } from '../../kernel/ids.js'
import type { ScoringDeps } from '../service/deps.js'
import type { DocumentOutcome } from '../model/engine.js'
import { keepUntil } from '../../platform/files/stored-objects.js'
import { storeBody } from '../results/stored-body.js'
import { ScoringDocument, ScoringResult } from '../model/scoring.entity.js'
import { updateClaimed, type Claim } from './claim-request.js'
import type { ProcessingOutcome } from './outcome.js'

export const retentionMs = 30 * 86_400_000
const detailLengthMax = 500

type FinalOutcome = Exclude<ProcessingOutcome, { kind: 'LATER' }>

const storeBodies = async (deps: ScoringDeps, outcome: FinalOutcome, now: Instant): Promise<string[]> => {
  const keys: string[] = []
  for (const body of outcome.kind === 'COMPLETED' ? outcome.bodies : []) {
    keys.push(await storeBody(deps, body, now))
  }
  return keys
}

/** Deletes the passwords of documents that were read, or that will never be read; the next sweep removes their bytes. */
export const wipeDocuments = async (tx: Tx, requestId: string): Promise<void> => {
  const documents = await selectAll(tx, ScoringDocument, 'WHERE request_id = ?', [requestId])
  for (const { objectKey } of documents) if (objectKey !== null) await keepUntil(tx, objectKey, 0)
  await update(tx, ScoringDocument, { secrets: null, objectKey: null }, 'request_id = ?', [requestId])
}

const outcomeColumns = (document: DocumentOutcome) =>
  document.state === 'PARSED'
    ? { state: document.state, failureCode: null, failureDetail: null }
    : {
        state: document.state,
        failureCode: document.code,
        failureDetail: document.detail.slice(0, detailLengthMax),
      }

const write = async (
  tx: Tx,
  claim: Claim,
  outcome: FinalOutcome,
  { keys, now }: { readonly keys: readonly string[]; readonly now: Instant },
) => {
  const { request } = claim
  const isFailed = outcome.kind === 'FAILED'
  const ended = {
    status: outcome.kind,
    dueAt: null,
    holder: null,
    failureCode: isFailed ? outcome.code : null,
    failureDetail: isFailed ? outcome.detail.slice(0, detailLengthMax) : null,
    endedAt: now,
    purgeAt: now + retentionMs,
  }
  if (!(await updateClaimed(tx, claim, ended))) {
    // No row will refer to these bodies, which contain personal data: the next sweep removes them.
    for (const objectKey of keys) await keepUntil(tx, objectKey, 0)
    return false
  }
  for (const [position, objectKey] of keys.entries()) {
    await insert(tx, ScoringResult, { id: newId(now), requestId: request.id, position, objectKey })
    await keepUntil(tx, objectKey, now + retentionMs)
  }
  const announced = await selectAll(tx, ScoringDocument, 'WHERE request_id = ?', [request.id])
  for (const document of outcome.documents) {
    // The names are compared here, since MySQL ignores trailing blanks.
    const id = announced.find(({ documentName }) => documentName === document.documentName)?.id
    if (id !== undefined) await update(tx, ScoringDocument, outcomeColumns(document), 'id = ?', [id])
  }
  await wipeDocuments(tx, request.id)
  return true
}

/**
 * Writes an outcome once: only with the newest claim; the outcome of an older claim is discarded. The bodies are in
 * the store before the rows refer to them. False when the claim was lost.
 */
export const recordOutcome = async (
  deps: ScoringDeps,
  claim: Claim,
  outcome: FinalOutcome,
): Promise<boolean> => {
  const now = deps.clock.now()
  const keys = await storeBodies(deps, outcome, now)
  const isWritten = await deps.database.inTransaction((tx) => write(tx, claim, outcome, { keys, now }))
  const { client: id, environment, requestedAt } = claim.request
  if (isWritten && outcome.kind === 'FAILED') await deps.limits.refund({ id, environment }, requestedAt)
  return isWritten
}
