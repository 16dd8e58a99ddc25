import type { ProductCode } from '../../scoring-contract/words.js'
import type { Instant } from '../../kernel/clock.js'
import type { ScoreFailure } from './failure.rules.js'
import type { Judgement } from './judgement.js'

/** The upload address for the document with this name. */
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

/** What the service reports about a document: read, or the problem with reading it. */
export interface ReportedDocument {
  readonly documentName: string
  readonly problem: { readonly code: ScoreFailure; readonly detail: string } | null
}

/** A final refusal by the service. */
export interface RefusedByService {
  readonly kind: 'REFUSED'
  readonly code: ScoreFailure
  /** The service's message, for people. */
  readonly detail: string
  /** The documents that the service could not read, if it names them. */
  readonly documents: readonly ReportedDocument[]
}

/** There is no final answer: the call is retried. */
export interface RetryLater {
  readonly kind: 'LATER'
  /** Our code for the problem. */
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
  | RetryLater

/** ADDRESS_GONE: the address has expired, or was never valid. */
export type UploadOutcome =
  { readonly kind: 'RECEIVED' } | { readonly kind: 'ADDRESS_GONE' } | RefusedByService | RetryLater

export type ResultsAnswer =
  | {
      readonly kind: 'READY'
      readonly addresses: readonly string[]
      /** Empty when the service does not report on single documents. */
      readonly documents: readonly ReportedDocument[]
    }
  | {
      readonly kind: 'PENDING'
      /** The service's own status word, if there is one. */
      readonly status: string | undefined
      readonly retryAfterMs: number | undefined
    }
  | RefusedByService
  | RetryLater

/** ADDRESS_GONE: the address was used or has expired; polling again gives a new one. */
export type FetchedResult =
  | {
      readonly kind: 'FETCHED'
      readonly body: Buffer
      /** The body without its transactions, as JSON. */
      readonly outline: string
      readonly judgement: Judgement
      readonly documents: readonly ReportedDocument[]
    }
  | { readonly kind: 'ADDRESS_GONE' }
  | RefusedByService
  | RetryLater

/** The request and the ordered product, which the results must match. */
export interface ResultsQuery {
  readonly requestId: string
  readonly productCode: ProductCode
}

/**
 * A scoring service that implements the contract. Each call is one attempt, and returns a failure of the service
 * instead of throwing.
 */
export interface ScoringService {
  submit(body: object, idempotencyKey: string, signal: AbortSignal): Promise<Submission>
  upload(address: UploadAddress, document: OutgoingDocument, signal: AbortSignal): Promise<UploadOutcome>
  results(query: ResultsQuery, signal: AbortSignal): Promise<ResultsAnswer>
  /** The address can be used once only, even if fetching fails. */
  fetchResult(address: string, productCode: ProductCode, signal: AbortSignal): Promise<FetchedResult>
}
