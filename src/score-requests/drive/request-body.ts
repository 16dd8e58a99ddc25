import type { KeyRing } from '../../platform/crypto/key-ring.js'
import { unsealPerson, unsealSecrets, type ScoredPerson } from '../documents/secrets.js'
import type { ScoreDocument, ScoreRequest } from '../model/score.entity.js'

interface AnnouncedDocument {
  readonly documentName: string
  readonly documentType: string
  readonly bankName: string | null
  readonly password: string | null
  readonly accountNumber: string | null
}

const withoutAbsent = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/**
 * The body of a submission (docs/scoring-contract.md#body). A request always has the same text, so that the service
 * recognises a repeat.
 */
export const requestBody = (
  order: Pick<ScoreRequest, 'productCode' | 'augment'>,
  person: ScoredPerson,
  documents: readonly AnnouncedDocument[],
): object => ({
  ...withoutAbsent(person),
  productCode: order.productCode,
  augment: order.augment,
  documentsDetails: documents.map(withoutAbsent),
})

/** The body of a stored request. Throws when its inputs were wiped, which only happens after it has ended. */
export const storedBody = (
  sealing: KeyRing,
  score: ScoreRequest,
  documents: readonly ScoreDocument[],
): object => {
  if (score.person === null) throw new Error(`score request ${score.id} was wiped before it was sent`)
  const announced = documents.map(({ id, documentName, documentType, bankName, secrets }) => {
    if (secrets === null) throw new Error(`document ${id} was wiped before it was sent`)
    const { password, accountNumber } = unsealSecrets(sealing, id, secrets)
    return { documentName, documentType, bankName, password, accountNumber }
  })
  return requestBody(score, unsealPerson(sealing, score.id, score.person), announced)
}
