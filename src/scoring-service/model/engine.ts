import type { PulledAnswer } from './bureau.js'
import type { Environment } from '../../scoring-contract/environment.js'
import type { DocumentType, ProductCode, UnreadableCode } from '../../scoring-contract/words.js'

/** An uploaded document, as the engine receives it. */
export interface EngineDocument {
  readonly documentName: string
  readonly documentType: DocumentType
  /** Canonical name, for a bank statement. */
  readonly bankName: string | null
  /** As the client gave it; compared with the printed one. */
  readonly accountNumber: string | null
  readonly password: string | null
  /** The format that was found at upload. */
  readonly format: 'pdf' | 'csv'
  /** Absolute path of the bytes on this machine. */
  readonly path: string
  /** Decrypts the bytes of this document only; absent when they are not sealed. */
  readonly key?: Buffer | undefined
}

/** The applicant, with whom the printed holder is compared. Never scored. */
export interface Applicant {
  readonly firstName: string
  readonly middleName: string | null
  readonly lastName: string
  readonly phoneNumber: string
  readonly email: string | null
}

/** What was agreed with a client about its documents and results. */
export interface ResultOptions {
  /** Phone numbers as `2547******123`, e-mail addresses as `w***@example.com`. Names are always clear. */
  readonly masksContacts: boolean
  /** Adds `validity.checks` to PA and PAS: the evidence behind each verdict. */
  readonly withChecks: boolean
  /** Accepts CSVs from the client's own channel, for which the client vouches. */
  readonly acceptsCsv: boolean
}

/** What a client gets if nothing else was agreed. */
export const resultOptionsDefault: ResultOptions = {
  masksContacts: true,
  withChecks: false,
  acceptsCsv: false,
}

export interface EngineRequest {
  readonly requestId: string
  /** The client that waits: readers serve waiting clients in turn. The empty text when not given. */
  readonly client?: string
  /**
   * The sandbox environment has a reader of its own, so that its requests never delay live ones. `live` when not given.
   */
  readonly environment?: Environment
  readonly productCode: Exclude<ProductCode, 'P7'>
  readonly applicant: Applicant
  readonly documents: readonly EngineDocument[]
  /** The instant of the request, so that no result depends on when it is computed. */
  readonly asOf: Date
  /** For P8 only. */
  readonly bureau: PulledAnswer | null
  /** `resultOptionsDefault` when not given. */
  readonly options?: ResultOptions
}

/** What identifies a document when it is sent again. */
export interface Fingerprint {
  /** SHA-256 of the bytes, hex. */
  readonly sha256: string
  /** The verification code that the issuer printed, or empty. */
  readonly code: string
}

/** The verdict on a document as JSON: `documents[].validity` of a body that is made of several documents. */
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

/** A replacement in a file that is never held in memory: at `at`, `remove` bytes are replaced by `insert`. */
export interface Edit {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

/** A body that a reader sealed for one object of the store, in a staged file. This process never holds the body. */
export interface StagedBody {
  /** The object that it was sealed for. */
  readonly objectKey: string
  /** The absolute path of the staged file, which nobody else uses. */
  readonly path: string
  /** The length of the unsealed text. */
  readonly bytes: number
  /** SHA-256 of the sealed file, hex. */
  readonly sha256: string
  /** Where in the unsealed text the result of the reuse check is inserted; empty when checks are not shown. */
  readonly reusePlaceholdersAt: readonly number[]
  /** Whether the body is about one document and contains the verdict on it. */
  readonly isOfOneDocument: boolean
  /** In the order of their positions. */
  readonly edits?: readonly Edit[]
}

export type EngineBody = ResultBody | StagedBody

/**
 * The result of the engine. `bodies` is empty when no result can be made: then the first failed document shows why. PA
 * and PAS have one body for each document in the order of the request, and PAS of several documents a combined one at
 * the end; PARS and P8 have one.
 */
export interface EngineResult {
  readonly documents: readonly DocumentOutcome[]
  readonly bodies: readonly EngineBody[]
  /** The processor time that the readers used for the request, in milliseconds. */
  readonly workMs?: number
}

/**
 * The boundary between the service and the reading of statements: takes documents and returns result bodies, or a coded
 * reason for each failure. Throws only when it could not try (the pool was closed) or, as `ReaderCrashed`, when a
 * reader ended by itself; the request is then processed again.
 */
export type Engine = (request: EngineRequest, signal?: AbortSignal) => Promise<EngineResult>

/**
 * A reader ended during its work, and not because of one of our limits. The cause may be this document, or another one
 * that was being read at the same time.
 */
export class ReaderCrashed extends Error {
  override readonly name = 'ReaderCrashed'
}
