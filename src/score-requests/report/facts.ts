import type { Language } from '../../kernel/call.js'
import type { ProductCode } from '../../scoring-contract/words.js'
import type { Instant } from '../../kernel/clock.js'

/** What a report is made of: a score request and, once it is completed, the service's results. */
export interface ScoreReportFacts {
  readonly id: string
  readonly product: ProductCode
  readonly state: 'AWAITING_DOCUMENTS' | 'QUEUED' | 'UPLOADING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  /** Why the request failed and what to do about it, in the reader's language; null in every other state. */
  readonly reason: string | null
  /** The detail, in the words of the service or our own, in addition to the reason. */
  readonly detail: string | null
  /** Not masked: the report masks them for readers who may not see them. */
  readonly subject: {
    readonly name: string
    readonly phoneNumber: string
    /** Only the last characters; the others are hidden. */
    readonly nationalId: string
  }
  readonly askedAt: Instant
  /** The outlines of the result bodies as JSON texts, in the order of their addresses; none before completion. */
  readonly results: readonly string[]
}

/** Undefined when there is no such score request. */
export type ReadScore = (id: string, language: Language) => Promise<ScoreReportFacts | undefined>
