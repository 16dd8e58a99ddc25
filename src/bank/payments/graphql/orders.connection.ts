import { rowsOf } from '../../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../../platform/graphql/connection.js'
import { failureReasonEnum } from '../../failure-reasons/failure-reason.js'
import {
  inAmountRange,
  anyId,
  anyOf,
  inDateRange,
  inInstantRange,
  whetherSet,
  byPersonalData,
  ofCustomerOrAccount,
} from '../../../platform/graphql/filters.js'
import { MsisdnScalar } from '../../../platform/graphql/scalars.js'
import { PaymentOrder } from '../payment.entity.js'
import { orderStatusEnum, paymentKindEnum, PaymentOrderType, toPaymentOrder } from './payment.types.js'

export const orders = connection<PaymentOrder>({
  name: 'PaymentOrder',
  of: 'payment orders',
  node: () => PaymentOrderType,
  source: rowsOf(PaymentOrder, ['status', 'createdAt']),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    account: ofCustomerOrAccount('accountId', 'Of this account.'),
    msisdn: byPersonalData('msisdn', () => MsisdnScalar, 'To or from any of these numbers.'),
    kind: anyOf('kind', () => paymentKindEnum, 'In this direction.'),
    status: anyOf('status', () => orderStatusEnum, 'In any of these states.'),
    reason: anyOf('failureCode', () => failureReasonEnum, 'That failed for any of these reasons.'),
    product: anyId('productCode', 'Collections into any of these products.'),
    book: anyId('book', 'Of the real world, `system`, or of test clocks, `CLK-...`.'),
    reference: anyId('quoteReference', 'For any of these quotes, `DEP-...`.'),
    providerTransaction: anyId('providerTransactionId', 'With any of these numbers of the provider.'),
    payout: anyId('payoutId', 'Transfers of any of these payouts, `SET-...`.'),
    isRefund: whetherSet('refundOf', 'Whether they are transfers of a refund.'),
    amount: inAmountRange('amount', 'With an amount in this range.'),
    businessDate: inDateRange(
      'businessOn',
      'Confirmed, or for a transfer written, on one of these business dates.',
    ),
    settledOn: inDateRange('settledOn', 'Ended on one of these booking dates.'),
    created: inInstantRange('createdAt', 'Written in this period.'),
  },
  sorts: {
    NEWEST: descending('createdAt', 'The latest first.'),
    OLDEST: ascending('createdAt', 'The oldest first.'),
    LARGEST: descending('amount', 'The largest amount first.'),
  },
  toNodes: (rows, { personal }) => rows.map((row) => toPaymentOrder(row, personal)),
})

/** The payment orders that are transfers of a refund. */
export const refunds = orders.part(
  { name: 'Refund', of: 'refunds' },
  { sql: 'payment_orders.refund_of IS NOT NULL', parameters: [] },
)
