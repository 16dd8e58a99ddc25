import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { Instant } from '../../kernel/clock.js'
import type { Environment } from '../../scoring-contract/environment.js'

/** A client that may ask for scores. A client exists in one environment: its counterpart in the sandbox is another client. */
@Entity({ name: 'scoring_clients' })
@Index('uq_scoring_clients_client_id', ['clientId'], { unique: true })
export class ScoringClient {
  @PrimaryColumn({ ...column.id })
  id!: string

  /** The id that the client sends when it asks for a token. */
  @Column({ ...column.varchar(64), name: 'client_id' })
  clientId!: string

  @Column({ ...column.varchar(128) })
  name!: string

  @Column({ ...column.word })
  environment!: Environment

  /** Codes separated by commas. */
  @Column({ ...column.varchar(64) })
  products!: string

  /** Whether phone numbers and e-mail addresses are masked in the client's results. */
  @Column({ ...column.flag, name: 'masks_contacts', default: 1 })
  masksContacts!: boolean

  /** Whether the client's results include the checks behind each verdict on a statement (`validity.checks`). */
  @Column({ ...column.flag, name: 'with_checks', default: 0 })
  withChecks!: boolean

  /** Whether the client may send CSVs from its own channel, for which it vouches. */
  @Column({ ...column.flag, name: 'accepts_csv', default: 0 })
  acceptsCsv!: boolean

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant

  @Column({ ...column.instant, name: 'revoked_at', nullable: true })
  revokedAt!: Instant | null
}

export type CredentialKind = 'SECRET' | 'API_KEY'

/** A secret or key of a client, as its hash. Two of one kind are valid side by side while one is being rotated. */
@Entity({ name: 'scoring_credentials' })
@Index('uq_scoring_credentials_hash', ['hash'], { unique: true })
@Index('ix_scoring_credentials_client', ['client'])
export class ScoringCredential {
  @PrimaryColumn({ ...column.id })
  id!: string

  /** The `id` of the client's row. */
  @Column({ ...column.id })
  client!: string

  @Column({ ...column.word })
  kind!: CredentialKind

  /** HMAC-SHA-256 under the deployment's pepper, in hex. */
  @Column({ ...column.varchar(64) })
  hash!: string

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant

  /** Null while it is the newest of its kind. */
  @Column({ ...column.instant, name: 'expires_at', nullable: true })
  expiresAt!: Instant | null
}
