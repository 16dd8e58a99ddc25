import { Column, Entity, Index, PrimaryColumn } from 'typeorm'
import * as column from '../../platform/database/columns.js'
import type { LocalDate } from '../../kernel/calendar.js'
import type { Instant } from '../../kernel/clock.js'
import type { Msisdn } from '../../kernel/msisdn.js'
import type { OrderStatus, ReviewKind } from './order.rules.js'
import type { PaymentKind } from './port.js'
import type { ResolutionOutcome } from './review.rules.js'

/**
 * One instruction to the wallet provider. It is its own outbox row: written in the transaction that decides it, and due from
 * then on. Its id is the reference under which the provider knows it.
 */
@Entity({ name: 'payment_orders' })
@Index('uq_payment_orders_quote', ['quoteReference'], { unique: true })
@Index('uq_payment_orders_part', ['payoutId', 'part', 'attempt'], { unique: true })
@Index('uq_payment_orders_refund', ['refundOf', 'part', 'attempt'], { unique: true })
@Index('ix_payment_orders_due', ['dueAt'])
@Index('ix_payment_orders_reset', ['resetAt'])
@Index('ix_payment_orders_customer', ['customerId', 'createdAt'])
@Index('ix_payment_orders_account', [
  'customerId',
  'accountId',
  'kind',
  'payoutId',
  'settledOn',
  'createdAt',
  'id',
])
@Index('ix_payment_orders_settled', ['settledOn', 'id'])
@Index('ix_payment_orders_settled_at', ['settledAt'])
@Index('ix_payment_orders_newest', ['createdAt', 'id'])
@Index('ix_payment_orders_msisdn', ['msisdn', 'createdAt', 'id'])
@Index('ix_payment_orders_status', ['status', 'createdAt', 'id'])
@Index('ix_payment_orders_transaction', ['providerTransactionId'])
export class PaymentOrder {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.word })
  kind!: PaymentKind

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.id, name: 'account_id' })
  accountId!: string

  /** The book: a test clock, whose orders go to the emulator only, or `system`. */
  @Column({ ...column.id })
  book!: string

  @Column({ ...column.varchar(15) })
  msisdn!: Msisdn

  @Column({ ...column.money })
  amount!: bigint

  @Column({ ...column.varchar(3) })
  currency!: string

  /** The text that the provider shows to the customer. */
  @Column({ ...column.varchar(160) })
  note!: string

  @Column({ ...column.word })
  status!: OrderStatus

  /** Why it failed, as our code. */
  @Column({ ...column.word, name: 'failure_code', nullable: true })
  failureCode!: string | null

  /** Why it failed, could not be sent, or has no usable answer: the provider's reason, or ours where it gave none. */
  @Column({ ...column.varchar(255), name: 'provider_reason', nullable: true })
  providerReason!: string | null

  @Column({ ...column.varchar(64), name: 'provider_transaction_id', nullable: true })
  providerTransactionId!: string | null

  /** The quote of a collection: its terms are booked once the money has moved. Unique, since a quote is paid once. */
  @Column({ ...column.id, name: 'quote_reference', nullable: true })
  quoteReference!: string | null

  /** The product in which a collection takes up room while it is in flight. */
  @Column({ ...column.word, name: 'product_code', nullable: true })
  productCode!: string | null

  /** The payout of which this order sends a part. A part that failed may be sent again as a new attempt, with a new order. */
  @Column({ ...column.id, name: 'payout_id', nullable: true })
  payoutId!: string | null

  /** The collection that this order refunds, whole or in part: its money arrived for a closing account. */
  @Column({ ...column.id, name: 'refund_of', nullable: true })
  refundOf!: string | null

  @Column({ ...column.integer, nullable: true })
  part!: number | null

  @Column({ ...column.integer, nullable: true })
  attempt!: number | null

  /** The business date of the confirm, which is the value date of the deposit; of a transfer, that on which it was written. */
  @Column({ ...column.date, name: 'business_on' })
  businessOn!: LocalDate

  /** When a worker sends or polls it next; a claim adds the lease. Null once the order is terminal. */
  @Column({ ...column.instant, name: 'due_at', nullable: true })
  dueAt!: Instant | null

  /** The next poll by the ladder, while a callback or a walk has triggered an extra poll that uses no rung. */
  @Column({ ...column.instant, name: 'resume_at', nullable: true })
  resumeAt!: Instant | null

  /** How many times in a row its answer could not be booked, because of a bug of this service or a corrupt row. */
  @Column({ ...column.integer, default: 0 })
  failures!: number

  /** Sends that the provider may have accepted. Each is counted before it is made, so that a send before a crash counts too. */
  @Column({ ...column.integer })
  sends!: number

  /** The rung of the polling ladder that it is on. */
  @Column({ ...column.integer })
  polls!: number

  /** When a reset asked to end it; null once a worker has claimed it for that. */
  @Column({ ...column.instant, name: 'reset_at', nullable: true })
  resetAt!: Instant | null

  /** When it was first sent, or sent again after the provider was found not to have it, by the database's clock. */
  @Column({ ...column.instant, name: 'sent_at', nullable: true })
  sentAt!: Instant | null

  /** The booking date of its end, SUCCESSFUL or FAILED: that day's comparison covers it. Null before, and if it was cancelled unsent. */
  @Column({ ...column.date, name: 'settled_on', nullable: true })
  settledOn!: LocalDate | null

  @Column({ ...column.instant, name: 'settled_at', nullable: true })
  settledAt!: Instant | null

  /** The business date on which two people booked that a refused transfer was paid out of band. */
  @Column({ ...column.date, name: 'paid_otherwise_on', nullable: true })
  paidOutOfBandOn!: LocalDate | null

  @Column({ ...column.instant, name: 'created_at' })
  createdAt!: Instant

  /** W3C `traceparent` of the call that made it; null without tracing. */
  @Column({ ...column.varchar(64), nullable: true })
  traceparent!: string | null
}

/**
 * A review case. At most one is open per order and kind; after it is resolved another may be opened. A proposal stays
 * on its case until an approver, who is another person, has confirmed or rejected it.
 */
@Entity({ name: 'review_cases' })
@Index('uq_review_cases_open', ['openKey'], { unique: true })
@Index('uq_review_cases_proposal', ['proposalId'], { unique: true })
@Index('ix_review_cases_order', ['orderId'])
@Index('ix_review_cases_status', ['status', 'id'])
@Index('ix_review_cases_customer', ['customerId', 'id'])
export class ReviewCase {
  @PrimaryColumn({ ...column.id })
  id!: string

  @Column({ ...column.word })
  kind!: ReviewKind

  @Column({ ...column.id, name: 'order_id' })
  orderId!: string

  @Column({ ...column.id, name: 'customer_id' })
  customerId!: string

  @Column({ ...column.varchar(500) })
  detail!: string

  @Column({ ...column.word })
  status!: 'OPEN' | 'RESOLVED'

  /** Order and kind while it is open, null once it is resolved. */
  @Column({ ...column.varchar(80), name: 'open_key', nullable: true })
  openKey!: string | null

  /** The id of the proposal. A new proposal has a new id, so that an approver confirms exactly the one that they were shown. */
  @Column({ ...column.id, name: 'proposal_id', nullable: true })
  proposalId!: string | null

  @Column({ ...column.word, nullable: true })
  outcome!: ResolutionOutcome | null

  /** The provider's failure reason, if the proposed outcome is ORDER_FAILED. */
  @Column({ ...column.varchar(255), nullable: true })
  reason!: string | null

  /** The proposer's evidence from the provider: a ticket, a line of a statement. */
  @Column({ ...column.text, nullable: true })
  evidence!: string | null

  @Column({ ...column.varchar(128), name: 'proposed_by', nullable: true })
  proposedBy!: string | null

  /** The proposer's id; null in rows from before persons had ids. */
  @Column({ ...column.varchar(255), name: 'proposed_by_id', nullable: true })
  proposedById!: string | null

  @Column({ ...column.instant, name: 'proposed_at', nullable: true })
  proposedAt!: Instant | null

  /** The approver. Null while it is open, and where no proposal resolved it but something else, such as the provider's answer. */
  @Column({ ...column.varchar(128), name: 'confirmed_by', nullable: true })
  confirmedBy!: string | null

  /** The name of the member of staff to whom it is assigned. Their id is null where the name has no id yet, or several. */
  @Column({ ...column.varchar(128), name: 'assigned_to', nullable: true })
  assignedTo!: string | null
  @Column({ ...column.varchar(255), name: 'assigned_to_id', nullable: true })
  assignedToId!: string | null

  @Column({ ...column.instant, name: 'opened_at' })
  openedAt!: Instant

  @Column({ ...column.instant, name: 'resolved_at', nullable: true })
  resolvedAt!: Instant | null
}

/** A day whose orders are compared with the provider. Its row is the lock of the comparison and records its progress. */
@Entity({ name: 'order_comparisons' })
export class OrderComparison {
  @PrimaryColumn({ ...column.date })
  day!: LocalDate

  /** The last order compared, so that an interrupted day resumes there; empty before the first. */
  @Column({ ...column.id, name: 'last_order_id' })
  lastOrderId!: string

  @Column({ ...column.integer })
  compared!: number

  @Column({ ...column.integer })
  differences!: number

  /** When its comparison began. Orders whose end was not committed by then are compared together with those of the next day. */
  @Column({ ...column.instant, name: 'began_at', nullable: true })
  beganAt!: Instant | null

  @Column({ ...column.instant, name: 'finished_at', nullable: true })
  finishedAt!: Instant | null
}
