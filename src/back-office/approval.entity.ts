import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../platform/database/columns.js'
import type { Instant } from '../kernel/clock.js'

/** What staff cannot do without a second person. */
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
 * APPROVED: approved by an earlier version that did not finish; approving it again executes it. OUTDATED: when it was
 * approved, what it was about had changed.
 */
export type ApprovalStatus = 'OPEN' | 'APPROVED' | 'DONE' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED' | 'OUTDATED'

/** Something that a member of staff proposes and another person must approve. */
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

  /** Unique while it is open: at most one open approval of a kind for a subject. Null once it has ended. */
  @Column({ ...column.varchar(120), name: 'open_key', nullable: true })
  openKey!: string | null

  /** The subject of the action; null in a row of an earlier version, and where it would tell who somebody is. */
  @Column({ ...column.varchar(120), nullable: true })
  subject!: string | null

  @Column({ ...column.id, name: 'customer_id', nullable: true })
  customerId!: string | null

  /** The input of the action, sealed; null once it has ended. */
  @Column({ ...column.text, nullable: true })
  input!: string | null

  /** The preview at the time of the proposal, sealed; null in a row of an earlier version. */
  @Column({ ...column.text, nullable: true })
  preview!: string | null

  /** A hash that shows whether what it is about has changed since the proposal; null where it cannot change. */
  @Column({ ...column.varchar(64), nullable: true })
  basis!: string | null

  /** Why, in the words of the proposer. */
  @Column({ ...column.varchar(500) })
  reason!: string

  /** The proposer's evidence: a letter, a ticket, the provider's statement. */
  @Column({ ...column.text, nullable: true })
  evidence!: string | null

  /** The amount at stake, in minor units, which an approver's limit must allow. Null where there is none. */
  @Column({ ...column.money, nullable: true })
  amount!: bigint | null

  /** The result, as JSON. */
  @Column({ ...column.text, nullable: true })
  outcome!: string | null

  @Column({ ...column.varchar(128), name: 'proposed_by' })
  proposedBy!: string

  @Column({ ...column.varchar(255), name: 'proposed_by_id', nullable: true })
  proposedById!: string | null

  @Column({ ...column.instant, name: 'proposed_at' })
  proposedAt!: Instant

  /** When it expires unless somebody decides it; null in a row of an earlier version. */
  @Column({ ...column.instant, name: 'expires_at', nullable: true })
  expiresAt!: Instant | null

  /** Who approved, rejected or withdrew it. */
  @Column({ ...column.varchar(128), name: 'decided_by', nullable: true })
  decidedBy!: string | null

  @Column({ ...column.varchar(255), name: 'decided_by_id', nullable: true })
  decidedById!: string | null

  /** The approver whose limit was lent for this approval, else null. */
  @Column({ ...column.varchar(128), name: 'decided_for', nullable: true })
  decidedFor!: string | null

  /** When the approvers were mailed a reminder; null when they were not. */
  @Column({ ...column.instant, name: 'mailed_at', nullable: true })
  mailedAt!: Instant | null

  @Column({ ...column.instant, name: 'decided_at', nullable: true })
  decidedAt!: Instant | null

  /** Why it was rejected or withdrawn, or a remark of the approver. */
  @Column({ ...column.varchar(500), name: 'decision_reason', nullable: true })
  decisionReason!: string | null
}
