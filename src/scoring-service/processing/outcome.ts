import type { DocumentOutcome, EngineBody } from '../model/engine.js'
import type { FailureCode } from '../model/states.js'

/** The outcome of the work on a request. */
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
   * Not finished: the request is processed again later. `isAttempt` is false for a mere wait, which is not counted.
   * After `hasCrashed` the request is processed alone.
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
