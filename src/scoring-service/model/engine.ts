import type { PulledAnswer } from './bureau.js'
import type { Environment } from '../../scoring-contract/environment.js'
import type { DocumentType, ProductCode, UnreadableCode } from '../../scoring-contract/words.js'

/** An uploaded document as the engine takes it. */
export interface EngineDocument {
  readonly documentName: string
  readonly documentType: DocumentType
  /** Canonical name, for a bank statement. */
  readonly bankName: string | null
  /** As the client gave it: compared with the one that is printed. */
  readonly accountNumber: string | null
  readonly password: string | null
  /** What the bytes turned out to be at upload. */
  readonly format: 'pdf' | 'csv'
  /** Absolute path of the bytes on this machine. */
  readonly path: string
  /** Opens them, where they are sealed, and nothing else. */
  readonly key?: Buffer | undefined
}

/** Whose statements they are said to be: compared with what is printed on them, never scored. */
export interface Applicant {
  readonly firstName: string
  readonly middleName: string | null
  readonly lastName: string
  readonly phoneNumber: string
  readonly email: string | null
}

/** What a client's results show, as it was agreed with the client. */
export interface ResultOptions {
  /** Phone numbers as `2547******123`, e-mail addresses as `w***@example.com`. Names are always clear. */
  readonly masksContacts: boolean
  /** Adds `validity.checks` to PA and PAS: the evidence behind each verdict. */
  readonly withChecks: boolean
  /** Takes CSVs from a channel of the client's own, for which the client vouches. */
  readonly acceptsCsv: boolean
}

/** Exactly the members of the contract, and no more of a person than a reader needs. */
export const resultOptionsDefault: ResultOptions = {
  masksContacts: true,
  withChecks: false,
  acceptsCsv: false,
}

export interface EngineRequest {
  readonly requestId: string
  /** Of several that wait, each has its turn; the empty text when not given. */
  readonly client?: string
  /** The sandbox has readers of its own: nobody who tries things out keeps others waiting. `live` when not given. */
  readonly environment?: Environment
  readonly productCode: Exclude<ProductCode, 'P7'>
  readonly applicant: Applicant
  readonly documents: readonly EngineDocument[]
  /** The instant of the request: nothing in a result depends on when it is computed. */
  readonly asOf: Date
  /** For P8 only. */
  readonly bureau: PulledAnswer | null
  /** `resultOptionsDefault` when not given. */
  readonly options?: ResultOptions
}

/** What a document is known again by. */
export interface Fingerprint {
  /** Of the bytes, hex. */
  readonly sha256: string
  /** The verification code that the issuer printed, or empty. */
  readonly code: string
}

/** What a document was found to be, as JSON: the `documents[].validity` of a body that is made of several. */
export type DocumentValidity = string

export type DocumentOutcome =
  | {
      readonly documentName: string
      readonly state: 'PARSED'
      readonly fingerprint?: Fingerprint
      readonly validity?: DocumentValidity
    }
  | {
      readonly documentName: string
      readonly state: 'FAILED'
      readonly code: UnreadableCode
      readonly detail: string
    }

/**
 * A body that a result address serves: `{ status, code, data }` (docs/scoring-contract.md#results), as JSON text ready to be
 * sent.
 */
export interface ResultBody {
  readonly json: string
}

/** A change of a text that nobody holds: what stands at a place instead of so many bytes there. */
export interface Edit {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

/** A body that its reader sealed for one object of the store, in a file of ours: this process never holds it. */
export interface StagedBody {
  /** The place that it was sealed for. */
  readonly objectKey: string
  /** Absolute, and nobody else's. */
  readonly path: string
  /** Of the open text. */
  readonly bytes: number
  /** Of the file, hex. */
  readonly sha256: string
  /** Where the open text has places of the look-up among earlier documents; none where it tells no checks. */
  readonly useCountsAt: readonly number[]
  /** Whether it is of one document, and says itself what that was found to be. */
  readonly isOfOne: boolean
  /** In the order of their places. */
  readonly edits?: readonly Edit[]
}

export type EngineBody = ResultBody | StagedBody

/**
 * What the engine found. `bodies` is empty when the product cannot be made: then the first failed document says why.
 * PA and PAS have one body a document in the order of the request, and PAS of several documents one combined at the end;
 * PARS and P8 have one.
 */
export interface EngineResult {
  readonly documents: readonly DocumentOutcome[]
  readonly bodies: readonly EngineBody[]
  /** What the readers worked for it, in milliseconds of a processor. */
  readonly workMs?: number
}

/**
 * Documents in, parsed data or a coded reason out: where the service and the reading of statements meet. Throws only when
 * it could not try (the pool was closed): the request is then taken up again. `ReaderCrashed` is thrown where a reader ended
 * that nobody had stopped.
 */
export type Engine = (request: EngineRequest, signal?: AbortSignal) => Promise<EngineResult>

/** A reader is gone in the midst of its work, and none of our limits ended it: the document may have done that, or its neighbour. */
export class ReaderCrashed extends Error {
  override readonly name = 'ReaderCrashed'
}
