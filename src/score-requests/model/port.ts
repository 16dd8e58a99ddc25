import type { ProductCode } from '../../scoring-contract/words.js'
import type { Instant } from '../../kernel/clock.js'
import type { ScoreFailure } from './failure.rules.js'
import type { Judgement } from './judgement.js'

/** Where one document goes, matched by its name. */
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

/** What the service says that a document came to; of one that could not be read, why. */
export interface ToldDocument {
  readonly documentName: string
  readonly problem: { readonly code: ScoreFailure; readonly detail: string } | null
}

/** The service's own refusal, for good. */
export interface RefusedByService {
  readonly kind: 'REFUSED'
  readonly code: ScoreFailure
  /** The service's words, for a person. */
  readonly detail: string
  /** Those that it could not read, where it says which. */
  readonly documents: readonly ToldDocument[]
}

/** No answer, or none that is final: to be retried. */
export interface AskLater {
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
  | AskLater

/** ADDRESS_GONE: it has expired, or never was valid. */
export type UploadOutcome =
  { readonly kind: 'RECEIVED' } | { readonly kind: 'ADDRESS_GONE' } | RefusedByService | AskLater

export type ResultsAnswer =
  | {
      readonly kind: 'READY'
      readonly addresses: readonly string[]
      /** Empty where the service says nothing of single documents. */
      readonly documents: readonly ToldDocument[]
    }
  | {
      readonly kind: 'PENDING'
      /** The service's word for where it stands, where it has one. */
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
      readonly documents: readonly ToldDocument[]
    }
  | { readonly kind: 'ADDRESS_GONE' }
  | RefusedByService
  | AskLater

/** The results of a request: of this one, and of what was ordered, or they are none. */
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
  /** Uses the address up, whatever the result. */
  fetchResult(address: string, productCode: ProductCode, signal: AbortSignal): Promise<FetchedResult>
}
