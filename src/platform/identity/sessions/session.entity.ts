import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../database/columns.js'
import type { Instant } from '../../../kernel/clock.js'

/**
 * A browser session. The secret in its cookie is stored as a hash. Three columns keep an earlier name: `vouched_at`, `asked_at` and
 * `renewal`.
 */
@Entity({ name: 'sessions' })
@Index('uq_sessions_hash', ['hash'], { unique: true })
@Index('ix_sessions_person', ['person'])
@Index('ix_sessions_created', ['createdAt'])
export class Session {
  /** The id in the audit log; it authenticates nothing. */
  @PrimaryColumn({ ...column.id })
  id!: string

  /** `hashSecret`, in hex. */
  @Column({ ...column.varchar(64) })
  hash!: string

  /** The identity provider's address and the person's subject there, or the hash of both if they are too long (`shortId`). */
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

  /** When the identity provider last confirmed the person and the roles; null if only at the sign-in. */
  @Column({ ...column.instant, name: 'vouched_at', nullable: true })
  confirmedAt!: Instant | null

  /** When a process began to refresh the session; only one process does at a time. */
  @Column({ ...column.instant, name: 'asked_at', nullable: true })
  refreshStartedAt!: Instant | null

  /** The provider's refresh token, sealed; null where it gave none, and once the session has ended. */
  @Column({ ...column.text, name: 'renewal', nullable: true })
  refreshToken!: string | null
}
