import type { KeyRing } from '../../platform/crypto/key-ring.js'
import { seal, unseal } from '../../platform/crypto/sealing.js'

/** The personal data that the service gets (docs/scoring-contract.md#body). */
export interface ScoredPerson {
  readonly nationalId: string
  readonly phoneNumber: string
  readonly firstName: string
  readonly lastName: string
  readonly middleName?: string
  readonly email?: string
  readonly street?: string
  readonly city?: string
  readonly country?: string
  readonly taxPin?: string
  readonly dob?: string
}

const personPlace = (scoreId: string): string => `score_requests.person ${scoreId}`

export const sealPerson = (ring: KeyRing, scoreId: string, person: ScoredPerson): string =>
  seal(ring, personPlace(scoreId), JSON.stringify(person))

export const unsealPerson = (ring: KeyRing, scoreId: string, sealed: string): ScoredPerson =>
  JSON.parse(unseal(ring, personPlace(scoreId), sealed)) as ScoredPerson

export interface DocumentSecrets {
  readonly password: string | null
  readonly accountNumber: string | null
  /** The key of the sealed bytes; null until the document has arrived. */
  readonly fileKey: string | null
}

const documentPlace = (documentId: string): string => `score_documents.secrets ${documentId}`

export const sealSecrets = (ring: KeyRing, documentId: string, secrets: DocumentSecrets): string =>
  seal(ring, documentPlace(documentId), JSON.stringify(secrets))

export const unsealSecrets = (ring: KeyRing, documentId: string, sealed: string): DocumentSecrets =>
  JSON.parse(unseal(ring, documentPlace(documentId), sealed)) as DocumentSecrets
