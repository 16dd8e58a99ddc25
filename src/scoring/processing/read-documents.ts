import { selectAll, selectOne } from '../../database/rows.js'
import type { PulledReport } from '../bureau.js'
import { ScoringClient } from '../clients/client.entity.js'
import type { ScoringDeps } from '../deps.js'
import type { EngineDocument, EngineRequest, ResultOptions } from '../engine.js'
import type { BorrowedObject } from '../objects/object-store.js'
import type { Person } from '../requests/score-request.schema.js'
import { unsealSecrets } from '../requests/subject.js'
import { ScoringDocument } from '../scoring.entity.js'
import type { Claim } from './claim-request.js'
import { failed, type Outcome } from './outcome.js'

const engineDocument = (
  { sealing }: ScoringDeps,
  document: ScoringDocument,
  { path }: BorrowedObject,
): EngineDocument => {
  const { id, documentName, documentType, bankName, format, secrets } = document
  if (format === null || secrets === null) throw new Error(`document ${id} was never received`)
  return { documentName, documentType, bankName, format, path, ...unsealSecrets(sealing, id, secrets) }
}

const optionsOf = ({ masksContacts, withChecks }: ScoringClient): ResultOptions => ({
  masksContacts,
  withChecks,
})

/** Hands the documents of a request to the engine, for as long as it reads them. Throws when the engine could not try. */
export const readDocuments = async (
  deps: ScoringDeps,
  { request }: Claim,
  { firstName, middleName, lastName, phoneNumber, email }: Person,
  bureau: PulledReport | null,
  signal: AbortSignal,
): Promise<Outcome> => {
  const where = 'WHERE request_id = ? ORDER BY position'
  const announced = await selectAll(deps.database.read, ScoringDocument, where, [request.id])
  const borrowed: BorrowedObject[] = []
  try {
    const documents: EngineDocument[] = []
    for (const document of announced) {
      const object = await deps.objects.borrow(document.objectKey ?? '')
      if (!object) throw new Error(`the bytes of document ${document.id} are gone`)
      borrowed.push(object)
      documents.push(engineDocument(deps, document, object))
    }
    const client = await selectOne(deps.database.read, ScoringClient, 'WHERE id = ?', [request.client])
    const asked = {
      requestId: request.id,
      productCode: request.productCode as EngineRequest['productCode'],
      applicant: { firstName, middleName, lastName, phoneNumber, email },
      documents,
      asOf: new Date(request.askedAt),
      bureau,
      ...(client && { options: optionsOf(client) }),
    }
    const { documents: outcomes, bodies } = await deps.engine(asked, signal)
    if (bodies.length > 0) return { kind: 'COMPLETED', documents: outcomes, bodies }
    const first = outcomes.find((outcome) => outcome.state === 'FAILED')
    if (!first) throw new Error('the engine gave neither a body nor a reason')
    return failed(first.code, first.detail, outcomes)
  } finally {
    for (const object of borrowed) await object.giveBack()
  }
}
