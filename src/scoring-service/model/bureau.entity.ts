import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { Instant } from '../../kernel/clock.js'

/** Whom a bureau was asked about, for whom and why (docs/design/scoring-service.md#consent). */
@Entity({ name: 'scoring_bureau_pulls' })
@Index('ix_scoring_bureau_pulls_request', ['requestId'])
export class BureauPull {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'request_id' })
  requestId!: string

  @Column({ ...column.id })
  client!: string

  @Column({ ...column.word })
  purpose!: string

  @Column({ ...column.instant, name: 'consent_at' })
  consentAt!: Instant

  @Column({ ...column.instant, name: 'asked_at' })
  askedAt!: Instant

  /** What kind of answer came. */
  @Column({ ...column.word })
  answer!: string

  /** SHA-256 of the bureau's response, hex; null where there was none. */
  @Column({ ...column.varchar(64), nullable: true })
  digest!: string | null

  /** The pull whose answer was used again; null when the bureau itself was asked. */
  @Column({ ...column.id, name: 'answered_by', nullable: true })
  answeredBy!: string | null
}

/**
 * What a bureau said, for a day: nobody asks twice for what the same client may know already
 * (docs/design/scoring-service.md#consent).
 */
@Entity({ name: 'scoring_kept_answers' })
@Index('ix_scoring_kept_answers_person', ['nationalIdHash'])
@Index('ix_scoring_kept_answers_pull', ['pull'])
@Index('ix_scoring_kept_answers_remove', ['removeAt'])
export class KeptAnswer {
  /** HMAC of the bureau, the consent and all that was asked: it tells nobody who that was. */
  @PrimaryColumn({ ...column.varchar(64) })
  question!: string

  /** As of a request: what is known about a person can be removed. */
  @Column({ ...column.varchar(64), name: 'national_id_hash' })
  nationalIdHash!: string

  /** The pull that brought it. */
  @Column({ ...column.id })
  pull!: string

  /** Sealed. */
  @Column({ ...column.text })
  answer!: string

  @Column({ ...column.instant, name: 'pulled_at' })
  pulledAt!: Instant

  @Column({ ...column.instant, name: 'remove_at' })
  removeAt!: Instant
}
