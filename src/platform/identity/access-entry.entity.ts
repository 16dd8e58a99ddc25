import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../database/columns.js'
import type { Instant } from '../../kernel/clock.js'

/**
 * An operation of staff showed who a customer is: one row per person, operation and customer in a quarter of an hour.
 */
@Entity({ name: 'access_entries' })
@Index('uq_access_entries_once', ['who', 'operation', 'customerId', 'quarter'], { unique: true })
@Index('ix_access_entries_newest', ['at', 'id'])
@Index('ix_access_entries_customer', ['customerId', 'at', 'id'])
@Index('ix_access_entries_actor', ['actor', 'at', 'id'])
export class AccessEntry {
  @PrimaryColumn({ ...column.id })
  id!: string

  /** When the customer was first shown within the quarter of an hour. */
  @Column({ ...column.instant })
  at!: Instant

  /** The person's id, or the hash of an id that is too long (`shortId`); the name of a person without an id. */
  @Column({ ...column.varchar(128) })
  who!: string

  @Column({ ...column.varchar(128) })
  actor!: string

  @Column({ ...column.varchar(255), name: 'actor_id', nullable: true })
  actorId!: string | null

  @Column({ ...column.varchar(64), nullable: true })
  address!: string | null

  /** The operation's name as the caller chose it, followed by its root fields. */
  @Column({ ...column.varchar(120) })
  operation!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  /** Quarters of an hour since 1970. */
  @Column({ ...column.integer })
  quarter!: number
}
