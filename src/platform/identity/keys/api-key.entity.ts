import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../database/columns.js'
import type { Instant } from '../../../kernel/clock.js'
import type { HolderKind } from '../roles.js'

/** A person or system that holds keys. Its id does not change with its keys: approvals compare it. */
@Entity({ name: 'key_holders' })
@Index('uq_key_holders_name', ['nameKey'], { unique: true })
export class KeyHolder {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.varchar(64) })
  name!: string

  /** The name in the form that all its spellings share. */
  @Column({ ...column.varchar(255), name: 'name_key' })
  nameKey!: string

  @Column({ ...column.word })
  kind!: HolderKind

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}

/** An API key, as its hash. During a rotation a holder has two. */
@Entity({ name: 'api_keys' })
@Index('uq_api_keys_hash', ['hash'], { unique: true })
@Index('ix_api_keys_holder', ['holder'])
export class ApiKey {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id })
  holder!: string

  /** `hashSecret`, in hex. */
  @Column({ ...column.varchar(64) })
  hash!: string

  /** Separated by commas. */
  @Column({ ...column.varchar(128) })
  roles!: string

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant

  @Column({ ...column.varchar(128), name: 'created_by' })
  createdBy!: string

  /** To the minute. */
  @Column({ ...column.instant, name: 'last_used_at', nullable: true })
  lastUsedAt!: Instant | null

  @Column({ ...column.instant, name: 'expires_at', nullable: true })
  expiresAt!: Instant | null

  @Column({ ...column.instant, name: 'revoked_at', nullable: true })
  revokedAt!: Instant | null
}
