import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import {
  anyId,
  anyOf,
  inDateRange,
  inInstantRange,
  byPersonalData,
  ofCustomerOrAccount,
} from '../../platform/graphql/filters.js'
import { Statement } from '../statement-orders/statement.entity.js'
import { statementStatusEnum, StatementType, toStatement } from './statement.types.js'

const byAddress = byPersonalData(
  'email',
  () => String,
  'Sent, or to be sent, to any of these addresses, in any case.',
)

export const statements = connection<Statement>({
  name: 'Statement',
  of: 'statements',
  node: () => StatementType,
  source: rowsOf(Statement),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    account: ofCustomerOrAccount('accountId', 'Of this account.'),
    status: anyOf('status', () => statementStatusEnum, 'In any of these states.'),
    email: {
      ...byAddress,
      where: (column, value, context) =>
        byAddress.where(
          `${column}_key`,
          (value as readonly string[]).map((address) => address.toLowerCase()),
          context,
        ),
    },
    reason: anyId('problem', 'Whose last attempt failed for any of these reasons.'),
    businessDate: inDateRange('businessOn', 'Issued on one of these business dates.'),
    requested: inInstantRange('createdAt', 'Asked for in this period.'),
  },
  sorts: {
    NEWEST: descending('createdAt', 'The latest first.'),
    OLDEST: ascending('createdAt', 'The oldest first.'),
  },
  toNodes: (rows, { personal }) => rows.map((row) => toStatement(row, personal)),
})
