import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Language } from '../../kernel/call.js'
import type { Instant } from '../../kernel/clock.js'
import type { Msisdn } from '../../kernel/msisdn.js'

/** A mobile number that ever registered. Its row is the lock under which everything of this customer is decided. */
@Entity({ name: 'customers' })
@Index('uq_customers_msisdn', ['msisdn'], { unique: true })
@Index('ix_customers_clock', ['clockId'])
@Index('ix_customers_end', ['msisdnEnd'])
export class Customer {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.varchar(15) })
  msisdn!: Msisdn

  /** Its last four digits, by which it is found; null in a row of a version that did not know it. */
  @Column({ ...column.varchar(4), name: 'msisdn_end', nullable: true })
  msisdnEnd!: string | null

  /** Only for a version before this one that runs beside it: the address is the account's (docs/decisions/0028). */
  @Column({ ...column.varchar(254), nullable: true })
  email!: string | null

  /** The test clock that this customer lives by, for ever; null for the real world. */
  @Column({ ...column.id, name: 'clock_id', nullable: true })
  clockId!: string | null

  /** Rises with every lock of the row: what only locks conflicts with nothing on another node. */
  @Column({ ...column.integer, name: 'lock_no', default: 0 })
  lockNo!: number

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}

export type AccountStatus = 'ACTIVE' | 'CLOSING' | 'CLOSED'

/** One stay of a customer with the bank: opened by registering, closed by opting out. */
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

  /** The customer's id until the account is closed, then null: the database lets a customer have one open account. */
  @Column({ ...column.id, name: 'open_key', nullable: true })
  openKey!: string | null

  @Column({ ...column.date, name: 'opened_on' })
  openedOn!: LocalDate

  /** The business date and the moment of an opt-out, as long as not all of its withdrawals are booked: the terms of those to come. */
  @Column({ ...column.date, name: 'leave_on', nullable: true })
  closingOn!: LocalDate | null

  @Column({ ...column.instant, name: 'leave_at', nullable: true })
  closingAt!: Instant | null

  @Column({ ...column.date, name: 'closed_on', nullable: true })
  closedOn!: LocalDate | null

  /** In which its customer last asked; null until then, and in a row of a version that did not keep it. */
  @Column({ ...column.word, nullable: true })
  language!: Language | null

  /** Where its statements go. It stays with this account: whoever has the number next is another person. */
  @Column({ ...column.varchar(254), nullable: true })
  email!: string | null

  /** How many blocks it has that are not lifted: whoever has none is asked no further. */
  @Column({ ...column.integer, default: 0 })
  blocks!: number

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}
