import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { LedgerAccount } from './chart.js'

/** One event in the books: its postings sum to zero per currency and belong to one book. */
@Entity({ name: 'journals' })
@Index('uq_journals_reference', ['reference'], { unique: true })
@Index('ix_journals_book', ['book', 'businessOn', 'id'])
@Index('ix_journals_customer', ['customerId', 'businessOn'])
export class Journal {
  @PrimaryColumn({ ...column.id })
  id!: string

  /** The book: the id of its test clock, or `system` for the real world. */
  @Column({ ...column.id })
  book!: string

  /** The event: `DEPOSIT:<order>`. The unique index refuses to post it twice. */
  @Column({ ...column.varchar(120) })
  reference!: string

  @Column({ ...column.id, name: 'customer_id', nullable: true })
  customerId!: string | null

  /** The booking date: the business date on which it was posted. A database trigger refuses a closed day. */
  @Column({ ...column.date, name: 'business_on' })
  businessOn!: LocalDate

  /** The value date; null, in a row that an older version wrote, means the booking date. */
  @Column({ ...column.date, name: 'value_on', nullable: true })
  valueOn!: LocalDate | null

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant
}

/** One line of a journal: a debit is positive, a credit negative. Never changed, never removed (database triggers). */
@Entity({ name: 'postings' })
@Index('ix_postings_account', ['book', 'account', 'dimension', 'journalId'])
@Index('ix_postings_dimension', ['dimension', 'journalId', 'line'])
export class Posting {
  @PrimaryColumn({ ...column.id, name: 'journal_id' })
  journalId!: string

  @PrimaryColumn({ ...column.integer })
  line!: number

  @Column({ ...column.id })
  book!: string

  @Column({ ...column.word })
  account!: LedgerAccount

  /** The position, product, payout or deposit of a subledger; empty for an account without a dimension. */
  @Column({ ...column.id })
  dimension!: string

  @Column({ ...column.varchar(3) })
  currency!: string

  @Column({ ...column.money })
  amount!: bigint
}

/**
 * The sum of the postings of an account for one position, product, payout or deposit on one booking date. Accounts without such a
 * dimension use the shares below; their rows here are from versions that had no shares.
 */
@Entity({ name: 'ledger_totals' })
@Index('ix_ledger_totals_day', ['book', 'businessOn'])
export class LedgerTotal {
  @PrimaryColumn({ ...column.id })
  book!: string

  @PrimaryColumn({ ...column.word })
  account!: LedgerAccount

  @PrimaryColumn({ ...column.id })
  dimension!: string

  @PrimaryColumn({ ...column.varchar(3) })
  currency!: string

  @PrimaryColumn({ ...column.date, name: 'business_on' })
  businessOn!: LocalDate

  @Column({ ...column.money })
  amount!: bigint
}

/**
 * A share of the sum of an account's postings without a dimension on one booking date. Every settlement of a day adds to that
 * sum, so it is spread over several rows to avoid waiting for one lock; readers add them up.
 */
@Entity({ name: 'ledger_shared_totals' })
export class SharedTotal {
  @PrimaryColumn({ ...column.id })
  book!: string

  @PrimaryColumn({ ...column.date, name: 'business_on' })
  businessOn!: LocalDate

  @PrimaryColumn({ ...column.word })
  account!: LedgerAccount

  @PrimaryColumn({ ...column.varchar(3) })
  currency!: string

  @PrimaryColumn({ ...column.integer })
  share!: number

  @Column({ ...column.money })
  amount!: bigint
}

/** The balance of an account, with all its dimensions, at the end of a closed day: it never changes. */
@Entity({ name: 'ledger_closings' })
export class LedgerClosing {
  @PrimaryColumn({ ...column.id })
  book!: string

  @PrimaryColumn({ ...column.date, name: 'closed_on' })
  closedOn!: LocalDate

  @PrimaryColumn({ ...column.word })
  account!: LedgerAccount

  @PrimaryColumn({ ...column.varchar(3) })
  currency!: string

  @Column({ ...column.money })
  balance!: bigint
}
