import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../../platform/database/columns.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'
import type { PaymentKind } from '../port.js'
import type { LineState } from './provider-line.rules.js'

/** A settlement file of the wallet provider, once all of it is read. */
@Entity({ name: 'provider_files' })
@Index('ix_provider_files_to', ['toOn'])
export class ProviderFile {
  /** SHA-256 of its bytes, so that the same file is stored once. */
  @PrimaryColumn({ ...column.varchar(64) })
  digest!: string

  @Column({ ...column.varchar(120) })
  name!: string

  /** The earliest and the latest date of its payments. */
  @Column({ ...column.date, name: 'from_on' })
  fromOn!: LocalDate

  @Column({ ...column.date, name: 'to_on' })
  toOn!: LocalDate

  @Column({ ...column.integer })
  payments!: number

  @Column({ ...column.instant, name: 'read_at' })
  readAt!: Instant
}

/** A payment in a settlement file; if a later file has it too, it is the same row. */
@Entity({ name: 'provider_lines' })
@Index('ix_provider_lines_order', ['orderId'])
@Index('ix_provider_lines_state', ['state', 'completedOn'])
@Index('ix_provider_lines_completed', ['completedOn', 'transactionId'])
export class ProviderLine {
  /** The provider's own id of the payment. */
  @PrimaryColumn({ ...column.varchar(64), name: 'transaction_id' })
  transactionId!: string

  /** The X-Reference-Id that was sent to the provider. */
  @Column({ ...column.varchar(64) })
  reference!: string

  @Column({ ...column.word })
  kind!: PaymentKind

  @Column({ ...column.money })
  amount!: bigint

  /** The provider's fee for it. */
  @Column({ ...column.money })
  fee!: bigint

  @Column({ ...column.varchar(3) })
  currency!: string

  @Column({ ...column.date, name: 'completed_on' })
  completedOn!: LocalDate

  /** Our order of that reference; null where the real world has none. */
  @Column({ ...column.id, name: 'order_id', nullable: true })
  orderId!: string | null

  @Column({ ...column.word })
  state!: LineState

  @Column({ ...column.varchar(64), name: 'file_digest' })
  fileDigest!: string
}
