import type { Tx } from '../../platform/database/database.js'
import { selectOne, update } from '../../platform/database/rows.js'
import { hashText, peppersOf, type Peppers } from '../../platform/identity/keys/keys.js'
import type { Call } from '../../kernel/call.js'
import { Refusal } from '../../kernel/refusal.js'
import type { ScoresDeps } from '../model/deps.js'
import { unsealPerson, unsealSecrets } from '../documents/secrets.js'
import { documentsOf, wipe } from '../drive/record.js'
import { ScoreDocument, ScoreRequest } from '../model/score.entity.js'
import { insertOrder, type HeldFile, type OrderedDocument, type ScoreOrder } from './insert-order.js'
import { checkOrder, storeFile, type SubmitScoreRequest } from './submit-score-request.js'

export interface ResubmitScoreRequest {
  readonly id: string
  /**
   * Null: the same documents again. A document without a file gets the stored bytes of the same name, if there are any.
   */
  readonly documents: SubmitScoreRequest['documents'] | null
  /** The caller's idempotency key; refused if it was used for another order. */
  readonly orderKey: string | null
}

const refusal = (message: string): Refusal => new Refusal('INVALID_ARGUMENT', message)

/** Locks the failed request, so that of several concurrent callers only the first one resubmits it. */
const lockScore = (tx: Tx, id: string): Promise<ScoreRequest | undefined> =>
  selectOne(tx, ScoreRequest, `WHERE id = ? ${tx.dialect.forUpdate}`, [id])

/** Refuses: INVALID_ARGUMENT for a request that has not failed, and for one whose inputs are wiped. */
const checkFailed = (failed: ScoreRequest | undefined, id: string): ScoreRequest & { person: string } => {
  if (failed?.id !== id) throw refusal('There is no such score request')
  if (failed.status !== 'FAILED') throw refusal('Only a failed score request can be resubmitted')
  const { person } = failed
  if (person === null) throw refusal('The inputs of this request are no longer held; submit a new one')
  return Object.assign(failed, { person })
}

const resubmissionHashesOf = (peppers: Peppers, id: string): readonly string[] =>
  peppersOf(peppers).map((pepper) => hashText(pepper, JSON.stringify({ resubmissionOf: id })))

type Ordered = Omit<OrderedDocument, 'file'>

/** A document of the failed request, ordered again with its stored bytes. */
const orderedAgain = (deps: ScoresDeps, document: ScoreDocument): OrderedDocument => {
  const { id, documentName, documentType, bankName, secrets, objectKey, format } = document
  const opened = secrets === null ? null : unsealSecrets(deps.sealing, id, secrets)
  const isHeld = objectKey !== null && format !== null && opened?.fileKey
  return {
    documentName,
    documentType,
    bankName,
    password: opened?.password ?? null,
    accountNumber: opened?.accountNumber ?? null,
    file: isHeld ? { objectKey, format, fileKey: isHeld } : null,
  }
}

const merged = (
  given: Ordered,
  file: HeldFile | null,
  held: OrderedDocument | undefined,
): OrderedDocument => ({
  ...given,
  password: given.password ?? held?.password ?? null,
  accountNumber: given.accountNumber ?? held?.accountNumber ?? null,
  file: file ?? held?.file ?? null,
})

/** Wipes the failed request, but keeps the stored bytes that the new one uses. */
const wipeFailed = async (tx: Tx, failedId: string, documents: readonly OrderedDocument[]): Promise<void> => {
  for (const { file } of documents) {
    if (!file) continue
    const where = 'score_id = ? AND object_key = ?'
    await update(tx, ScoreDocument, { objectKey: null }, where, [failedId, file.objectKey])
  }
  await wipe(tx, failedId)
}

/**
 * Repeats a failed request, once: a second call for the same request returns the first repeat. Person and documents are
 * taken from the failed request, which keeps them for a day; passwords and files may be replaced. Refuses:
 * INVALID_ARGUMENT.
 */
export const resubmitScoreRequest = async (
  deps: ScoresDeps,
  call: Call,
  { id, documents, orderKey }: ResubmitScoreRequest,
): Promise<ScoreRequest> => {
  const files: (HeldFile | null)[] = []
  for (const { file } of documents ?? []) files.push(file && (await storeFile(deps, file, call.now)))
  const score = await deps.database.inTransaction(async (tx) => {
    const locked = await lockScore(tx, id)
    const earlier = await selectOne(tx, ScoreRequest, 'WHERE resubmission_of = ?', [id])
    if (earlier) return earlier
    const failed = checkFailed(locked, id)
    const held = (await documentsOf(tx, id)).map((document) => orderedAgain(deps, document))
    const byName = new Map(held.map((document) => [document.documentName, document]))
    const ordered =
      documents?.map(({ file: _, ...given }, i) =>
        merged(given, files[i] ?? null, byName.get(given.documentName)),
      ) ?? held
    const order: ScoreOrder = {
      customerId: failed.customerId,
      person: unsealPerson(deps.sealing, id, failed.person),
      productCode: failed.productCode,
      augment: failed.augment,
      documents: ordered,
      resubmissionOf: id,
      orderKey,
      orderHashes: orderKey === null ? [] : resubmissionHashesOf(deps, id),
    }
    checkOrder(order, call.now)
    await wipeFailed(tx, id, ordered)
    return insertOrder(tx, deps, call, order)
  })
  deps.onScore()
  return score
}
