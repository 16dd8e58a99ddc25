import { keyOfAnyId } from '../../kernel/ids.js'
import { columnIn, rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import { anyId, anyOf, inInstantRange, ofCustomerOrAccount } from '../../platform/graphql/filters.js'
import { AuditEntry } from '../../platform/identity/audit.entity.js'
import { auditActionEnum, AuditEntryType, toAuditEntry } from './audit.types.js'

export const auditEntries = connection<AuditEntry>({
  name: 'AuditEntry',
  of: 'audit entries',
  node: () => AuditEntryType,
  source: rowsOf(AuditEntry),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'About this customer.'),
    actor: anyId('actor', 'Of any of these persons or systems, by name.'),
    actorId: anyId('actorId', 'Of any of these persons or systems, by id.'),
    action: anyOf('action', () => auditActionEnum, 'Of any of these actions.'),
    subject: {
      ...anyId('subject', 'With any of these subjects.'),
      // Changes have the key of a row, and reads the id as it was given.
      where: (column, value) =>
        columnIn(
          column,
          (value as readonly string[]).flatMap((id) => [id, keyOfAnyId(id)]),
        ),
    },
    at: inInstantRange('at', 'In this period.'),
  },
  sorts: {
    NEWEST: descending('at', 'The latest first.'),
    OLDEST: ascending('at', 'The oldest first.'),
  },
  toNodes: (rows, { personal }) => rows.map((row) => toAuditEntry(row, personal)),
})
