import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../../platform/database/columns.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'

/** A deposit that was voided because the provider took its payment back. Reports of earlier days stay as they were. */
@Entity({ name: 'voided_deposits' })
@Index('ix_voided_deposits_position', ['positionId'])
@Index('ix_voided_deposits_customer', ['customerId', 'settledOn'])
@Index('ix_voided_deposits_settled', ['settledOn'])
export class VoidedDeposit {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'position_id' })
  positionId!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.word, name: 'product_code' })
  productCode!: string

  @Column({ ...column.money })
  principal!: bigint

  @Column({ ...column.date, name: 'value_on' })
  valueOn!: LocalDate

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant

  /** The booking dates of the deposit and of its end. */
  @Column({ ...column.date, name: 'settled_on' })
  settledOn!: LocalDate

  @Column({ ...column.date, name: 'voided_on' })
  voidedOn!: LocalDate

  /** What was reversed, gross, and the tax on it that had been withheld. */
  @Column({ ...column.money })
  interest!: bigint

  @Column({ ...column.money })
  tax!: bigint

  /** Its share of a recorded maturity: principal and net interest; 0 where there was none. */
  @Column({ ...column.money })
  matured!: bigint

  /** What had been paid out of it, and is owed to us; 0 where nothing had. */
  @Column({ ...column.money })
  receivable!: bigint

  /** Its position held nothing else. */
  @Column({ ...column.flag, name: 'ends_position' })
  endsPosition!: boolean

  /** As that of the deposit. */
  @Column({ ...column.flag, nullable: true })
  opens!: boolean | null
}
