import { selectAll, selectOne } from '../../platform/database/rows.js'
import type { PulledAnswer } from '../model/bureau.js'
import { ScoringClient } from '../clients/client.entity.js'
import type { ScoringDeps } from '../service/deps.js'
import type {
  EngineBody,
  EngineDocument,
  EngineRequest,
  EngineResult,
  ResultOptions,
} from '../model/engine.js'
import { keyOfFile } from '../../platform/crypto/sealed-pieces.js'
import type { BorrowedObject } from '../../platform/files/object-store.js'
import type { Person } from '../../scoring-contract/score-request.schema.js'
import { unsealSecrets } from '../requests/subject.js'
import { ScoringDocument } from '../model/scoring.entity.js'
import type { Claim } from './claim-request.js'
import { notLookedUp, type Check } from '../reading/checks/checks.js'
import { failed, type ProcessingOutcome } from './outcome.js'
import { discardBodies } from '../results/stored-body.js'
import { lookUpReuse, withReuse } from './document-reuse.js'

const engineDocument = async (
  { sealing }: ScoringDeps,
  document: ScoringDocument,
  { path }: BorrowedObject,
): Promise<EngineDocument> => {
  const { id, documentName, documentType, bankName, format, secrets, objectKey } = document
  if (format === null || secrets === null || objectKey === null)
    throw new Error(`document ${id} was never received`)
  // Documents received by an earlier version are not sealed; they are removed after a day.
  const key = objectKey.startsWith('sealed-') ? await keyOfFile(sealing, objectKey, path) : undefined
  return { documentName, documentType, bankName, format, path, key, ...unsealSecrets(sealing, id, secrets) }
}

const optionsOf = ({ masksContacts, withChecks, acceptsCsv }: ScoringClient): ResultOptions => ({
  masksContacts,
  withChecks,
  acceptsCsv,
})

/** Records each document that was read and, where checks are shown, inserts whether it was sent for another person before. */
const withReuseLookedUp = async (
  deps: ScoringDeps,
  claim: Claim,
  nationalId: string,
  { documents, bodies }: EngineResult,
): Promise<readonly EngineBody[]> => {
  const findings: Check[] = []
  for (const outcome of documents) {
    if (outcome.state !== 'PARSED') continue
    const { fingerprint } = outcome
    findings.push(fingerprint ? await lookUpReuse(deps, { claim, nationalId, fingerprint }) : notLookedUp)
  }
  const { productCode } = claim.request
  // Only PA and PAS have a body for each document that was read, in the order of `findings`, before any other body. Every
  // other body is about all documents.
  const hasBodyPerDocument = productCode === 'PA' || productCode === 'PAS'
  return bodies.map((body, i) =>
    withReuse(body, hasBodyPerDocument && findings[i] ? [findings[i]] : findings),
  )
}

/** Submits the documents of a request to the engine. Throws when the engine could not try. */
export const readDocuments = async (
  deps: ScoringDeps,
  claim: Claim,
  {
    person: { nationalId, firstName, middleName, lastName, phoneNumber, email },
    bureau,
  }: { readonly person: Person; readonly bureau: PulledAnswer | null },
  signal: AbortSignal,
): Promise<ProcessingOutcome> => {
  const { request } = claim
  const where = 'WHERE request_id = ? ORDER BY position'
  const announced = await selectAll(deps.database.read, ScoringDocument, where, [request.id])
  const borrowed: BorrowedObject[] = []
  try {
    const documents: EngineDocument[] = []
    for (const document of announced) {
      const object = await deps.objects.borrow(document.objectKey ?? '')
      if (!object) throw new Error(`the bytes of document ${document.id} are gone`)
      borrowed.push(object)
      documents.push(await engineDocument(deps, document, object))
    }
    const client = await selectOne(deps.database.read, ScoringClient, 'WHERE id = ?', [request.client])
    const engineRequest = {
      requestId: request.id,
      client: request.client,
      environment: request.environment,
      productCode: request.productCode as EngineRequest['productCode'],
      applicant: { firstName, middleName, lastName, phoneNumber, email },
      documents,
      asOf: new Date(request.requestedAt),
      bureau,
      ...(client && { options: optionsOf(client) }),
    }
    const result = await deps.engine(engineRequest, signal)
    const outcomes = result.documents
    const { client: id, environment } = request
    await deps.limits.spend({ id, environment }, { workMs: result.workMs ?? 0 }, deps.clock.now())
    const bodies = await withReuseLookedUp(deps, claim, nationalId, result).catch(async (error: unknown) => {
      await discardBodies(result.bodies)
      throw error
    })
    if (bodies.length > 0) return { kind: 'COMPLETED', documents: outcomes, bodies }
    const first = outcomes.find((outcome) => outcome.state === 'FAILED')
    if (!first) throw new Error('the engine gave neither a body nor a reason')
    return failed(first.code, first.detail, outcomes)
  } finally {
    for (const object of borrowed) await object.release()
  }
}
