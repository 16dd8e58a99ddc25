import type { Database, Tx } from '../../platform/database/database.js'
import { inList } from '../../platform/database/in-list.js'
import { selectAll, selectOne, update } from '../../platform/database/rows.js'
import { audit } from '../../platform/identity/audit.js'
import { hashesOfNationalId, peppersOf, type Peppers } from '../../platform/identity/keys/keys.js'
import type { Call } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import { Refusal } from '../../kernel/refusal.js'
import { environments } from '../../scoring-contract/environment.js'
import { nationalIdForms } from '../../scoring-contract/national-id.js'
import { personTrace } from '../service/traces.js'
import type { ObjectStore } from '../../platform/files/object-store.js'
import { keepUntil } from '../../platform/files/stored-objects.js'
import { BureauPull } from '../model/bureau.entity.js'
import { ScoringDocument, ScoringRequest, ScoringResult } from '../model/scoring.entity.js'

export interface EraseDeps extends Peppers {
  /** Anonymises our own score requests about a person, found by the hashes of the national id; returns how many there were. */
  readonly forgetOwn: (tx: Tx, hashes: readonly string[]) => Promise<number>
}

/** What was removed; all zero when there was nothing left to remove. */
export interface Erased {
  readonly requests: number
  /** Uploaded documents and results. */
  readonly objects: number
  readonly bureauAnswers: number
}

const reasonLengthMax = 500
const nothing: Erased = { requests: 0, objects: 0, bureauAnswers: 0 }
/** How many characters of the HMAC identify a person's row in the audit log. */
const subjectLength = 40

const sumOf = (one: Erased, other: Erased): Erased => ({
  requests: one.requests + other.requests,
  objects: one.objects + other.objects,
  bureauAnswers: one.bureauAnswers + other.bureauAnswers,
})

const reasonOf = (given: string): string => {
  const reason = given.trim()
  if (reason !== '' && reason.length <= reasonLengthMax) return reason
  throw new Refusal('INVALID_ARGUMENT', `reason must have 1 to ${reasonLengthMax} characters`)
}

/**
 * Marks all stored objects of a request for removal now, and deletes their rows and the addresses that serve them.
 * Returns the keys of the objects.
 */
const releaseObjects = async (tx: Tx, requestId: string): Promise<string[]> => {
  const where = 'WHERE request_id = ?'
  const documents = await selectAll(tx, ScoringDocument, where, [requestId])
  const results = await selectAll(tx, ScoringResult, where, [requestId])
  const keys = [...documents, ...results].flatMap(({ objectKey }) => objectKey ?? [])
  for (const key of keys) {
    await keepUntil(tx, key, 0)
    await tx.run('DELETE FROM scoring_addresses WHERE object_key = ?', [key])
  }
  await tx.run('DELETE FROM scoring_documents WHERE request_id = ?', [requestId])
  await tx.run('DELETE FROM scoring_results WHERE request_id = ?', [requestId])
  return keys
}

/** Removes the bureau answers that this request used, including answers that were pulled for another request. */
const removeAnswers = async (tx: Tx, requestId: string): Promise<number> => {
  const uses = await selectAll(tx, BureauPull, 'WHERE request_id = ?', [requestId])
  let removed = 0
  for (const pull of new Set(uses.map(({ id, answeredBy }) => answeredBy ?? id)))
    removed += await tx.run('DELETE FROM scoring_kept_answers WHERE pull = ?', [pull])
  return removed
}

/**
 * Anonymises the request as a purge does. Its fence changes, so that a worker that is processing the request loses its
 * claim.
 */
const anonymise = (tx: Tx, { id, status, fence }: ScoringRequest, now: Instant): Promise<number> => {
  const isOpen = status === 'AWAITING_UPLOADS' || status === 'QUEUED' || status === 'PROCESSING'
  return update(
    tx,
    ScoringRequest,
    {
      subject: null,
      nationalIdHash: null,
      idempotencyKey: null,
      bodyHash: '',
      failureDetail: null,
      dueAt: null,
      purgeAt: now,
      fence: fence + 1,
      ...(isOpen && { status: 'EXPIRED', endedAt: now }),
    },
    'id = ?',
    [id],
  )
}

/** What was erased, and the keys of the objects in the store. Once the erasure is committed, no address leads to them. */
interface ErasedWithObjects {
  readonly erased: Erased
  readonly keys: readonly string[]
}

const eraseOne = async (
  tx: Tx,
  call: Call,
  requestId: string,
  reason: string,
): Promise<ErasedWithObjects> => {
  const locked = `WHERE id = ? ${tx.dialect.forUpdate}`
  const request = await selectOne(tx, ScoringRequest, locked, [requestId])
  if (!request) throw new Refusal('INVALID_REFERENCE', 'There is no such score request')
  const keys = await releaseObjects(tx, requestId)
  const bureauAnswers = await removeAnswers(tx, requestId)
  const erased = { requests: request.subject === null ? 0 : 1, objects: keys.length, bureauAnswers }
  await anonymise(tx, request, call.now)
  await audit(tx, call, {
    action: 'ERASE_SCORING_REQUEST',
    customerId: null,
    subject: requestId,
    before: { client: request.client, productCode: request.productCode, status: request.status },
    after: { ...erased, reason },
  })
  return { keys, erased }
}

/**
 * Removes everything personal of one score request of any client: person, documents, results and bureau answers. The
 * client gets 404 for the request from then on. The row of the request, the record of consent and the audit row stay.
 * A worker that is processing the request loses its claim. Runs in the caller's transaction, after which
 * `removeErased` removes the objects from the store.
 * Refuses: INVALID_REFERENCE for an unknown request, INVALID_ARGUMENT without a reason.
 */
export const eraseScoringRequest = (
  tx: Tx,
  call: Call,
  { requestId, reason }: { readonly requestId: string; readonly reason: string },
): Promise<ErasedWithObjects> => eraseOne(tx, call, requestId.toLowerCase(), reasonOf(reason))

/**
 * Removes the objects of erased requests. If an object cannot be removed now, the next sweep tries again, and reports
 * the error if that fails too.
 */
export const removeErased = async (
  { objects, database }: { readonly objects: ObjectStore; readonly database: Database },
  keys: readonly string[],
): Promise<void> => {
  await Promise.allSettled(keys.map((key) => objects.remove(key)))
  await database.purgeDeleted()
}

/**
 * Removes the traces that recognise the person's documents. Done last, when no worker can write one for an erased
 * request any more.
 */
const removeTraces = async (tx: Tx, peppers: Peppers, nationalId: string): Promise<void> => {
  const persons = nationalIdForms(nationalId).flatMap((form) =>
    peppersOf(peppers).flatMap((pepper) =>
      environments.map((environment) => personTrace(pepper, environment, form)),
    ),
  )
  for (const person of persons) await tx.run('DELETE FROM scoring_sightings WHERE person = ?', [person])
}

/**
 * Erases all requests about a person, of all clients, live and in the sandbox, and our own; and the traces of the
 * person's documents. The national id may be spelled in any way. Exception: what an earlier version stored is found only
 * if the id is given exactly as the client sent it, or if the client sent it in capitals without spaces, dots and
 * hyphens. A second call finds nothing.
 * Refuses: INVALID_ARGUMENT without a reason or a national id.
 */
export const eraseScoringPerson = async (
  tx: Tx,
  deps: EraseDeps,
  call: Call,
  given: { readonly nationalId: string; readonly reason: string },
): Promise<ErasedWithObjects> => {
  const reason = reasonOf(given.reason)
  const nationalId = given.nationalId.trim()
  if (nationalId === '') throw new Refusal('INVALID_ARGUMENT', 'nationalId must not be empty')
  const hashes = nationalIdForms(nationalId).flatMap((form) =>
    peppersOf(deps).flatMap((pepper) => hashesOfNationalId(pepper, form)),
  )
  const { places, parameters } = inList(hashes)
  const about = `WHERE national_id_hash IN (${places})`
  const requests = await selectAll(tx, ScoringRequest, `${about} ORDER BY id`, parameters)
  const keys: string[] = []
  let erased = nothing
  for (const { id } of requests) {
    const one = await eraseOne(tx, call, id, reason)
    erased = sumOf(erased, one.erased)
    keys.push(...one.keys)
  }
  const bureauAnswers = await tx.run(`DELETE FROM scoring_kept_answers ${about}`, parameters)
  await removeTraces(tx, deps, nationalId)
  const own = await deps.forgetOwn(tx, hashes)
  const all = sumOf(erased, { requests: own, objects: 0, bureauAnswers })
  await audit(tx, call, {
    action: 'ERASE_SCORING_PERSON',
    customerId: null,
    subject: hashes[0]!.slice(0, subjectLength),
    after: { ...all, reason },
  })
  return { erased: all, keys }
}
