import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../database/columns.js'
import type { Instant } from '../../kernel/clock.js'

/**
 * Who changed what, with the state before and after, written in the transaction of the change; also who read what, and who was refused
 * (docs/design/security.md#audit).
 */
@Entity({ name: 'audit_log' })
@Index('ix_audit_log_customer', ['customerId'])
@Index('ix_audit_log_newest', ['at', 'id'])
@Index('ix_audit_log_actor', ['actor', 'at', 'id'])
@Index('ix_audit_log_action', ['action', 'at', 'id'])
@Index('ix_audit_log_subject', ['subject', 'at', 'id'])
export class AuditEntry {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.instant })
  at!: Instant

  /** The name of the person or system; `operator` for the command line, `job` for what the service did by itself. */
  @Column({ ...column.varchar(128) })
  actor!: string

  /** The id of the person or system, where it has one: it groups different spellings of a name. */
  @Column({ ...column.varchar(255), name: 'actor_id', nullable: true })
  actorId!: string | null

  /** The address of the request; null without a request, as for `job` and `operator`. */
  @Column({ ...column.varchar(64), nullable: true })
  address!: string | null

  @Column({ ...column.word })
  action!: string

  @Column({ ...column.id, name: 'customer_id', nullable: true })
  customerId!: string | null

  /** The id of the row that changed or was read, or the name of what has none, such as a queue, a list or a refused call. */
  @Column({ ...column.id })
  subject!: string

  @Column({ ...column.text, name: 'state_before', nullable: true })
  before!: string | null

  @Column({ ...column.text, name: 'state_after', nullable: true })
  after!: string | null
}
