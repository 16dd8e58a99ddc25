import { rowsOf } from '../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../platform/graphql/connection.js'
import {
  inAmountRange,
  anyId,
  anyOfKind,
  anyOf,
  inDateRange,
  inInstantRange,
  ofCustomerOrAccount,
} from '../../platform/graphql/filters.js'
import { Journal } from './ledger.entity.js'
import { entrySource, type LedgerEntry } from './ledger.read.js'
import { JournalType, ledgerAccountEnum, LedgerEntryType, toJournal, toLedgerEntry } from './ledger.types.js'

const valueDate = inDateRange('valueOn', 'With one of these value dates.')

export const journals = connection<Journal>({
  name: 'Journal',
  of: 'journals',
  node: () => JournalType,
  source: rowsOf(Journal),
  filter: {
    book: anyId('book', 'Of the real world, `system`, or of test clocks, `CLK-...`.'),
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    reference: anyId('reference', 'With any of these references, `DEPOSIT:...`.'),
    businessDate: inDateRange('businessOn', 'Booked on one of these business dates.'),
    valueDate: {
      ...valueDate,
      where: (column, value, context) =>
        valueDate.where(`COALESCE(${column}, journals.business_on)`, value, context),
    },
    created: inInstantRange('createdAt', 'Written in this period.'),
  },
  sorts: {
    NEWEST: descending('id', 'The latest first.'),
    OLDEST: ascending('id', 'The oldest first.'),
    BOOKED_LAST: descending('businessOn', 'The latest booking date first.'),
    BOOKED_FIRST: ascending('businessOn', 'The earliest booking date first.'),
  },
  toNodes: (rows) => rows.map(toJournal),
})

export const ledgerEntries = connection<LedgerEntry>({
  name: 'LedgerEntry',
  of: 'entries of the ledger',
  node: () => LedgerEntryType,
  source: entrySource,
  key: ['journalId', 'line'],
  filter: {
    book: anyId('book', 'Of the real world, `system`, or of test clocks, `CLK-...`.'),
    account: anyOf('account', () => ledgerAccountEnum, 'Of any of these accounts.'),
    dimension: anyId('dimension', 'Of any of these positions, products, payouts and deposits.'),
    journal: anyOfKind('journalId', 'Journal', 'Lines of any of these journals.'),
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    amount: inAmountRange(
      'amount',
      'With an amount in this range. Credits are negative: `atMost` matches all of them, `atLeast` none.',
    ),
    businessDate: inDateRange('businessOn', 'Booked on one of these business dates.'),
  },
  sorts: {
    NEWEST: descending('journalId', 'The latest first.'),
    OLDEST: ascending('journalId', 'The oldest first.'),
  },
  toNodes: (rows) => rows.map(toLedgerEntry),
})
