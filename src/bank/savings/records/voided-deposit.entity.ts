import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../../platform/database/columns.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'

/** A deposit that was voided because the provider reversed its payment. It is kept so that reports of earlier days do not change. */
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

  /** The booking dates of the deposit and of its voiding. */
  @Column({ ...column.date, name: 'settled_on' })
  settledOn!: LocalDate

  @Column({ ...column.date, name: 'voided_on' })
  voidedOn!: LocalDate

  /** The reversed interest, gross, and the withheld tax on it. */
  @Column({ ...column.money })
  interest!: bigint

  @Column({ ...column.money })
  tax!: bigint

  /** Its share of a recorded maturity: principal and net interest; 0 where there was none. */
  @Column({ ...column.money })
  matured!: bigint

  /** The amount that had already been paid out and that the customer owes us; 0 if none was. */
  @Column({ ...column.money })
  receivable!: bigint

  /** Whether the void closed its position: it was the only deposit there, and was not paid out. */
  @Column({ ...column.flag, name: 'ends_position' })
  endsPosition!: boolean

  /** Whether it opened its position; null where the row of the deposit did not say. */
  @Column({ ...column.flag, nullable: true })
  opens!: boolean | null
}
