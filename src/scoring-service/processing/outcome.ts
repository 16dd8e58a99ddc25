import type { DocumentOutcome, EngineBody } from '../model/engine.js'
import type { FailureCode } from '../model/states.js'

/** What the work on a request came to. */
export type ProcessingOutcome =
  | {
      readonly kind: 'COMPLETED'
      readonly documents: readonly DocumentOutcome[]
      readonly bodies: readonly EngineBody[]
    }
  | {
      readonly kind: 'FAILED'
      readonly documents: readonly DocumentOutcome[]
      readonly code: FailureCode
      readonly detail: string
    }
  /**
   * Nothing is known yet: the request is taken up again. Attempts are numbered; a wait for others is none. One that may have
   * ended its reader is taken up alone.
   */
  | {
      readonly kind: 'LATER'
      readonly waitMs: number
      readonly isAttempt: boolean
      readonly hasCrashed?: boolean
    }

export const failed = (
  code: FailureCode,
  detail: string,
  documents: readonly DocumentOutcome[] = [],
): ProcessingOutcome => ({ kind: 'FAILED', code, detail, documents })
