import { rowsOf } from '../../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../../platform/graphql/connection.js'
import { inAmountRange, anyId, anyOf, anyOfKind, inDateRange } from '../../../platform/graphql/filters.js'
import { paymentKindEnum } from '../graphql/payment.types.js'
import { ProviderLine } from './provider-file.entity.js'
import { lineStateEnum, ProviderLineType, toProviderLine } from './provider-lines.types.js'

export const providerLines = connection<ProviderLine>({
  name: 'ProviderLine',
  of: "lines of the provider's settlement files",
  node: () => ProviderLineType,
  source: rowsOf(ProviderLine),
  key: ['transactionId'],
  filter: {
    state: anyOf('state', () => lineStateEnum, 'In any of these states.'),
    transaction: anyId('transactionId', 'With any of these ids of the provider.'),
    order: anyOfKind('orderId', 'PaymentOrder', 'Of any of these orders.'),
    kind: anyOf('kind', () => paymentKindEnum, 'In this direction.'),
    amount: inAmountRange('amount', 'With an amount in this range.'),
    completedOn: inDateRange('completedOn', 'Of one of these dates.'),
  },
  sorts: {
    LATEST: descending('completedOn', 'The latest date first.'),
    EARLIEST: ascending('completedOn', 'The first date first.'),
  },
  toNodes: (rows) => rows.map(toProviderLine),
})
