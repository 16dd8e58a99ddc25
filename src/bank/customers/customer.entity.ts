import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Language } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import type { Msisdn } from '../../kernel/msisdn.js'

/** A mobile number that has ever registered. Every decision about this customer is taken under the lock of this row. */
@Entity({ name: 'customers' })
@Index('uq_customers_msisdn', ['msisdn'], { unique: true })
@Index('ix_customers_clock', ['clockId'])
@Index('ix_customers_end', ['msisdnEnd'])
export class Customer {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.varchar(15) })
  msisdn!: Msisdn

  /** Its last four digits, to search by; null in a row that an older version wrote. */
  @Column({ ...column.varchar(4), name: 'msisdn_end', nullable: true })
  msisdnEnd!: string | null

  /** Written only for a previous version that runs at the same time: the address now is on the account (docs/decisions/0028). */
  @Column({ ...column.varchar(254), nullable: true })
  email!: string | null

  /** The test clock of this customer, which never changes; null for the real world. */
  @Column({ ...column.id, name: 'clock_id', nullable: true })
  clockId!: string | null

  /** Incremented by every lock of the row, because a lock without a write is not seen by the other nodes of a cluster. */
  @Column({ ...column.integer, name: 'lock_no', default: 0 })
  lockNo!: number

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}

export type AccountStatus = 'ACTIVE' | 'CLOSING' | 'CLOSED'

/** An account: opened by registering, closed by opting out. The reset of a test customer does both, too. */
@Entity({ name: 'accounts' })
@Index('uq_accounts_open', ['openKey'], { unique: true })
@Index('ix_accounts_customer', ['customerId'])
@Index('ix_accounts_status', ['status', 'id'])
@Index('ix_accounts_email', ['email'])
@Index('ix_accounts_leave', ['closingOn', 'id'])
export class Account {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.word })
  status!: AccountStatus

  /** The customer's id until the account is closed, then null: a unique key, one open account per customer. */
  @Column({ ...column.id, name: 'open_key', nullable: true })
  openKey!: string | null

  @Column({ ...column.date, name: 'opened_on' })
  openedOn!: LocalDate

  /**
   * The business date and the moment of an opt-out while some of its withdrawals are not booked yet: they are booked with the
   * terms of that date.
   */
  @Column({ ...column.date, name: 'leave_on', nullable: true })
  closingOn!: LocalDate | null

  @Column({ ...column.instant, name: 'leave_at', nullable: true })
  closingAt!: Instant | null

  /** W3C `traceparent` of the opt-out, kept as long as its date; null without tracing. */
  @Column({ ...column.varchar(64), nullable: true })
  traceparent!: string | null

  @Column({ ...column.date, name: 'closed_on', nullable: true })
  closedOn!: LocalDate | null

  /**
   * The language in which the customer last registered, confirmed, opted out or requested a statement; null before that, and in a row
   * that an older version wrote.
   */
  @Column({ ...column.word, nullable: true })
  language!: Language | null

  /**
   * The address for its statements. Kept per account, since the next owner of the number is another person. The database generates
   * `email_key` from it, in lower case, to search by.
   */
  @Column({ ...column.varchar(254), nullable: true })
  email!: string | null

  /** The number of blocks that are not lifted. When it is 0, the blocks need not be read. */
  @Column({ ...column.integer, default: 0 })
  blocks!: number

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}
