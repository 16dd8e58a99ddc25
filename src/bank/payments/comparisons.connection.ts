import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import { atLeast, inDateRange } from '../../platform/graphql/filters.js'
import { OrderComparisonType, toOrderComparison } from './comparison.types.js'
import { OrderComparison } from './payment.entity.js'

export const orderComparisons = connection<OrderComparison>({
  name: 'OrderComparison',
  of: 'days that are compared with the provider',
  node: () => OrderComparisonType,
  source: rowsOf(OrderComparison),
  key: ['day'],
  filter: {
    day: inDateRange('day', 'Any of these dates.'),
    differences: atLeast('differences', 'With at least this many differences.'),
  },
  sorts: {
    LATEST: descending('day', 'The latest day first.'),
    EARLIEST: ascending('day', 'The earliest day first.'),
  },
  toNodes: (rows) => rows.map(toOrderComparison),
})
