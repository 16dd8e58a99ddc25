import type { KeyRing } from '../../platform/crypto/key-ring.js'
import { seal, unseal } from '../../platform/crypto/sealing.js'
import type { Person } from '../../scoring-contract/score-request.schema.js'

const place = (requestId: string): string => `scoring_requests.subject ${requestId}`

/** Seals the person of a request, so that the database alone does not reveal who it is. */
export const sealSubject = (ring: KeyRing, requestId: string, person: Person): string =>
  seal(ring, place(requestId), JSON.stringify(person))

export const unsealSubject = (ring: KeyRing, requestId: string, sealed: string): Person =>
  JSON.parse(unseal(ring, place(requestId), sealed)) as Person

export interface DocumentSecrets {
  readonly password: string | null
  readonly accountNumber: string | null
}

const documentPlace = (documentId: string): string => `scoring_documents.secrets ${documentId}`

export const sealSecrets = (ring: KeyRing, documentId: string, secrets: DocumentSecrets): string =>
  seal(ring, documentPlace(documentId), JSON.stringify(secrets))

export const unsealSecrets = (ring: KeyRing, documentId: string, sealed: string): DocumentSecrets =>
  JSON.parse(unseal(ring, documentPlace(documentId), sealed)) as DocumentSecrets
