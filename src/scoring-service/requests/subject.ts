import type { KeyRing } from '../../platform/crypto/key-ring.js'
import { seal, unseal } from '../../platform/crypto/sealing.js'
import type { Person } from '../../scoring-contract/score-request.schema.js'

/** The place for which `seal` encrypts the person of a request. */
const subjectPlace = (requestId: string): string => `scoring_requests.subject ${requestId}`

/** Seals the person of a request, so that the database alone does not reveal who it is. */
export const sealSubject = (ring: KeyRing, requestId: string, person: Person): string =>
  seal(ring, subjectPlace(requestId), JSON.stringify(person))

export const unsealSubject = (ring: KeyRing, requestId: string, sealed: string): Person =>
  JSON.parse(unseal(ring, subjectPlace(requestId), sealed)) as Person

export interface DocumentSecrets {
  readonly password: string | null
  readonly accountNumber: string | null
}

/** The place for which the secrets of a document are encrypted. */
const secretsPlace = (documentId: string): string => `scoring_documents.secrets ${documentId}`

export const sealSecrets = (ring: KeyRing, documentId: string, secrets: DocumentSecrets): string =>
  seal(ring, secretsPlace(documentId), JSON.stringify(secrets))

export const unsealSecrets = (ring: KeyRing, documentId: string, sealed: string): DocumentSecrets =>
  JSON.parse(unseal(ring, secretsPlace(documentId), sealed)) as DocumentSecrets
