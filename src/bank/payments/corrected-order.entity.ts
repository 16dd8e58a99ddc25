import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'

/**
 * The original end of an order that people have corrected, so that the reports of the day of that end do not change. Written
 * once, by the first correction.
 */
@Entity({ name: 'corrected_orders' })
@Index('ix_corrected_orders_failed', ['failedOn'])
export class CorrectedOrder {
  @PrimaryColumn({ ...column.id, name: 'order_id' })
  orderId!: string

  /** The booking date of that end. */
  @Column({ ...column.date, name: 'failed_on' })
  failedOn!: LocalDate

  @Column({ ...column.word, name: 'failure_code', nullable: true })
  failureCode!: string | null
}
