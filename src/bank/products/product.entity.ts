import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { DayCount } from '../../kernel/interest.js'

export type MaturityInstruction = 'HOLD' | 'AUTO_PAYOUT'

/** One published version of a product. It never changes, as it records what customers were promised. */
@Entity({ name: 'product_versions' })
@Index('uq_product_versions', ['code', 'version'], { unique: true })
export class ProductVersion {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.word })
  code!: string

  @Column({ ...column.integer })
  version!: number

  /** Number of months of the term. */
  @Column({ ...column.integer, name: 'term_months' })
  termMonths!: number

  @Column({ ...column.integer, name: 'rate_ppm' })
  ratePpm!: number

  @Column({ ...column.integer, name: 'early_rate_ppm' })
  earlyRatePpm!: number

  @Column({ ...column.word, name: 'day_count' })
  dayCount!: DayCount

  @Column({ ...column.integer, name: 'tax_ppm' })
  taxPpm!: number

  @Column({ ...column.varchar(3) })
  currency!: string

  @Column({ ...column.money, name: 'min_amount' })
  minAmount!: bigint

  @Column({ ...column.money, name: 'max_balance' })
  maxBalance!: bigint

  /** Hours between an early exit and its payout. */
  @Column({ ...column.integer, name: 'hold_hours' })
  holdHours!: number

  @Column({ ...column.word, name: 'maturity_instruction' })
  maturityInstruction!: MaturityInstruction

  /** Whether a deposit may join a position that was opened at another rate. */
  @Column({ ...column.flag, name: 'joins_other_rate' })
  joinsOtherRate!: boolean

  /** False in the version that takes the product off sale. */
  @Column({ ...column.flag, name: 'on_sale' })
  onSale!: boolean

  /** The first date on which it is the product's current version; null: from its publication on. */
  @Column({ ...column.date, name: 'on_sale_from', nullable: true })
  onSaleFrom!: LocalDate | null

  @Column({ ...column.instant, name: 'published_at' })
  publishedAt!: Instant
}
