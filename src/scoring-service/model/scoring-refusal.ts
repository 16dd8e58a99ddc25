import type { FieldProblem } from '../../scoring-contract/field-problem.js'
/** Every expected refusal of the scoring service, and its status (docs/scoring-contract.md#errors). */
export const statusOf = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_SLOW: 408,
  CONFLICT: 409,
  GONE: 410,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const
export type ScoringRefusalCode = keyof typeof statusOf

export interface DocumentProblem {
  readonly code: string
  readonly detail: string
}

export interface RetryFacts {
  /** The limit that was reached. */
  readonly limit: number
  readonly retryAfterSeconds: number
  readonly quotaRemaining: number
  /** Milliseconds since 1970. */
  readonly resetAt: number
}

export interface ScoringRefusalFacts {
  /** For programs: a code that never changes, or a sentence that begins with one. The message is for people. */
  readonly details?: string
  readonly fields?: readonly FieldProblem[]
  /** The documents that could not be read. */
  readonly documents?: readonly (DocumentProblem & { readonly documentName: string })[]
  readonly retry?: RetryFacts
}

/** Thrown to refuse a request. The error format of the address decides which body is sent. */
export class ScoringRefusal extends Error {
  override readonly name = 'ScoringRefusal'

  constructor(
    readonly code: ScoringRefusalCode,
    message: string,
    readonly facts: ScoringRefusalFacts = {},
  ) {
    super(message)
  }
}
