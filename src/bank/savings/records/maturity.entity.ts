import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../../platform/database/columns.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'

/** That a position reached its maturity, and with what. Written by the day that it fell on. */
@Entity({ name: 'maturities' })
@Index('ix_maturities_book', ['book', 'maturedOn'])
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
