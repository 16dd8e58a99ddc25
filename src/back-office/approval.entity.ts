import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../platform/database/columns.js'
import type { Instant } from '../kernel/clock.js'

/** What staff may not do alone. */
export type ApprovalKind =
  | 'OPT_OUT'
  | 'CHANGE_EMAIL'
  | 'ERASE_PERSON'
  | 'ERASE_REQUEST'
  | 'BLOCK_CUSTOMER'
  | 'UNBLOCK_CUSTOMER'
  | 'CANCEL_PAYOUT'
  | 'CHANGE_MSISDN'
  | 'PUBLISH_PRODUCT'
  | 'WITHDRAW_PRODUCT'
  | 'VOID_DEPOSIT'
  | 'POST_ADJUSTMENT'
  | 'RESOLVE_REVIEW'
  | 'SET_APPROVAL_LIMIT'
  | 'CLOSE_MONTH'
  | 'EXPLAIN_LINE'

/**
 * APPROVED: approved by a version before this one, which did not come to its end; who approves it again has it done. OUTDATED: when it was approved, what it was proposed about had changed.
 */
export type ApprovalStatus = 'OPEN' | 'APPROVED' | 'DONE' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED' | 'OUTDATED'

/** Something that one of the staff asks for and another person has to approve. */
@Entity({ name: 'proposals' })
@Index('uq_proposals_open', ['openKey'], { unique: true })
@Index('ix_proposals_status', ['status', 'id'])
@Index('ix_proposals_kind', ['kind', 'id'])
@Index('ix_proposals_proposer', ['proposedById', 'id'])
@Index('ix_proposals_customer', ['customerId', 'id'])
export class Approval {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.word })
  kind!: ApprovalKind

  @Column({ ...column.word })
  status!: ApprovalStatus

  /** One open approval of a kind for one of whom it is; null once it has ended. */
  @Column({ ...column.varchar(120), name: 'open_key', nullable: true })
  openKey!: string | null

  /** What it is done to; null in a row of a version that did not write it, and where it says who somebody is. */
  @Column({ ...column.varchar(120), nullable: true })
  subject!: string | null

  @Column({ ...column.id, name: 'customer_id', nullable: true })
  customerId!: string | null

  /** What is to be done, sealed; null once it has ended. */
  @Column({ ...column.text, nullable: true })
  input!: string | null

  /** What it would do, as it was when it was proposed, sealed; null in a row of a version that did not know it. */
  @Column({ ...column.text, nullable: true })
  preview!: string | null

  /** By which it is known whether what it was proposed about has changed; null where nothing can. */
  @Column({ ...column.varchar(64), nullable: true })
  basis!: string | null

  /** Why, in words of the proposer. */
  @Column({ ...column.varchar(500) })
  reason!: string

  /** What the proposer has to show for it: a letter, a ticket, the provider's word. */
  @Column({ ...column.text, nullable: true })
  evidence!: string | null

  /** The money that is at stake, in minor units: an approver's limit must allow it. Null where it is none. */
  @Column({ ...column.money, nullable: true })
  amount!: bigint | null

  /** What came of it, as JSON. */
  @Column({ ...column.text, nullable: true })
  outcome!: string | null

  @Column({ ...column.varchar(128), name: 'proposed_by' })
  proposedBy!: string

  @Column({ ...column.varchar(255), name: 'proposed_by_id', nullable: true })
  proposedById!: string | null

  @Column({ ...column.instant, name: 'proposed_at' })
  proposedAt!: Instant

  /** When it ends if nobody has decided it; null in a row of a version that did not write it. */
  @Column({ ...column.instant, name: 'expires_at', nullable: true })
  expiresAt!: Instant | null

  /** Who approved, rejected or withdrew it. */
  @Column({ ...column.varchar(128), name: 'decided_by', nullable: true })
  decidedBy!: string | null

  @Column({ ...column.varchar(255), name: 'decided_by_id', nullable: true })
  decidedById!: string | null

  /** Who lent the approver the limit that it took, else null. */
  @Column({ ...column.varchar(128), name: 'decided_for', nullable: true })
  decidedFor!: string | null

  /** When approvers were written to because it waits; null where they were not. */
  @Column({ ...column.instant, name: 'mailed_at', nullable: true })
  mailedAt!: Instant | null

  @Column({ ...column.instant, name: 'decided_at', nullable: true })
  decidedAt!: Instant | null

  /** Why it was rejected or withdrawn, or a word of who approved it. */
  @Column({ ...column.varchar(500), name: 'decision_reason', nullable: true })
  decisionReason!: string | null
}
