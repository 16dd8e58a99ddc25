import type { Database } from '../../platform/database/database.js'
import { insert, selectAll, selectOne } from '../../platform/database/rows.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import { newId } from '../../kernel/ids.js'
import type { ScoringClient } from '../clients/client.entity.js'
import { ScoringRefusal, type DocumentProblem } from '../model/scoring-refusal.js'
import { ResultAddress, ScoringDocument, ScoringRequest, ScoringResult } from '../model/scoring.entity.js'
import type { FailureCode, RequestStatus } from '../model/states.js'

const addressValidMs = 600_000
const addressSetsPerDayMax = 20
/** How long an upload that began in time may continue after its address has expired. */
export const uploadGraceMs = 60_000

export interface Pending {
  readonly kind: 'PENDING'
  readonly request: ScoringRequest
  readonly documents: readonly ScoringDocument[]
}

export interface Ready {
  readonly kind: 'READY'
  readonly request: ScoringRequest
  readonly documents: readonly ScoringDocument[]
  readonly addresses: readonly { readonly id: string; readonly expiresAt: Instant }[]
}

/** The status at this moment, even if the sweep has not written it yet. */
const statusAt = ({ status, uploadsUntil }: ScoringRequest, now: Instant): RequestStatus =>
  status === 'AWAITING_UPLOADS' && now >= uploadsUntil + uploadGraceMs ? 'EXPIRED' : status

const unprocessable = (code: FailureCode, detail: string): ScoringRefusal =>
  new ScoringRefusal('UNPROCESSABLE', 'The request could not be processed; correct it and send a new one', {
    details: `${code}: ${detail}`,
  })

/** Why a document could not be read; null if it was read, or not tried. */
export const problemOf = ({
  failureCode,
  failureDetail,
}: Pick<ScoringDocument, 'failureCode' | 'failureDetail'>): DocumentProblem | null =>
  failureCode === null ? null : { code: failureCode, detail: failureDetail ?? '' }

/**
 * The refusal of a failed request. `details` begins with the code of the request; if several documents failed, it
 * lists the code of each.
 */
const unprocessableOf = (
  { failureCode, failureDetail }: ScoringRequest,
  documents: readonly ScoringDocument[],
): ScoringRefusal => {
  const failed = documents.flatMap((document) => {
    const problem = problemOf(document)
    return problem ? [{ documentName: document.documentName, ...problem }] : []
  })
  const whole = unprocessable(
    failureCode ?? 'resource_limit',
    failureDetail ?? 'the documents could not be processed',
  )
  if (failed.length === 0) return whole
  const each = failed.map(({ documentName, code, detail }) => `${code}: ${documentName}: ${detail}`)
  const details = failed.length === 1 ? whole.facts.details : each.join('; ')
  return new ScoringRefusal(whole.code, whole.message, { ...(details && { details }), documents: failed })
}

/** Counts one set of addresses for this UTC day. Refuses: RATE_LIMITED. */
const countAddressSet = async (database: Database, id: string, now: Instant): Promise<void> => {
  const today = new Date(now).toISOString().slice(0, 10) as LocalDate
  const counted = await database.inOneStatement((tx) =>
    tx.run(
      `UPDATE scoring_requests SET mints = CASE WHEN minted_on = ? THEN mints + 1 ELSE 1 END, minted_on = ?
       WHERE id = ? AND (minted_on IS NULL OR minted_on <> ? OR mints < ?)`,
      [today, today, id, today, addressSetsPerDayMax],
    ),
  )
  if (counted > 0) return
  const resetAt = Date.parse(`${today}T00:00:00Z`) + 86_400_000
  const retryAfterSeconds = Math.ceil((resetAt - now) / 1000)
  throw new ScoringRefusal('RATE_LIMITED', 'Too many result addresses of this request today', {
    details: `at most ${addressSetsPerDayMax} a day`,
    retry: { limit: addressSetsPerDayMax, retryAfterSeconds, quotaRemaining: 0, resetAt },
  })
}

const createAddresses = async (database: Database, { id }: ScoringRequest, now: Instant) => {
  await countAddressSet(database, id, now)
  const results = await selectAll(database.read, ScoringResult, 'WHERE request_id = ? ORDER BY position', [
    id,
  ])
  const expiresAt = now + addressValidMs
  const addresses = results.map(({ objectKey }) => ({ id: newId(now), objectKey, expiresAt }))
  await database.inTransaction(async (tx) => {
    for (const address of addresses)
      await insert(tx, ResultAddress, { ...address, leaseUntil: null, fence: 0, consumedAt: null })
  })
  return addresses
}

/**
 * The status of a request; once it is completed, each call creates new addresses for its results.
 * Refuses: NOT_FOUND for a request that is not this client's or was purged, UNPROCESSABLE with a code, RATE_LIMITED.
 */
export const readResults = async (
  { database }: { readonly database: Database },
  client: Pick<ScoringClient, 'id'>,
  requestId: string,
  now: Instant,
): Promise<Pending | Ready> => {
  const where = 'WHERE id = ? AND client = ?'
  const request = await selectOne(database.read, ScoringRequest, where, [requestId, client.id])
  if (!request) throw new ScoringRefusal('NOT_FOUND', 'There is no such request', { details: 'not_found' })
  if (request.purgeAt !== null && now >= request.purgeAt) {
    throw new ScoringRefusal('NOT_FOUND', 'The results of this request are no longer kept', {
      details: 'expired',
    })
  }
  const status = statusAt(request, now)
  if (status === 'EXPIRED')
    throw unprocessable('documents_not_uploaded', 'not all documents were uploaded in time')
  const ofRequest = 'WHERE request_id = ? ORDER BY position'
  const documents = await selectAll(database.read, ScoringDocument, ofRequest, [requestId])
  if (status === 'FAILED') throw unprocessableOf(request, documents)
  if (status !== 'COMPLETED') return { kind: 'PENDING', request, documents }
  return { kind: 'READY', request, documents, addresses: await createAddresses(database, request, now) }
}
