import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../../platform/database/columns.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'

/**
 * The maturity of a position, with its figures. Normally recorded before the maturity date is complete. Recorded later
 * if a deposit settles or a withdrawal is given back after that, or if the position was set aside.
 */
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
   * The booking date: the maturity date, or a later day if its deposit settled later, an early exit was given back later, or the
   * position was set aside. Null, which means the maturity date, in a row that a previous version wrote.
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
