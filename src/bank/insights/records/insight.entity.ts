import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../../platform/database/columns.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { FlowFamily } from './flows.sql.js'
import type { StockFamily } from './stocks.sql.js'

/**
 * Counts and amounts of one family of events in the real world on one closed day, by up to three keys. The family defines what
 * the keys mean (docs/analysts.md#where-the-figures-come-from).
 */
@Entity({ name: 'insight_flows' })
export class InsightFlow {
  @PrimaryColumn({ ...column.word })
  family!: FlowFamily

  @PrimaryColumn({ ...column.date })
  day!: LocalDate

  @PrimaryColumn({ ...column.word, name: 'key_1' })
  key1!: string

  @PrimaryColumn({ ...column.word, name: 'key_2' })
  key2!: string

  @PrimaryColumn({ ...column.word, name: 'key_3' })
  key3!: string

  /** The Monday of its week and the first day of its month, to group by. */
  @Column({ ...column.date, name: 'week_on' })
  weekOn!: LocalDate

  @Column({ ...column.date, name: 'month_on' })
  monthOn!: LocalDate

  @Column({ ...column.integer })
  n!: number

  /** Sums of money; of the family CUSTOMERS, `amount` counts customers. */
  @Column({ ...column.money })
  amount!: bigint

  @Column({ ...column.money, name: 'amount_2' })
  amount2!: bigint

  @Column({ ...column.money, name: 'amount_3' })
  amount3!: bigint

  /**
   * How many customers, or scored people, it is about. A lower bound in a family that does not count them, and where groups of several
   * SQL statements were merged.
   */
  @Column({ ...column.integer })
  customers!: number

  /**
   * The ids of these customers where they are fewer than may be shown: with them, groups of several days are merged
   * until they have enough different customers.
   */
  @Column({ ...column.varchar(180), nullable: true })
  few!: string | null
}

/** A stock at the end of one closed day. */
@Entity({ name: 'insight_stocks' })
export class InsightStock {
  @PrimaryColumn({ ...column.word })
  family!: StockFamily

  @PrimaryColumn({ ...column.date })
  day!: LocalDate

  @PrimaryColumn({ ...column.word, name: 'key_1' })
  key1!: string

  @PrimaryColumn({ ...column.word, name: 'key_2' })
  key2!: string

  @Column({ ...column.integer })
  n!: number

  /**
   * For a cohort: its original size. For MATURING and LIABILITIES: the customers, counted once per product and month of
   * maturity.
   */
  @Column({ ...column.integer, name: 'n_2' })
  n2!: number

  @Column({ ...column.money })
  amount!: bigint
}

/** The savings of a customer of the real world at the end of the last day that is rolled up. */
@Entity({ name: 'insight_savers' })
@Index('ix_insight_savers_moved', ['movedOn'])
export class InsightSaver {
  @PrimaryColumn({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.date, name: 'joined_on' })
  joinedOn!: LocalDate

  @Column({ ...column.money })
  balance!: bigint

  /** The balance before the last day on which it changed; 0 after a rebuild, until it changes again. */
  @Column({ ...column.money, name: 'balance_before' })
  balanceBefore!: bigint

  @Column({ ...column.date, name: 'moved_on' })
  movedOn!: LocalDate

  @Column({ ...column.date, name: 'moved_before_on', nullable: true })
  movedBeforeOn!: LocalDate | null
}

/** How far the roll-ups have come. Its row is also their lock. */
@Entity({ name: 'insight_progress' })
export class InsightProgress {
  @PrimaryColumn({ ...column.word })
  name!: string

  /** The last day that is rolled up, null before the first; a rebuild sets it back. */
  @Column({ ...column.date, name: 'rolled_to', nullable: true })
  rolledTo!: LocalDate | null

  /** The last day that was ever rolled up: figures are shown up to here, also during a rebuild. */
  @Column({ ...column.date, name: 'complete_to', nullable: true })
  completeTo!: LocalDate | null
}
