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

/** Refuses: INVALID_ARGUMENT for an unknown request, for one that has not failed, and for one whose inputs are wiped. */
const checkFailed = (failed: ScoreRequest | undefined, id: string): ScoreRequest & { person: string } => {
  if (failed?.id !== id) throw refusal('There is no such score request')
  if (failed.status !== 'FAILED') throw refusal('Only a failed score request can be resubmitted')
  const { person } = failed
  if (person === null) throw refusal('The inputs of this request are no longer held; submit a new one')
  return Object.assign(failed, { person })
}

const resubmissionHashesOf = (peppers: Peppers, id: string): readonly string[] =>
  peppersOf(peppers).map((pepper) => hashText(pepper, JSON.stringify({ resubmissionOf: id })))

type DocumentWithoutFile = Omit<OrderedDocument, 'file'>

/** A document of the failed request, ordered again with its stored bytes. */
const orderedAgain = (deps: ScoresDeps, document: ScoreDocument): OrderedDocument => {
  const { id, documentName, documentType, bankName, secrets, objectKey, format } = document
  const opened = secrets === null ? null : unsealSecrets(deps.sealing, id, secrets)
  const fileKey = opened?.fileKey
  return {
    documentName,
    documentType,
    bankName,
    password: opened?.password ?? null,
    accountNumber: opened?.accountNumber ?? null,
    file: objectKey !== null && format !== null && fileKey ? { objectKey, format, fileKey } : null,
  }
}

/** A document of the new order, completed from the stored document of the same name. */
const completeDocument = (
  document: DocumentWithoutFile,
  file: HeldFile | null,
  stored: OrderedDocument | undefined,
): OrderedDocument => ({
  ...document,
  password: document.password ?? stored?.password ?? null,
  accountNumber: document.accountNumber ?? stored?.accountNumber ?? null,
  file: file ?? stored?.file ?? null,
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
 * Repeats a failed request, once: a second call for the same request returns the first repeat. The person is taken from
 * the failed request, which keeps its inputs for a day, and so are all documents if the caller gives none. A document that
 * the caller gives takes from there the password, the account number and the file that it lacks. Refuses: INVALID_ARGUMENT.
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
    if (earlier?.resubmissionOf === id) return earlier
    const failed = checkFailed(locked, id)
    const stored = (await documentsOf(tx, id)).map((document) => orderedAgain(deps, document))
    const byName = new Map(stored.map((document) => [document.documentName, document]))
    const ordered =
      documents?.map(({ file: _, ...document }, i) =>
        completeDocument(document, files[i] ?? null, byName.get(document.documentName)),
      ) ?? stored
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
