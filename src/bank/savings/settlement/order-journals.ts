import type { Tx } from '../../../platform/database/database.js'
import type { LedgerAccount } from '../../ledger/chart.js'
import { postJournal, type NewJournal } from '../../ledger/post-journal.js'
import type { PaymentOrder } from '../../payments/payment.entity.js'
import { PAID_OUT_OF_BAND } from '../../payments/review.rules.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Instant } from '../../../kernel/clock.js'

/** The common fields of every journal of a payment order: its customer, its book and its booking date. */
export const ofOrder = (
  { book, customerId, currency }: PaymentOrder,
  on: LocalDate,
): Pick<NewJournal, 'book' | 'customerId' | 'businessOn' | 'valueOn' | 'currency'> => ({
  book,
  customerId,
  businessOn: on,
  valueOn: on,
  currency,
})

interface Paid {
  /** The day on which it is booked. */
  readonly on: LocalDate
  /** The account that the money of a transfer is in until it reaches the customer. */
  readonly reserve: { readonly account: LedgerAccount; readonly dimension?: string }
}

/** Books that the money has left our wallet, on the day on which this became known. */
export const postPaid = (
  tx: Tx,
  now: Instant,
  order: PaymentOrder,
  { on, kind, reserve }: Paid & { readonly kind: 'PAID' | 'REFUND' },
): Promise<void> =>
  postJournal(tx, now, {
    ...ofOrder(order, on),
    reference: `${kind}:${order.id}`,
    lines: [
      { ...reserve, amount: order.amount },
      { account: 'wallet_clearing', amount: -order.amount },
    ],
  })

/**
 * Books that the customer got the money of a transfer out of band, from other funds, after the transfer has FAILED.
 */
export const postPaidOutOfBand = (
  tx: Tx,
  now: Instant,
  order: PaymentOrder,
  { on, reserve }: Paid,
): Promise<void> =>
  postJournal(tx, now, {
    ...ofOrder(order, on),
    reference: `${PAID_OUT_OF_BAND}:${order.id}`,
    lines: [
      { ...reserve, amount: order.amount },
      { account: 'settled_otherwise', amount: -order.amount },
    ],
  })
