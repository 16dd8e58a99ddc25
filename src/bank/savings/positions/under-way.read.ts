import type { Database } from '../../../platform/database/database.js'
import { selectAll } from '../../../platform/database/rows.js'
import { isUnderReview } from '../../payments/order.rules.js'
import { inFlight } from '../../payments/orders.repository.js'
import { PaymentOrder } from '../../payments/payment.entity.js'
import type { LocalDate } from '../../../kernel/calendar.js'
import type { Call } from '../../../kernel/call.js'
import type { Minor } from '../../../kernel/money.js'
import type { Msisdn } from '../../../kernel/msisdn.js'
import { findCustomer } from '../../customers/customers.repository.js'
import type { PayoutView } from '../records/payouts.repository.js'
import { readRefunds } from '../records/refunds.read.js'
import { readPositions } from '../records/savings.read.js'
import { progressOn } from '../records/transfers.sql.js'
import { standingOfPayout } from '../records/standing.js'
import { depositStanding, isOwed, refundStanding } from '../rules/under-way.rules.js'
import { type Standings } from '../../messages/standings.js'

interface Money {
  /** The payment order of a deposit (also of a refunded one), or the payout. */
  readonly id: string
  /** The reference that the customer has: `DEP-...` or `SET-...`. */
  readonly reference: string
  /** The part that has not arrived. */
  readonly amount: Minor
  readonly currency: string
  /** The business date on which it was asked for. */
  readonly on: LocalDate
}

/** Money of a customer that is under way, to us or to them. */
export type UnderWay = Money &
  (
    | { readonly kind: 'DEPOSIT'; readonly standing: Standings['DEPOSIT'] }
    | { readonly kind: 'PAYOUT'; readonly standing: Standings['PAYOUT']; readonly payout: PayoutView }
    | { readonly kind: 'REFUND'; readonly standing: Standings['REFUND'] }
  )

/** Money under way of the present account of a number: deposits, then payouts, then refunds, each oldest first. */
export const readUnderWay = async (
  { read }: Pick<Database, 'read'>,
  call: Pick<Call, 'now' | 'today'>,
  msisdn: Msisdn,
): Promise<UnderWay[]> => {
  const facts = await findCustomer(read, call, msisdn)
  if (!facts?.account) return []
  const { customer, account, today } = facts
  const own = [customer.id, account.id]
  const [orders, positions, refunds] = await Promise.all([
    selectAll(
      read,
      PaymentOrder,
      `WHERE customer_id = ? AND account_id = ? AND kind = 'COLLECT' AND ${inFlight} ORDER BY created_at, id`,
      own,
    ),
    readPositions(read, call, msisdn),
    readRefunds(read, msisdn),
  ])
  const isClosing = account.status !== 'ACTIVE'
  return [
    ...orders.map((order) => ({
      kind: 'DEPOSIT' as const,
      standing: depositStanding({ isUnderReview: isUnderReview(order), isClosing }),
      id: order.id,
      reference: order.quoteReference ?? order.id,
      amount: order.amount,
      currency: order.currency,
      on: order.businessOn,
    })),
    ...positions.flatMap(({ payout }) => {
      if (payout === null) return []
      const { standing, amount } = standingOfPayout(payout, call)
      const { id, currency, withdrawnOn: on } = payout
      return { kind: 'PAYOUT' as const, standing, payout, id, reference: id, amount, currency, on }
    }),
    ...refunds
      .map(({ id, reference, amount, currency, on, ...refund }) => ({
        kind: 'REFUND' as const,
        standing: refundStanding(amount, progressOn(refund, today)),
        id,
        reference,
        amount: amount - refund.arrived,
        currency,
        on,
      }))
      .filter(({ standing }) => isOwed(standing)),
  ]
}
