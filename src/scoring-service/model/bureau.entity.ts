import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { Instant } from '../../kernel/clock.js'

/**
 * A pull: the use of a bureau's answer for a request, be it fetched from the bureau or reused from an earlier pull. Records
 * for which client and why (docs/design/scoring-service.md#consent).
 */
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
  usedAt!: Instant

  /** The kind of the answer. */
  @Column({ ...column.word })
  answer!: string

  /** SHA-256 of the bureau's response, hex; null where there was none. */
  @Column({ ...column.varchar(64), nullable: true })
  digest!: string | null

  /** The earlier pull whose answer was reused; null when this pull fetched it from the bureau. */
  @Column({ ...column.id, name: 'answered_by', nullable: true })
  answeredBy!: string | null
}

/**
 * A bureau's answer, cached for a day so that the same client does not ask the same twice
 * (docs/design/scoring-service.md#consent).
 */
@Entity({ name: 'scoring_kept_answers' })
@Index('ix_scoring_kept_answers_person', ['nationalIdHash'])
@Index('ix_scoring_kept_answers_pull', ['pull'])
@Index('ix_scoring_kept_answers_remove', ['removeAt'])
export class CachedAnswer {
  /** HMAC of the bureau, the consent and everything that was asked: it does not reveal whom the answer is about. */
  @PrimaryColumn({ ...column.varchar(64) })
  question!: string

  /** The same hash as in the request's row, so that everything about a person can be found and removed. */
  @Column({ ...column.varchar(64), name: 'national_id_hash' })
  nationalIdHash!: string

  /** The id of the pull that fetched the answer. */
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
