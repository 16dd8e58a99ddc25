import type { Tx } from '../database/database.js'
import type { LedgerAccount } from '../ledger/chart.js'
import { postJournal, type NewJournal } from '../ledger/post-journal.js'
import type { PaymentOrder } from '../payments/payment.entity.js'
import type { LocalDate } from '../shared/calendar.js'
import type { Instant } from '../shared/clock.js'

/** What every journal of a payment order says: whose it is, in which book, on the order's own business date. */
export const ofOrder = ({
  book,
  customerId,
  businessOn,
  currency,
}: PaymentOrder): Pick<NewJournal, 'book' | 'customerId' | 'businessOn' | 'currency'> => ({
  book,
  customerId,
  businessOn,
  currency,
})

/** What the money of a transfer was until it reached the customer. */
interface Waited {
  readonly account: LedgerAccount
  readonly dimension?: string
}

/** It left our wallet on the order's own date. */
export const postPaid = (
  tx: Tx,
  now: Instant,
  order: PaymentOrder,
  kind: 'PAID' | 'REFUND',
  waited: Waited,
): Promise<void> =>
  postJournal(tx, now, {
    ...ofOrder(order),
    reference: `${kind}:${order.id}`,
    lines: [
      { ...waited, amount: order.amount },
      { account: 'wallet_clearing', amount: -order.amount },
    ],
  })

/** It was refused for good, and reached the customer another way on this date, of another's money. */
export const postPaidOtherwise = (
  tx: Tx,
  now: Instant,
  order: PaymentOrder,
  on: LocalDate,
  waited: Waited,
): Promise<void> =>
  postJournal(tx, now, {
    ...ofOrder(order),
    businessOn: on,
    reference: `PAID_OTHERWISE:${order.id}`,
    lines: [
      { ...waited, amount: order.amount },
      { account: 'settled_otherwise', amount: -order.amount },
    ],
  })
