import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'

/** What happened on one completed day of a book. */
@Entity({ name: 'walk_days' })
export class WalkDay {
  @PrimaryColumn({ ...column.id })
  book!: string

  @PrimaryColumn({ ...column.date })
  day!: LocalDate

  /** Business facts as JSON: counts and amounts, without ids or instants. */
  @Column({ ...column.text })
  facts!: string

  /** SHA-256 of the facts: equal for an interrupted and an uninterrupted walk. */
  @Column({ ...column.varchar(64) })
  digest!: string

  /** Remarks for people: orders that did not answer, records set aside. */
  @Column({ ...column.text, nullable: true })
  remarks!: string | null

  @Column({ ...column.instant, name: 'completed_at' })
  completedAt!: Instant
}

/** A step of a day that may fail for a single position. */
export type DayStep = 'MATURITY' | 'AUTO_PAYOUT' | 'ACCRUAL'

/** A position that the night could not process: set aside, and retried every night until its record is corrected. */
@Entity({ name: 'day_exceptions' })
@Index('ix_day_exceptions_book', ['book'])
export class DayException {
  @PrimaryColumn({ ...column.id, name: 'position_id' })
  positionId!: string

  @PrimaryColumn({ ...column.word })
  step!: DayStep

  @Column({ ...column.id })
  book!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.date, name: 'set_aside_on' })
  setAsideOn!: LocalDate

  /**
   * Used for the step ACCRUAL only: the last day whose interest is in the books. The interest of the days since is posted once
   * the record is corrected.
   */
  @Column({ ...column.date, name: 'accrued_to' })
  accruedTo!: LocalDate

  @Column({ ...column.varchar(500) })
  problem!: string

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}
