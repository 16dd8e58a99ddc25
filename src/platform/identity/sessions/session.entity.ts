import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../database/columns.js'
import type { Instant } from '../../../kernel/clock.js'

/** Somebody in front of a page. What their browser shows for it is kept as its hash. */
@Entity({ name: 'sessions' })
@Index('uq_sessions_hash', ['hash'], { unique: true })
@Index('ix_sessions_person', ['person'])
@Index('ix_sessions_created', ['createdAt'])
export class Session {
  /** Named in the audit log; opens nothing. */
  @PrimaryColumn({ ...column.id })
  id!: string

  /** HMAC-SHA-256 under the deployment's pepper, in hex. */
  @Column({ ...column.varchar(64) })
  hash!: string

  /** Who it is to the identity provider: its address, and the subject. */
  @Column({ ...column.varchar(255) })
  person!: string

  @Column({ ...column.varchar(64) })
  name!: string

  /** Separated by commas. */
  @Column({ ...column.varchar(128) })
  roles!: string

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant

  /** To the minute. */
  @Column({ ...column.instant, name: 'used_at' })
  usedAt!: Instant

  @Column({ ...column.instant, name: 'ended_at', nullable: true })
  endedAt!: Instant | null

  /** When the identity provider last said who it is and with which roles; null: at the sign-in. */
  @Column({ ...column.instant, name: 'vouched_at', nullable: true })
  vouchedAt!: Instant | null

  /** When somebody began to ask it again: of all processes one does. */
  @Column({ ...column.instant, name: 'asked_at', nullable: true })
  askedAt!: Instant | null

  /** The provider's token by which it is asked, sealed; null where it gave none, and once the session has ended. */
  @Column({ ...column.text, nullable: true })
  renewal!: string | null
}
