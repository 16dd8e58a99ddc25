import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Language } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'

/**
 * REQUESTED until a worker claims it, GENERATING until the mail server has given a final answer. PRINTED: made for staff to
 * print, and not mailed.
 */
export type StatementStatus = 'REQUESTED' | 'GENERATING' | 'SENT' | 'FAILED' | 'PRINTED'

/** The period of the last statement, which is written when the account is closed. */
export const closingPeriod = 'CLOSING'

/**
 * One requested statement. It is its own queue row: due until it is sent or refused for good. It records account and period, so
 * that a second attempt makes the same statement.
 */
@Entity({ name: 'statements' })
@Index('ix_statements_due', ['dueAt'])
@Index('ix_statements_customer', ['customerId', 'createdAt'])
@Index('ix_statements_newest', ['createdAt', 'id'])
@Index('ix_statements_status', ['status', 'createdAt', 'id'])
export class Statement {
  /**
   * `STM-…`: the reference of the summary, with which a customer can request one statement. A statement that staff made, or
   * that the closing of an account wrote, has a reference of its own.
   */
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.id, name: 'account_id' })
  accountId!: string

  /**
   * The address to which it is mailed: as accepted with the first request, or that of the account. Empty for a printed
   * statement. The database generates `email_key` from it, in lower case, to list by.
   */
  @Column({ ...column.varchar(254) })
  email!: string

  @Column({ ...column.word })
  language!: Language

  /** As the customer or a member of staff gave it, or `CLOSING`. */
  @Column({ ...column.word })
  period!: string

  /** The first and the last day that it covers. */
  @Column({ ...column.date, name: 'from_on' })
  fromOn!: LocalDate

  @Column({ ...column.date, name: 'to_on' })
  toOn!: LocalDate

  /** The customer's business date of the request: the day that the statement is issued on. */
  @Column({ ...column.date, name: 'business_on' })
  businessOn!: LocalDate

  /** The Message-ID, chosen before anything is sent, so that a mail that goes out twice can be recognised. */
  @Column({ ...column.varchar(80), name: 'message_id' })
  messageId!: string

  @Column({ ...column.word })
  status!: StatementStatus

  /** Counts the claims. It is also the fence: only the worker of the last attempt may release the statement. */
  @Column({ ...column.integer })
  attempts!: number

  /** Why the last attempt failed: our code or that of SMTP, never the text of the server. */
  @Column({ ...column.varchar(64), nullable: true })
  problem!: string | null

  /** When a worker makes or mails it next; a claim adds the lease. Null once it has ended. */
  @Column({ ...column.instant, name: 'due_at', nullable: true })
  dueAt!: Instant | null

  /** The process with the claim while `dueAt` is in the future, by its machine and number. */
  @Column({ ...column.varchar(64), nullable: true })
  holder!: string | null

  @Column({ ...column.instant, name: 'sent_at', nullable: true })
  sentAt!: Instant | null

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant

  /** W3C `traceparent` of the call that made it; null without tracing. */
  @Column({ ...column.varchar(64), nullable: true })
  traceparent!: string | null
}
