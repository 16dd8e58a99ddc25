import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../../platform/database/columns.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import type { PayoutStatus, WithdrawalBasis } from '../rules/withdrawal.rules.js'

/** What a position pays when it is withdrawn. Its id is the settlement reference on the wire, `SET-…`. */
@Entity({ name: 'payouts' })
@Index('uq_payouts_open', ['openKey'], { unique: true })
@Index('uq_payouts_withdrawal', ['withdrawalReference'], { unique: true })
@Index('ix_payouts_customer', ['customerId', 'accountId', 'settledOn', 'createdAt', 'id'])
@Index('ix_payouts_held', ['book', 'status', 'heldUntil'])
@Index('ix_payouts_exit', ['book', 'withdrawnOn'])
@Index('ix_payouts_position', ['positionId'])
@Index('ix_payouts_newest', ['createdAt', 'id'])
@Index('ix_payouts_status', ['status', 'createdAt', 'id'])
export class Payout {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.id, name: 'account_id' })
  accountId!: string

  @Column({ ...column.id, name: 'position_id' })
  positionId!: string

  /**
   * The position's id, or null once the position was given back. The unique key allows one open withdrawal per position.
   */
  @Column({ ...column.id, name: 'open_key', nullable: true })
  openKey!: string | null

  @Column({ ...column.id })
  book!: string

  /** The preview that was confirmed; null when an opt-out, a maturity instruction or a reset withdrew the position. */
  @Column({ ...column.id, name: 'withdrawal_reference', nullable: true })
  withdrawalReference!: string | null

  @Column({ ...column.word })
  basis!: WithdrawalBasis

  @Column({ ...column.integer, name: 'effective_rate_ppm' })
  effectiveRatePpm!: number

  @Column({ ...column.money })
  principal!: bigint

  /** The interest that is paid: at the effective rate, gross, and the tax on it. */
  @Column({ ...column.money })
  interest!: bigint

  @Column({ ...column.money })
  tax!: bigint

  /** Interest earned by the day of the withdrawal at the position's own rate, gross and net. */
  @Column({ ...column.money })
  accrued!: bigint

  @Column({ ...column.money, name: 'accrued_net' })
  accruedNet!: bigint

  /** What the customer gets: principal and interest less tax. */
  @Column({ ...column.money })
  amount!: bigint

  @Column({ ...column.varchar(3) })
  currency!: string

  /** The business date of the withdrawal. */
  @Column({ ...column.date, name: 'exited_on' })
  withdrawnOn!: LocalDate

  /**
   * The last day whose interest was in the books for the position at its withdrawal: a give-back posts the interest since then.
   */
  @Column({ ...column.date, name: 'exit_accrued_to' })
  withdrawalAccruedTo!: LocalDate

  @Column({ ...column.integer, name: 'hold_hours' })
  holdHours!: number

  /** When it may be sent; null when it is sent at once. On a test clock the beginning of a date in UTC. */
  @Column({ ...column.instant, name: 'held_until', nullable: true })
  heldUntil!: Instant | null

  /** The first day on which it may be sent, where a previous version wrote the payout; else null. */
  @Column({ ...column.date, name: 'hold_until', nullable: true })
  firstSendableOn!: LocalDate | null

  @Column({ ...column.word })
  status!: PayoutStatus

  @Column({ ...column.word, name: 'failure_code', nullable: true })
  failureCode!: string | null

  /** The booking date of its last transfer, or of its give-back. */
  @Column({ ...column.date, name: 'settled_on', nullable: true })
  settledOn!: LocalDate | null

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant

  /** W3C `traceparent` of the call that created it; null without tracing. */
  @Column({ ...column.varchar(64), nullable: true })
  traceparent!: string | null
}
