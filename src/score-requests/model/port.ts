import type { ProductCode } from '../../scoring-contract/words.js'
import type { Instant } from '../../kernel/clock.js'
import type { ScoreFailure } from './failure.rules.js'
import type { Judgement } from './judgement.js'

/** The upload address of one document, matched by its name. */
export interface UploadAddress {
  readonly documentName: string
  readonly url: string
  /** Null where the service gave no readable time. */
  readonly expiresAt: Instant | null
}

/** Bytes for the service; the stream may be opened once. */
export interface OutgoingDocument {
  readonly bytes: number
  readonly contentType: string
  readonly stream: () => NodeJS.ReadableStream
}

/** What the service says of a document, and why if it could not be read. */
export interface ReportedDocument {
  readonly documentName: string
  readonly problem: { readonly code: ScoreFailure; readonly detail: string } | null
}

/** A final refusal by the service. */
export interface RefusedByService {
  readonly kind: 'REFUSED'
  readonly code: ScoreFailure
  /** The service's words, for a person. */
  readonly detail: string
  /** The documents that it could not read, if it says which. */
  readonly documents: readonly ReportedDocument[]
}

/** No answer, or none that is final: the call is retried. */
export interface AskLater {
  readonly kind: 'LATER'
  /** Our code of the problem. */
  readonly problem: string
  /** The service's `Retry-After`. */
  readonly retryAfterMs: number | undefined
}

export type Submission =
  | {
      readonly kind: 'ACCEPTED'
      readonly requestId: string
      readonly addresses: readonly UploadAddress[]
    }
  | RefusedByService
  | AskLater

/** ADDRESS_GONE: it has expired, or never was valid. */
export type UploadOutcome =
  { readonly kind: 'RECEIVED' } | { readonly kind: 'ADDRESS_GONE' } | RefusedByService | AskLater

export type ResultsAnswer =
  | {
      readonly kind: 'READY'
      readonly addresses: readonly string[]
      /** Empty where the service does not mention single documents. */
      readonly documents: readonly ReportedDocument[]
    }
  | {
      readonly kind: 'PENDING'
      /** The service's own word for the status, if it has one. */
      readonly status: string | undefined
      readonly retryAfterMs: number | undefined
    }
  | RefusedByService
  | AskLater

/** ADDRESS_GONE: it was used or has expired; polling the results again gives a fresh one. */
export type FetchedResult =
  | {
      readonly kind: 'FETCHED'
      readonly body: Buffer
      /** Without its transactions, as JSON. */
      readonly outline: string
      readonly judgement: Judgement
      readonly documents: readonly ReportedDocument[]
    }
  | { readonly kind: 'ADDRESS_GONE' }
  | RefusedByService
  | AskLater

/** What the results must match: the request, and the product that was ordered. */
export interface AskedResults {
  readonly requestId: string
  readonly productCode: ProductCode
}

/**
 * A scoring service that implements the contract: each call is one attempt and never throws for what the service does.
 */
export interface ScoringService {
  submit(body: object, idempotencyKey: string, signal: AbortSignal): Promise<Submission>
  upload(address: UploadAddress, document: OutgoingDocument, signal: AbortSignal): Promise<UploadOutcome>
  results(asked: AskedResults, signal: AbortSignal): Promise<ResultsAnswer>
  /** Uses up the address, whatever the result is. */
  fetchResult(address: string, productCode: ProductCode, signal: AbortSignal): Promise<FetchedResult>
}
