import type { Language } from '../../kernel/call.js'
import type { ProductCode } from '../../scoring-contract/words.js'
import type { Instant } from '../../kernel/clock.js'

/** What a report is made of: one score request and, once it is completed, what the service answered. */
export interface ScoreReportFacts {
  readonly id: string
  readonly product: ProductCode
  readonly state: 'AWAITING_DOCUMENTS' | 'QUEUED' | 'UPLOADING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  /** Why it failed, in words of the reader's language that a person can act on; null in every other state. */
  readonly reason: string | null
  /** The service's own words beside the reason. */
  readonly detail: string | null
  /** As they are: the report masks them for who may not see them. */
  readonly subject: {
    readonly name: string
    readonly phoneNumber: string
    /** All but its end hidden. */
    readonly nationalId: string
  }
  readonly askedAt: Instant
  /** The bodies of the result addresses in their order, as JSON texts; none before it is completed. */
  readonly results: readonly string[]
}

/** Undefined: there is no such score request. */
export type ReadScore = (id: string, language: Language) => Promise<ScoreReportFacts | undefined>
