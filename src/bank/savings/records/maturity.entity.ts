import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../../platform/database/columns.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'

/** That a position reached its maturity, and with what. Written by the day that it fell on. */
@Entity({ name: 'maturities' })
@Index('ix_maturities_book', ['book', 'maturedOn'])
@Index('ix_maturities_booked', ['book', 'bookedOn'])
@Index('ix_maturities_customer', ['customerId', 'accountId', 'maturedOn', 'positionId'])
export class Maturity {
  @PrimaryColumn({ ...column.id, name: 'position_id' })
  positionId!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.id, name: 'account_id' })
  accountId!: string

  @Column({ ...column.id })
  book!: string

  @Column({ ...column.word, name: 'product_code' })
  productCode!: string

  @Column({ ...column.varchar(3) })
  currency!: string

  @Column({ ...column.date, name: 'matured_on' })
  maturedOn!: LocalDate

  /**
   * The day on which the books have it: its date, or a later one where its deposit, or its return from an early exit, came
   * later. Null of a row that a version before this one wrote beside it: its date.
   */
  @Column({ ...column.date, name: 'booked_on', nullable: true })
  bookedOn!: LocalDate | null

  @Column({ ...column.money })
  principal!: bigint

  /** Gross. */
  @Column({ ...column.money })
  interest!: bigint

  @Column({ ...column.money })
  tax!: bigint

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}
