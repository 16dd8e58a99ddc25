import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../platform/database/columns.js'
import type { Instant } from '../kernel/clock.js'

/** The actions that need the approval of a second person. */
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
 * APPROVED: approved by an earlier version that did not finish; approving it again executes it. OUTDATED: before it was
 * approved, its subject changed or its review case was resolved.
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

  /** Kind and subject, unique: at most one open approval of a kind for a subject. Null once the approval has ended. */
  @Column({ ...column.varchar(120), name: 'open_key', nullable: true })
  openKey!: string | null

  /** The subject of the action; null in a row of an earlier version, and where it would identify a person. */
  @Column({ ...column.varchar(120), nullable: true })
  subject!: string | null

  @Column({ ...column.id, name: 'customer_id', nullable: true })
  customerId!: string | null

  /** The input of the action, sealed; null once the approval has ended. */
  @Column({ ...column.text, nullable: true })
  input!: string | null

  /**
   * The preview at the time of the proposal, sealed; null in a row of an earlier version, and for a kind with personal data
   * once the approval has ended.
   */
  @Column({ ...column.text, nullable: true })
  preview!: string | null

  /**
   * A hash of the facts that must be unchanged at the approval; null where no facts are checked, and once the approval has
   * ended.
   */
  @Column({ ...column.varchar(64), nullable: true })
  basis!: string | null

  /** The proposer's reason. */
  @Column({ ...column.varchar(500) })
  reason!: string

  /** The proposer's evidence: a letter, a ticket, the provider's statement. */
  @Column({ ...column.text, nullable: true })
  evidence!: string | null

  /** The amount that the approver's limit must allow, in minor units; null for an action without an amount. */
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

  /** When the approval expires if nobody has decided; null in a row of an earlier version. */
  @Column({ ...column.instant, name: 'expires_at', nullable: true })
  expiresAt!: Instant | null

  /** Who approved, rejected or withdrew it, or `job` if a job ended it. */
  @Column({ ...column.varchar(128), name: 'decided_by', nullable: true })
  decidedBy!: string | null

  @Column({ ...column.varchar(255), name: 'decided_by_id', nullable: true })
  decidedById!: string | null

  /** The approver whose limit was lent for this approval; null when none was. */
  @Column({ ...column.varchar(128), name: 'decided_for', nullable: true })
  decidedFor!: string | null

  /** When a process began to mail the approvers a reminder; null before, and while it is to be tried again. */
  @Column({ ...column.instant, name: 'mailed_at', nullable: true })
  mailedAt!: Instant | null

  @Column({ ...column.instant, name: 'decided_at', nullable: true })
  decidedAt!: Instant | null

  /** Why it was rejected or withdrawn. */
  @Column({ ...column.varchar(500), name: 'decision_reason', nullable: true })
  decisionReason!: string | null
}
