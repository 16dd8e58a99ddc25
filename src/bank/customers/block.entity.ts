import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { BlockCause, BlockScope } from './block.rules.js'

/** A block of an account: what the account may not do, why, and until when. */
@Entity({ name: 'account_blocks' })
@Index('uq_account_blocks_open', ['openKey'], { unique: true })
@Index('ix_account_blocks_account', ['accountId', 'id'])
@Index('ix_account_blocks_customer', ['customerId', 'id'])
export class AccountBlock {
  /** `BLK-…` */
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'account_id' })
  accountId!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  /** The approval that placed it, by its proposal or by being executed; null for a block older than this column. */
  @Column({ ...column.id, name: 'approval_id', nullable: true })
  approvalId!: string | null

  @Column({ ...column.word })
  scope!: BlockScope

  @Column({ ...column.word })
  cause!: BlockCause

  /** Account and cause until it is lifted, then null. The unique key allows one block per account and cause. */
  @Column({ ...column.varchar(80), name: 'open_key', nullable: true })
  openKey!: string | null

  @Column({ ...column.date, name: 'ends_on', nullable: true })
  endsOn!: LocalDate | null

  /** When it expires unless a second person confirms it; null for one that two people placed, or that was confirmed. */
  @Column({ ...column.instant, name: 'falls_at', nullable: true })
  expiresAt!: Instant | null

  @Column({ ...column.instant, name: 'placed_at' })
  placedAt!: Instant

  @Column({ ...column.instant, name: 'lifted_at', nullable: true })
  liftedAt!: Instant | null
}
