import type { LocalDate } from './calendar.js'
import type { Instant } from './clock.js'

export type Language = 'fr' | 'en'

export type Role = 'GATEWAY' | 'TESTER' | 'BACK_OFFICE' | 'APPROVER' | 'ANALYST' | 'AUDITOR' | 'ADMIN'

/** A person, a system, or a part of the service itself such as a job. The name goes into every audit row, so a staff key belongs to one person. */
export interface Actor {
  readonly name: string
  readonly roles: ReadonlySet<Role>
  /**
   * The id of the person or system, which stays when the name changes; for a client of API_CLIENTS_FILE it is made
   * from the name. Undefined without an identity, such as for jobs and the command line.
   */
  readonly id?: string
  /** The id of the API key, if it is stored in the database. */
  readonly keyId?: string
}

/** Who calls, when, and in which language: the argument that every use case gets besides its input. */
export interface Call {
  readonly now: Instant
  /**
   * The market's civil date at `now`: the business date of the real world (docs/design/clocks-and-nights.md#business-date).
   */
  readonly today: LocalDate
  /** The market's time zone, in which customers read times of day. */
  readonly zone: string
  readonly language: Language
  readonly actor: Actor
  /** The gateway's session and journey, stored with the answer. */
  readonly session: string | null
  readonly journey: string | null
  /** The caller's address; undefined for calls of the service itself. */
  readonly address?: string | undefined
  /** Identifies a person's request, so that a repeat of it is not executed again. */
  readonly once?: IdempotentRequest
}

export interface IdempotentRequest {
  readonly key: string
  /** The name of the mutation: `proposeOptOut`. */
  readonly act: string
  /** A hash by which the same input is recognised. */
  readonly input: string
}
