import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import { anyId, inInstantRange, ofCustomerOrAccount } from '../../platform/graphql/filters.js'
import { AccessEntry } from '../../platform/identity/access-entry.entity.js'
import { AccessEntryType, toAccessEntry } from './access.types.js'

export const accessEntries = connection<AccessEntry>({
  name: 'AccessEntry',
  of: 'reads by staff',
  node: () => AccessEntryType,
  source: rowsOf(AccessEntry),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    actor: anyId('actor', 'By any of these persons, by name.'),
    actorId: anyId('actorId', 'By any of these persons, by id.'),
    operation: anyId('operation', 'By any of these operations.'),
    at: inInstantRange('at', 'In this period.'),
  },
  sorts: {
    NEWEST: descending('at', 'The latest first.'),
    OLDEST: ascending('at', 'The oldest first.'),
  },
  toNodes: (rows) => rows.map(toAccessEntry),
})
