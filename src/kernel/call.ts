import type { LocalDate } from './calendar.js'
import type { Instant } from './clock.js'

export type Language = 'fr' | 'en'

export type Role = 'GATEWAY' | 'TESTER' | 'BACK_OFFICE' | 'APPROVER' | 'ANALYST' | 'AUDITOR' | 'ADMIN'

/** The person or system behind a key: the name goes into every audit row, so a key of staff belongs to one person. */
export interface Actor {
  readonly name: string
  readonly roles: ReadonlySet<Role>
  /** Stays the same whatever the name looks like; undefined for what is neither a person nor a system with a key. */
  readonly id?: string
  /** The key that was shown, where the database keeps it. */
  readonly keyId?: string
}

/** Who asks, when, and in which language: the one argument that every use case gets beside its input. */
export interface Call {
  readonly now: Instant
  /**
   * The market's civil date at `now`: the business date of the real world (docs/design/clocks-and-nights.md#business-date).
   */
  readonly today: LocalDate
  /** The market's time zone: in which customers read a time of day. */
  readonly zone: string
  readonly language: Language
  readonly actor: Actor
  /** The gateway's session and journey, kept with what was answered. */
  readonly session: string | null
  readonly journey: string | null
  /** From where the caller asks; undefined inside the house. */
  readonly address?: string | undefined
  /** What a person of the house asks for under a key of theirs: said again, it is done once. */
  readonly once?: Once
}

export interface Once {
  readonly key: string
  /** What is asked for: `proposeOptOut`. */
  readonly act: string
  /** By which the same input is known again. */
  readonly input: string
}
