import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../platform/database/columns.js'
import type { Instant } from '../kernel/clock.js'

/** What staff may not do alone. */
export type ProposalKind = 'OPT_OUT' | 'CHANGE_EMAIL' | 'ERASE_PERSON' | 'ERASE_REQUEST'

/** APPROVED: another person has confirmed it, and it is being done; who confirms it again has it done again. */
export type ProposalStatus = 'OPEN' | 'APPROVED' | 'DONE' | 'REJECTED' | 'EXPIRED'

/** Something that one of the staff asks for and another person has to confirm. */
@Entity({ name: 'proposals' })
@Index('uq_proposals_open', ['openKey'], { unique: true })
@Index('ix_proposals_status', ['status', 'id'])
export class Proposal {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.word })
  kind!: ProposalKind

  @Column({ ...column.word })
  status!: ProposalStatus

  /** One open proposal of a kind for one of whom it is; null once it has ended. */
  @Column({ ...column.varchar(120), name: 'open_key', nullable: true })
  openKey!: string | null

  @Column({ ...column.id, name: 'customer_id', nullable: true })
  customerId!: string | null

  /** What is to be done, sealed; null once it has ended. */
  @Column({ ...column.text, nullable: true })
  input!: string | null

  /** Why, in words of the proposer. */
  @Column({ ...column.varchar(500) })
  reason!: string

  /** What came of it, as JSON. */
  @Column({ ...column.text, nullable: true })
  outcome!: string | null

  @Column({ ...column.varchar(128), name: 'proposed_by' })
  proposedBy!: string

  @Column({ ...column.varchar(255), name: 'proposed_by_id', nullable: true })
  proposedById!: string | null

  @Column({ ...column.instant, name: 'proposed_at' })
  proposedAt!: Instant

  /** Who confirmed or rejected it. */
  @Column({ ...column.varchar(128), name: 'decided_by', nullable: true })
  decidedBy!: string | null

  @Column({ ...column.instant, name: 'decided_at', nullable: true })
  decidedAt!: Instant | null
}
