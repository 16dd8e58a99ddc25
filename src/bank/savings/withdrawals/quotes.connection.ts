import { columnIn, rowsOf } from '../../../platform/database/keyset.js'
import { ascending, connection, descending } from '../../../platform/graphql/connection.js'
import {
  anyId,
  anyOf,
  anyShown,
  inDateRange,
  inInstantRange,
  ofCustomerOrAccount,
  type FilterField,
} from '../../../platform/graphql/filters.js'
import { describedEnum } from '../../../platform/graphql/words.js'
import type { PersonalData } from '../../../platform/identity/personal-data.js'
import { QuoteType, toQuote, type DepositQuoteType } from '../deposits/quote.types.js'
import { RequestLogEntry } from '../records/request-log.entity.js'
import {
  depositSummaryOperation,
  quotedTermsOf,
  withdrawalSummaryOperation,
} from '../records/request-log.repository.js'
import { toWithdrawalQuote, type WithdrawalQuoteType } from './withdrawal-quote.types.js'

type QuoteKind = 'DEPOSIT' | 'WITHDRAWAL'

const quoteKindEnum = describedEnum<QuoteKind>('QuoteKind', 'What a customer was shown.', {
  DEPOSIT: 'A deposit summary, `DEP-...`.',
  WITHDRAWAL: 'A withdrawal preview, `WDR-...`.',
})

const operations: Readonly<Record<QuoteKind, string>> = {
  DEPOSIT: depositSummaryOperation,
  WITHDRAWAL: withdrawalSummaryOperation,
}

const kind = anyOf('operation', () => quoteKindEnum, 'Of these kinds.')

/** SQL: the terms from the product code on. Terms are JSON that only this service writes, so their form is known. */
const termsFromProduct = (terms: string): string =>
  `SUBSTR(${terms}, INSTR(${terms}, '"productCode":"') + LENGTH('"productCode":"'))`

const product: FilterField<'terms'> = {
  ...anyId('terms', 'Of any of these products.'),
  where: (column, value) => {
    const from = termsFromProduct(column)
    return columnIn(`SUBSTR(${from}, 1, INSTR(${from}, '"') - 1)`, value as readonly string[])
  },
}

/** Converts a row with readable terms, as `quotesOnly` and `readShown` select them. */
export const toAnyQuote = (
  entry: RequestLogEntry,
  personal: PersonalData,
): DepositQuoteType | WithdrawalQuoteType => {
  const { terms } = quotedTermsOf(entry)
  return 'shown' in terms
    ? toWithdrawalQuote({ entry, terms }, personal)!
    : toQuote({ entry, terms }, personal)
}

export const quotes = connection<RequestLogEntry>({
  name: 'Quote',
  of: 'quotes',
  node: () => QuoteType,
  source: rowsOf(RequestLogEntry),
  filter: {
    customer: ofCustomerOrAccount('customerId', 'Of this customer.'),
    kind: {
      ...kind,
      where: (column, value, context) =>
        kind.where(
          column,
          (value as readonly QuoteKind[]).map((each) => operations[each]),
          context,
        ),
    },
    product,
    reference: anyId('reference', 'Of any of these references, `DEP-...` or `WDR-...`.'),
    session: anyShown('sessionId', 'Shown in any of these sessions of the gateway.'),
    journey: anyShown('journeyId', 'Shown in any of these journeys of the gateway.'),
    businessDate: inDateRange('businessOn', 'Shown on one of these business dates.'),
    created: inInstantRange('createdAt', 'Shown in this period.'),
  },
  sorts: {
    NEWEST: descending('id', 'The latest first.'),
    OLDEST: ascending('id', 'The oldest first.'),
  },
  toNodes: (rows, { personal }) => rows.map((entry) => toAnyQuote(entry, personal)),
})

/** Rows with readable terms: the first withdrawal previews recorded only the sum. */
export const quotesOnly = {
  sql: `request_log.reference IS NOT NULL AND request_log.terms IS NOT NULL
    AND (request_log.operation = ? OR (request_log.operation = ? AND request_log.terms LIKE '%"shown":{%'))`,
  parameters: [depositSummaryOperation, withdrawalSummaryOperation],
}
