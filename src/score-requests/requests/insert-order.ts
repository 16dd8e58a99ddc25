import type { Tx } from '../../platform/database/database.js'
import { databaseNow, insert, insertOrKeep, selectOne } from '../../platform/database/rows.js'
import { hashNationalId } from '../../platform/identity/keys/keys.js'
import { audit } from '../../platform/identity/audit.js'
import { keepUntil } from '../../platform/files/stored-objects.js'
import { bankNameOf } from '../../scoring-contract/bank-names.js'
import { nationalIdKey } from '../../scoring-contract/national-id.js'
import type { DocumentType, ProductCode } from '../../scoring-contract/words.js'
import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { newId } from '../../kernel/ids.js'
import { Refusal } from '../../kernel/refusal.js'
import { trace } from '../../kernel/trace.js'
import type { ScoresDeps } from '../model/deps.js'
import { sealPerson, sealSecrets, type ScoredPerson } from '../documents/secrets.js'
import { resultKeptMs } from '../drive/anonymise-score.js'
import { giveUpMs } from '../drive/ladder.rules.js'
import { nameKeys } from '../model/person-name.rules.js'
import { ScoreDocument, ScoreRequest } from '../model/score.entity.js'

/** How long we wait for documents, and so how long our upload addresses are valid. */
export const documentWaitMs = 24 * 3_600_000
/**
 * After this time the sweep of the object store removes an object that nothing else removed. A document is kept for days only while its
 * request waits, because the queue is paused or our workers are away; when the request is forgotten, it goes too.
 */
export const objectKeptMs = resultKeptMs

/** Bytes that are in the store already, encrypted under their own key. */
export interface HeldFile {
  readonly objectKey: string
  readonly fileKey: string
  readonly format: 'pdf' | 'csv'
}

export interface OrderedDocument {
  readonly documentName: string
  readonly documentType: DocumentType
  readonly bankName: string | null
  readonly password: string | null
  readonly accountNumber: string | null
  /** Null for a file that will be uploaded later, to one of our upload addresses. */
  readonly file: HeldFile | null
}

export interface ScoreOrder {
  readonly customerId: string | null
  readonly person: ScoredPerson
  readonly productCode: ProductCode
  readonly augment: boolean
  readonly documents: readonly OrderedDocument[]
  readonly resubmissionOf: string | null
  readonly orderKey: string | null
  /** The hashes of the order under each pepper, that of the present pepper first; empty without `orderKey`. */
  readonly orderHashes: readonly string[]
}

/** Shows only the last characters, which are enough to tell people apart. */
const maskedId = (nationalId: string): string => `${'*'.repeat(5)}${nationalId.slice(-3)}`.slice(0, 32)

const insertDocument = async (
  tx: Tx,
  deps: ScoresDeps,
  { scoreId, position, now }: { readonly scoreId: string; readonly position: number; readonly now: Instant },
  document: OrderedDocument,
): Promise<void> => {
  const id = newId(now)
  const { documentName, documentType, bankName, password, accountNumber, file } = document
  await insert(tx, ScoreDocument, {
    id,
    scoreId,
    position,
    documentName,
    documentType,
    // Callers spell the names of banks in many ways; the contract has one spelling for each.
    bankName: documentType === 'BANK_STATEMENT' ? (bankNameOf(bankName ?? '') ?? null) : null,
    secrets: sealSecrets(deps.sealing, id, { password, accountNumber, fileKey: file?.fileKey ?? null }),
    state: file ? 'HELD' : 'AWAITED',
    format: file?.format ?? null,
    objectKey: file?.objectKey ?? null,
    uploadUrl: null,
    uploadUntil: null,
    problemCode: null,
    problemDetail: null,
  })
  if (file) await keepUntil(tx, file.objectKey, now + objectKeptMs)
}

/** The earlier request under the same key. Refuses: INVALID_ARGUMENT if it was another order. */
const earlierOf = async (
  tx: Tx,
  call: Call,
  { orderKey, orderHashes, resubmissionOf }: ScoreOrder,
): Promise<ScoreRequest> => {
  const where = `WHERE asked_by = ? AND order_key = ? ${tx.dialect.forUpdate}`
  const earlier = await selectOne(tx, ScoreRequest, where, [call.actor.name, orderKey])
  if (!earlier) throw new Error('the score request with the same idempotency key was deleted concurrently')
  // An earlier version stored no hash of the order.
  const isSame = earlier.orderHash === null || orderHashes.includes(earlier.orderHash)
  if (isSame && earlier.resubmissionOf === resubmissionOf) return earlier
  throw new Refusal('INVALID_ARGUMENT', 'This idempotencyKey was used for another order')
}

/** The row of a new order. */
const rowOf = (deps: ScoresDeps, call: Call, order: ScoreOrder, hasAllFiles: boolean) => {
  const id = newId(call.now)
  const { person } = order
  return {
    id,
    customerId: order.customerId,
    productCode: order.productCode,
    augment: order.augment,
    firstName: person.firstName,
    middleName: person.middleName ?? null,
    lastName: person.lastName,
    ...nameKeys(person),
    phoneNumber: person.phoneNumber,
    nationalId: maskedId(person.nationalId),
    person: sealPerson(deps.sealing, id, person),
    personHash: hashNationalId(deps.pepper, nationalIdKey(person.nationalId)),
    forgetAt: null,
    status: hasAllFiles ? ('QUEUED' as const) : ('AWAITING_DOCUMENTS' as const),
    submission: 1,
    serviceRequestId: null,
    attempts: 0,
    fence: 0,
    dueAt: databaseNow,
    holder: null,
    orderKey: order.orderKey,
    orderHash: order.orderHashes[0] ?? null,
    giveUpAt: null,
    problem: null,
    failureCode: null,
    failureDetail: null,
    decision: null,
    riskBand: null,
    resubmissionOf: order.resubmissionOf,
    askedBy: call.actor.name,
    askedWith: call.actor.keyId ?? null,
    askedOn: call.today,
    askedAt: databaseNow,
    endedAt: null,
    wipeAt: null,
    traceparent: trace.current() ?? null,
  } as const
}

/**
 * Stores a checked order and queues it: due now, or when the time for its documents is over. Returns the earlier
 * request if the caller has used the order's key before.
 */
export const insertOrder = async (
  tx: Tx,
  deps: ScoresDeps,
  call: Call,
  order: ScoreOrder,
): Promise<ScoreRequest> => {
  const hasAllFiles = order.documents.every(({ file }) => file !== null)
  const row = rowOf(deps, call, order, hasAllFiles)
  const { id } = row
  await insertOrKeep(tx, ScoreRequest, row, 'id')
  if (!(await selectOne(tx, ScoreRequest, 'WHERE id = ?', [id]))) return earlierOf(tx, call, order)
  const waitMs = hasAllFiles ? 0 : documentWaitMs
  await tx.run(
    'UPDATE score_requests SET give_up_at = due_at + ?, forget_at = asked_at + ?, due_at = due_at + ? WHERE id = ?',
    [waitMs + giveUpMs, resultKeptMs, waitMs, id],
  )
  for (const [position, document] of order.documents.entries())
    await insertDocument(tx, deps, { scoreId: id, position, now: call.now }, document)
  await audit(tx, call, {
    action: order.resubmissionOf === null ? 'SUBMIT_SCORE_REQUEST' : 'RESUBMIT_SCORE_REQUEST',
    customerId: order.customerId,
    subject: id,
    ...(order.resubmissionOf !== null && { before: { failed: order.resubmissionOf } }),
    after: { product: order.productCode, augment: order.augment, documents: order.documents.length },
  })
  const inserted = await selectOne(tx, ScoreRequest, 'WHERE id = ?', [id])
  return inserted!
}
