import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../../platform/database/columns.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'

/** The stored states; ACCRUING and MATURED are derived from the business date. */
export type StoredPositionStatus = 'OPEN' | 'PAYING_OUT' | 'CLOSED'

/** One savings of one customer in one product, with one rate and one maturity date. */
@Entity({ name: 'positions' })
@Index('ix_positions_customer', ['customerId', 'status', 'maturityOn', 'id'])
@Index('ix_positions_maturity', ['book', 'status', 'maturityOn'])
@Index('ix_positions_product', ['book', 'productVersionId', 'status', 'maturityOn'])
@Index('ix_positions_ripest', ['maturityOn', 'id'])
@Index('ix_positions_twins', ['customerId', 'maturityOn', 'termMonths', 'accountId', 'createdAt', 'id'])
export class Position {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.id, name: 'account_id' })
  accountId!: string

  /** The book: the id of its test clock, or `system`. */
  @Column({ ...column.id })
  book!: string

  @Column({ ...column.id, name: 'product_version_id' })
  productVersionId!: string

  @Column({ ...column.word, name: 'product_code' })
  productCode!: string

  @Column({ ...column.integer, name: 'term_months' })
  termMonths!: number

  @Column({ ...column.varchar(3) })
  currency!: string

  @Column({ ...column.integer, name: 'rate_ppm' })
  ratePpm!: number

  @Column({ ...column.integer, name: 'early_rate_ppm' })
  earlyRatePpm!: number

  @Column({ ...column.integer, name: 'basis_days' })
  basisDays!: number

  @Column({ ...column.integer, name: 'tax_ppm' })
  taxPpm!: number

  @Column({ ...column.date, name: 'start_on' })
  startOn!: LocalDate

  @Column({ ...column.date, name: 'maturity_on' })
  maturityOn!: LocalDate

  @Column({ ...column.word })
  status!: StoredPositionStatus

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}

/** One settled payment into a position: the unit of interest. Its id is that of its order. */
@Entity({ name: 'deposits' })
@Index('ix_deposits_position', ['positionId'])
@Index('ix_deposits_customer', ['customerId', 'positionId', 'principal'])
@Index('ix_deposits_newest', ['createdAt', 'id'])
export class Deposit {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'position_id' })
  positionId!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.money })
  principal!: bigint

  /** The first day that earns. */
  @Column({ ...column.date, name: 'value_on' })
  valueOn!: LocalDate

  /** Whether it opened its position; null in rows older than this column. */
  @Column({ ...column.flag, nullable: true })
  opens!: boolean | null

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}
