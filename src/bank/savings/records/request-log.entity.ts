import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../../platform/database/columns.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'

/** One summary that a customer was shown. Making a summary writes nothing else. */
@Entity({ name: 'request_log' })
@Index('uq_request_log_reference', ['reference'], { unique: true })
@Index('ix_request_log_customer', ['customerId'])
export class RequestLogEntry {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.word })
  operation!: string

  /** Null while the number is not registered. */
  @Column({ ...column.id, name: 'customer_id', nullable: true })
  customerId!: string | null

  @Column({ ...column.varchar(15) })
  msisdn!: string

  @Column({ ...column.varchar(64), name: 'session_id', nullable: true })
  sessionId!: string | null

  @Column({ ...column.varchar(64), name: 'journey_id', nullable: true })
  journeyId!: string | null

  /** The status that was answered. */
  @Column({ ...column.word })
  result!: string

  /** The reference by which it is confirmed; null for a refusal. */
  @Column({ ...column.id, nullable: true })
  reference!: string | null

  /** What the customer saw, as JSON of the operation's own terms. */
  @Column({ ...column.text, nullable: true })
  terms!: string | null

  /** The text that the customer read, in their language; null for a summary without one, and in older rows. */
  @Column({ ...column.text, name: 'shown_text', nullable: true })
  shownText!: string | null

  @Column({ ...column.date, name: 'business_on', nullable: true })
  businessOn!: LocalDate | null

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant

  @Column({ ...column.instant, name: 'expires_at', nullable: true })
  expiresAt!: Instant | null
}
