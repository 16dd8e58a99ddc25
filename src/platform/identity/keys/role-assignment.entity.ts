import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../database/columns.js'
import type { Instant } from '../../../kernel/clock.js'
import type { HolderKind } from '../roles.js'

/** How somebody got roles: by an API key, or from the identity provider at a sign-in. */
export type RoleSource = 'KEY' | 'SIGN_IN'

/** A period in which a person or system held roles. Rows stay when the key or the session is gone. */
@Entity({ name: 'role_assignments' })
@Index('uq_role_assignments_open', ['openKey'], { unique: true })
@Index('ix_role_assignments_person', ['personId', 'id'])
@Index('ix_role_assignments_name', ['name', 'id'])
export class RoleAssignment {
  /** The id of the key, or of the first session with these roles. */
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.varchar(255), name: 'person_id' })
  personId!: string

  @Column({ ...column.varchar(64) })
  name!: string

  @Column({ ...column.word })
  kind!: HolderKind

  @Column({ ...column.word })
  source!: RoleSource

  /** Separated by commas. */
  @Column({ ...column.varchar(128) })
  roles!: string

  @Column({ ...column.instant, name: 'from_at' })
  from!: Instant

  /** The end of the period, past or future; null while it is not known. */
  @Column({ ...column.instant, name: 'until_at', nullable: true })
  until!: Instant | null

  /** The last sign-in with these roles; null for a key. */
  @Column({ ...column.instant, name: 'seen_at', nullable: true })
  seenAt!: Instant | null

  /** Who made the key; null where the identity provider decides. */
  @Column({ ...column.varchar(128), name: 'given_by', nullable: true })
  givenBy!: string | null

  /** A unique key: the person, until their roles from sign-ins change or end; null afterwards, and for an API key. */
  @Column({ ...column.varchar(255), name: 'open_key', nullable: true })
  openKey!: string | null
}
