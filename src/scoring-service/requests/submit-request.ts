import { randomUUID } from 'node:crypto'
import type { Sql, Tx } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import {
  databaseNow,
  insert,
  insertOrKeep,
  selectAll,
  selectOne,
  update,
} from '../../platform/database/rows.js'
import { hashText, hashNationalId, peppersOf, type Peppers } from '../../platform/identity/keys/keys.js'
import type { Instant } from '../../kernel/clock.js'
import { newId } from '../../kernel/ids.js'
import { trace } from '../../kernel/trace.js'
import type { ScoringClient } from '../clients/client.entity.js'
import { ScoringRefusal } from '../model/scoring-refusal.js'
import type { ScoringDeps } from '../service/deps.js'
import { ScoringDocument, ScoringRequest } from '../model/scoring.entity.js'
import type { CheckedRequest } from '../../scoring-contract/check-score-request.js'
import { nationalIdKey } from '../../scoring-contract/national-id.js'
import { personSchema, type AnnouncedDocument } from '../../scoring-contract/score-request.schema.js'
import { sealSecrets, sealSubject } from './subject.js'

const uploadAddressValidMs = 3_600_000
const idempotencyKeyKeptMs = 24 * 3_600_000

export interface Submission {
  readonly request: CheckedRequest
  /** The body as it was sent: a repeat with the same key must have the same body. */
  readonly bodyText: string
  readonly idempotencyKey: string | null
}

export interface Submitted {
  readonly request: ScoringRequest
  readonly documents: readonly ScoringDocument[]
  /** False for a repeat. */
  readonly isNew: boolean
}

/**
 * Refuses a product that is not in the client's plan, or that needs a bureau which the environment does not have
 * (docs/scoring-contract.md#headers).
 */
const checkProduct = (deps: ScoringDeps, client: ScoringClient, { productCode }: CheckedRequest): void => {
  const needsBureau = productCode === 'P7' || productCode === 'P8'
  if (client.products.split(',').includes(productCode) && !(needsBureau && !deps.bureaus[client.environment]))
    return
  throw new ScoringRefusal('FORBIDDEN', `The product ${productCode} is not part of your plan`)
}

const documentsOf = (tx: Sql, requestId: string): Promise<ScoringDocument[]> =>
  selectAll(tx, ScoringDocument, 'WHERE request_id = ? ORDER BY position', [requestId])

const insertDocument = (
  tx: Tx,
  deps: ScoringDeps,
  { requestId, position, now }: { requestId: string; position: number; now: Instant },
  announced: AnnouncedDocument,
): Promise<void> => {
  const id = newId(now)
  const { documentName, documentType, bankName, password, accountNumber } = announced
  return insert(tx, ScoringDocument, {
    id,
    requestId,
    position,
    documentName,
    documentType,
    bankName: documentType === 'BANK_STATEMENT' ? bankName : null,
    secrets: sealSecrets(deps.sealing, id, { password, accountNumber }),
    state: 'AWAITING_UPLOAD',
    format: null,
    objectKey: null,
  })
}

/** The hashes of a body: under the present pepper, then under the previous one. */
const bodyHashesOf = (peppers: Peppers, bodyText: string): readonly string[] =>
  peppersOf(peppers).map((pepper) => hashText(pepper, bodyText))

/** The earlier request with this key. Refuses: CONFLICT if it had another body. */
const replayOf = async (
  tx: Tx,
  client: ScoringClient,
  idempotencyKey: string,
  bodyHashes: readonly string[],
): Promise<ScoringRequest> => {
  const where = `WHERE client = ? AND idempotency_key = ? ${tx.dialect.forUpdate}`
  const earlier = await selectOne(tx, ScoringRequest, where, [client.id, idempotencyKey])
  if (!earlier) throw new Error('the request with the same idempotency key was deleted concurrently')
  if (bodyHashes.includes(earlier.bodyHash)) return earlier
  throw new ScoringRefusal('CONFLICT', 'This Idempotency-Key was used with another body')
}

const isReplayable = ({ requestedAt }: ScoringRequest, now: Instant): boolean =>
  requestedAt > now - idempotencyKeyKeptMs

/** Whether this key was used within the last day, with whatever body: the call may be a repeat. */
export const isKnownKey = async (
  { database, clock }: ScoringDeps,
  client: ScoringClient,
  idempotencyKey: string,
): Promise<boolean> => {
  const where = 'WHERE client = ? AND idempotency_key = ?'
  const earlier = await selectOne(database.read, ScoringRequest, where, [client.id, idempotencyKey])
  return earlier !== undefined && isReplayable(earlier, clock.now())
}

/** The earlier request with the same key and body; undefined for a new key or body. */
export const findReplay = async (
  deps: ScoringDeps,
  client: ScoringClient,
  { bodyText, idempotencyKey }: Pick<Submission, 'bodyText' | 'idempotencyKey'>,
): Promise<Submitted | undefined> => {
  if (idempotencyKey === null) return undefined
  const { database, clock } = deps
  const { places, parameters: hashes } = inList(bodyHashesOf(deps, bodyText))
  const where = `WHERE client = ? AND idempotency_key = ? AND body_hash IN (${places})`
  const parameters = [client.id, idempotencyKey, ...hashes]
  const request = await selectOne(database.read, ScoringRequest, where, parameters)
  if (!request || !isReplayable(request, clock.now())) return undefined
  return { request, documents: await documentsOf(database.read, request.id), isNew: false }
}

/** The row of a new request. */
const rowOf = (
  deps: ScoringDeps,
  client: ScoringClient,
  { request, bodyText, idempotencyKey }: Submission,
  now: Instant,
) => {
  const id = randomUUID()
  const isQueued = request.documents.length === 0
  return {
    id,
    client: client.id,
    environment: client.environment,
    productCode: request.productCode,
    status: isQueued ? ('QUEUED' as const) : ('AWAITING_UPLOADS' as const),
    subject: sealSubject(deps.sealing, id, personSchema.parse(request)),
    nationalIdHash: hashNationalId(deps.pepper, nationalIdKey(request.nationalId)),
    augment: request.augment,
    idempotencyKey,
    bodyHash: hashText(deps.pepper, bodyText),
    requestedAt: now,
    uploadsUntil: now + uploadAddressValidMs,
    queuedAt: isQueued ? databaseNow : null,
    dueAt: isQueued ? databaseNow : null,
    fence: 0,
    attempts: 0,
    holder: null,
    crashes: 0,
    failureCode: null,
    failureDetail: null,
    endedAt: null,
    purgeAt: null,
    addressSetsOn: null,
    addressSets: 0,
    traceparent: trace.current() ?? null,
  } as const
}

/**
 * Accepts a score request once: for a day, the same Idempotency-Key with the same body returns the first request,
 * however many are sent at once. A P7 request is queued at once; others wait for their documents.
 * Refuses: FORBIDDEN for a product that is not in the client's plan, CONFLICT for another body under the same key.
 */
export const submitRequest = async (
  deps: ScoringDeps,
  client: ScoringClient,
  submission: Submission,
): Promise<Submitted> => {
  const { request, bodyText, idempotencyKey } = submission
  checkProduct(deps, client, request)
  const now = deps.clock.now()
  const row = rowOf(deps, client, submission, now)
  const { id } = row

  const submitted = await deps.database.inTransaction(async (tx) => {
    if (idempotencyKey !== null) {
      const withExpiredKey = 'client = ? AND idempotency_key = ? AND asked_at <= ?'
      const parameters = [client.id, idempotencyKey, now - idempotencyKeyKeptMs]
      await update(tx, ScoringRequest, { idempotencyKey: null }, withExpiredKey, parameters)
    }
    await insertOrKeep(tx, ScoringRequest, row, 'id')
    const inserted = await selectOne(tx, ScoringRequest, 'WHERE id = ?', [id])
    if (!inserted) {
      const earlier = await replayOf(tx, client, idempotencyKey ?? '', bodyHashesOf(deps, bodyText))
      return { request: earlier, documents: await documentsOf(tx, earlier.id), isNew: false }
    }
    for (const [position, document] of request.documents.entries())
      await insertDocument(tx, deps, { requestId: id, position, now }, document)
    return { request: inserted, documents: await documentsOf(tx, id), isNew: true }
  })
  if (row.status === 'QUEUED' && submitted.isNew) deps.onQueued()
  return submitted
}
