import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import {
  anyId,
  anyOf,
  inDateRange,
  inInstantRange,
  whetherSet,
  ofCustomerOrAccount,
  sumInRange,
} from '../../platform/graphql/filters.js'
import { AccountBlock } from './block.entity.js'
import { AccountBlockType, blockCauseEnum, blockScopeEnum, toAccountBlock } from './block.types.js'
import { Account, Customer } from './customer.entity.js'
import { AccountType, accountStatusEnum, CustomerType, toAccount, toCustomer } from './customer.types.js'

export const customers = connection<Customer>({
  name: 'Customer',
  of: 'customers',
  node: () => CustomerType,
  source: rowsOf(Customer),
  filter: {
    clock: anyId('clockId', 'On any of these test clocks, `CLK-...`.'),
    created: inInstantRange('createdAt', 'First registered in this period.'),
    saved: sumInRange('id', 'With this much in deposits that have not been withdrawn, in all products.', {
      of: ({ dialect }, column) => `(SELECT SUM(deposits.principal) FROM deposits
        ${dialect.joinInOrder} positions ON positions.id = deposits.position_id AND positions.status <> 'CLOSED'
        WHERE deposits.customer_id = ${column})`,
      // An upper bound of the sum: it includes withdrawn deposits, so that the index of deposits is enough to compute it.
      noMoreThan: (column) =>
        `(SELECT SUM(ever.principal) FROM deposits ever WHERE ever.customer_id = ${column})`,
    }),
  },
  sorts: {
    NEWEST: descending('id', 'The latest registration first.'),
    OLDEST: ascending('id', 'The earliest registration first.'),
  },
  toNodes: (rows, { personal }) => rows.map((row) => toCustomer(row, personal)),
})

export const accounts = connection<Account>({
  name: 'Account',
  of: 'accounts',
  node: () => AccountType,
  source: rowsOf(Account),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    status: anyOf('status', () => accountStatusEnum, 'In any of these states.'),
    openedOn: inDateRange('openedOn', 'Opened on one of these business dates.'),
    closedOn: inDateRange('closedOn', 'Closed on one of these business dates.'),
  },
  sorts: {
    NEWEST: descending('id', 'The newest account first.'),
    OLDEST: ascending('id', 'The oldest account first.'),
  },
  toNodes: (rows, { personal }) => rows.map((row) => toAccount(row, personal)),
})

export const blocks = connection<AccountBlock>({
  name: 'AccountBlock',
  of: 'blocks of accounts',
  node: () => AccountBlockType,
  source: rowsOf(AccountBlock),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    cause: anyOf('cause', () => blockCauseEnum, 'For any of these causes.'),
    scope: anyOf('scope', () => blockScopeEnum, 'With any of these scopes.'),
    placed: inInstantRange('placedAt', 'Placed in this period.'),
    endsOn: inDateRange('endsOn', 'That end on one of these business dates.'),
    isOpen: whetherSet('openKey', 'Whether it is not lifted.'),
  },
  sorts: {
    NEWEST: descending('id', 'The latest first.'),
    OLDEST: ascending('id', 'The oldest first.'),
  },
  toNodes: (rows) => rows.map(toAccountBlock),
})
