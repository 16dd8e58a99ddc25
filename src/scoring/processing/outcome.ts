import type { DocumentOutcome, ResultBody } from '../engine.js'
import type { FailureCode } from '../states.js'

/** What the work on a request came to. */
export type Outcome =
  | {
      readonly kind: 'COMPLETED'
      readonly documents: readonly DocumentOutcome[]
      readonly bodies: readonly ResultBody[]
    }
  | {
      readonly kind: 'FAILED'
      readonly documents: readonly DocumentOutcome[]
      readonly code: FailureCode
      readonly detail: string
    }
  /** Nothing is known yet: the request is taken up again. Attempts are numbered; a wait for others is none. */
  | { readonly kind: 'LATER'; readonly waitMs: number; readonly isAttempt: boolean }

export const failed = (
  code: FailureCode,
  detail: string,
  documents: readonly DocumentOutcome[] = [],
): Outcome => ({ kind: 'FAILED', code, detail, documents })
