import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { Instant } from '../../kernel/clock.js'

/** The `person_id` of the limit for everybody who has no limit of their own. */
export const everybody = '*'

/**
 * An approver's limit. Without a row for the person, the row for everybody counts; without either there is no limit.
 */
@Entity({ name: 'approval_limits' })
@Index('uq_approval_limits_id', ['id'], { unique: true })
export class ApprovalLimit {
  /** The person's id as in the audit log, or `*` for everybody. */
  @PrimaryColumn({ ...column.varchar(255), name: 'person_id' })
  personId!: string

  @Column({ ...column.id })
  id!: string

  @Column({ ...column.varchar(128), nullable: true })
  name!: string | null

  /** Null: any amount. */
  @Column({ ...column.money, nullable: true })
  amount!: bigint | null

  @Column({ ...column.instant, name: 'set_at' })
  setAt!: Instant
}

/** A delegation: an approver lends another their limit for a time. */
@Entity({ name: 'approval_delegations' })
@Index('ix_approval_delegations_to', ['toId', 'id'])
export class ApprovalDelegation {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.varchar(255), name: 'from_id' })
  fromId!: string

  @Column({ ...column.varchar(128), name: 'from_name' })
  fromName!: string

  @Column({ ...column.varchar(255), name: 'to_id' })
  toId!: string

  @Column({ ...column.varchar(128), name: 'to_name' })
  toName!: string

  @Column({ ...column.instant, name: 'from_at' })
  from!: Instant

  @Column({ ...column.instant, name: 'until_at' })
  until!: Instant

  @Column({ ...column.varchar(500) })
  reason!: string
}
