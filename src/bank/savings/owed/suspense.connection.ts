import { amount, column, columns, date, text, word } from '../../../platform/database/read-row.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import { formatAmount } from '../../../kernel/money.js'
import type { Source } from '../../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../../platform/graphql/connection.js'
import { anyId, inDateRange, ofCustomerOrAccount } from '../../../platform/graphql/filters.js'
import { SuspendedPaymentType, type SuspenseReason } from './suspense.types.js'

/** A collection whose money is in suspense. */
interface Suspended {
  readonly journalId: string
  readonly orderId: string
  readonly customerId: string
  readonly book: string
  readonly since: LocalDate
  readonly amount: bigint
  readonly waiting: bigint
  readonly currency: string
  readonly reason: SuspenseReason
}

const refundedAmount = `(SELECT COALESCE(SUM(refunds.amount), 0) FROM payment_orders refunds
  WHERE refunds.refund_of = collection.id AND (refunds.status = 'SUCCESSFUL' OR refunds.paid_otherwise_on IS NOT NULL))`

/** The condition uses `open_key`: with the status, SQLite would read all open cases for each row. */
const underReview = `EXISTS (SELECT 1 FROM payment_orders refunds
  JOIN review_cases ON review_cases.order_id = refunds.id AND review_cases.open_key IS NOT NULL
  WHERE refunds.refund_of = collection.id)`

const sqlOf: Readonly<Record<keyof Suspended, string>> = {
  journalId: 'postings.journal_id',
  orderId: 'collection.id',
  customerId: 'collection.customer_id',
  book: 'postings.book',
  since: 'journals.business_on',
  amount: 'collection.amount',
  waiting: `(collection.amount - ${refundedAmount})`,
  currency: 'collection.currency',
  reason: `CASE WHEN ${underReview} THEN 'UNDER_REVIEW' ELSE 'BEING_PAID_BACK' END`,
}

const rowOf = columns({
  journalId: column('journalId', text),
  orderId: column('orderId', text),
  customerId: column('customerId', text),
  book: text,
  since: date,
  amount,
  waiting: amount,
  currency: text,
  reason: word<SuspenseReason>(),
})

const inSuspense = `postings.account = 'suspense' AND postings.dimension = '' AND postings.amount < 0`
const isOwed = `collection.amount > ${refundedAmount}`

/**
 * The collections in suspense that are not fully refunded. Read from the postings of the suspense account, in the order of
 * their journals, which an index has. For one customer they are read from the customer's orders, each of which has at most one
 * such journal.
 */
const source: Source<Suspended> = {
  from: ({ dialect: { joinInOrder } }, _conditions, parents) =>
    parents
      ? `payment_orders collection
         ${joinInOrder} journals ON journals.reference = CONCAT('SUSPENSE:', collection.id) AND ${isOwed}
         ${joinInOrder} postings ON postings.journal_id = journals.id AND ${inSuspense}`
      : `postings ${joinInOrder} journals ON journals.id = postings.journal_id AND ${inSuspense}
         ${joinInOrder} payment_orders collection ON collection.id = SUBSTR(journals.reference, 10)
           AND journals.reference LIKE 'SUSPENSE:%' AND ${isOwed}`,
  columns: () => Object.entries(sqlOf).map(([property, column]) => `${column} AS ${property}`),
  column: (_sql, property) => sqlOf[property],
  rowOf: (_sql, row) => rowOf(row),
}

export const suspense = connection<Suspended>({
  name: 'SuspendedPayment',
  of: 'payments in suspense',
  node: () => SuspendedPaymentType,
  source,
  key: ['journalId'],
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    book: anyId('book', 'Of the real world, `system`, or of test clocks, `CLK-...`.'),
    since: inDateRange('since', 'Waiting since one of these booking dates.'),
  },
  sorts: {
    OLDEST: ascending('journalId', 'The longest waiting first.'),
    NEWEST: descending('journalId', 'The latest first.'),
  },
  toNodes: (rows) =>
    rows.map(({ journalId: _, amount, waiting, currency, ...row }) => ({
      ...row,
      currency,
      amount: formatAmount(amount, currency),
      waiting: formatAmount(waiting, currency),
    })),
})
