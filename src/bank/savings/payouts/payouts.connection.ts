import { rowsOf } from '../../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../../platform/graphql/connection.js'
import { failureReasonEnum } from '../../failure-reasons/failure-reason.js'
import {
  inAmountRange,
  anyId,
  anyOf,
  inDateRange,
  inInstantRange,
  ofCustomerOrAccount,
} from '../../../platform/graphql/filters.js'
import { ofPosition } from '../records/of-position.filter.js'
import { Payout } from '../records/payout.entity.js'
import { payoutsById } from './payouts.loaders.js'
import { payoutStatusEnum, PayoutType, toPayout, withdrawalBasisEnum } from './payout.types.js'

export const payouts = connection<Payout>({
  name: 'Payout',
  of: 'payouts',
  node: () => PayoutType,
  source: rowsOf(Payout, ['status', 'createdAt']),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    account: ofCustomerOrAccount('accountId', 'Of this account.'),
    status: anyOf('status', () => payoutStatusEnum, 'In any of these states.'),
    reason: anyOf('failureCode', () => failureReasonEnum, 'That failed for any of these reasons.'),
    basis: anyOf('basis', () => withdrawalBasisEnum, 'With any of these bases.'),
    product: ofPosition('product_code', 'From any of these products.'),
    position: anyId('positionId', 'Of any of these positions, `POS-...`.'),
    book: anyId('book', 'Of the real world, `system`, or of test clocks, `CLK-...`.'),
    reference: anyId('withdrawalReference', 'For any of these previews, `WDR-...`.'),
    amount: inAmountRange('amount', 'With an amount in this range.'),
    exitedOn: inDateRange('withdrawnOn', 'Withdrawn on one of these business dates.'),
    heldUntil: inInstantRange('heldUntil', 'Whose hold ends in this period.'),
    settledOn: inDateRange('settledOn', 'Ended on one of these booking dates.'),
    created: inInstantRange('createdAt', 'Written in this period.'),
  },
  sorts: {
    NEWEST: descending('createdAt', 'The latest first.'),
    OLDEST: ascending('createdAt', 'The oldest first.'),
    LARGEST: descending('amount', 'The largest amount first.'),
  },
  toNodes: (rows, { call, load }) =>
    Promise.all(rows.map(async ({ id }) => toPayout((await load(payoutsById, id))!, call))),
})
