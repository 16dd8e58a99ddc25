import 'reflect-metadata'
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql'
import { buildSchemaSync, type ContainerType } from 'type-graphql'
import {
  ClocksResolver,
  CustomerClockResolver,
  DayExceptionsResolver,
} from '../bank/end-of-day/clocks.resolver.js'
import { CustomersResolver } from '../bank/customers/customers.resolver.js'
import { AuditResolver, CustomerAuditResolver } from '../back-office/audit.resolver.js'
import { SearchResolver } from '../back-office/search.resolver.js'
import { KeysResolver } from '../back-office/keys.resolver.js'
import { CustomerJournalsResolver, JournalsResolver, LedgerResolver } from '../bank/ledger/ledger.resolver.js'
import { CustomerOrdersResolver, OrdersResolver } from '../bank/payments/graphql/payments.resolver.js'
import { CustomerReviewsResolver, ReviewCasesResolver } from '../bank/payments/review/review.resolver.js'
import { ProposalsResolver } from '../back-office/proposals.resolver.js'
import { ProductsResolver } from '../bank/products/products.resolver.js'
import { DepositsResolver } from '../bank/savings/deposits/deposits.resolver.js'
import { OptOutResolver } from '../bank/savings/closing/opt-out.resolver.js'
import { CustomerPayoutsResolver, PayoutsResolver } from '../bank/savings/payouts/payouts.resolver.js'
import {
  CustomerQuotesResolver,
  DepositQuotesResolver,
  QuotesResolver,
  WithdrawalQuotesResolver,
} from '../bank/savings/withdrawals/quotes.resolver.js'
import { ResetResolver } from '../bank/savings/closing/reset.resolver.js'
import {
  CustomerPositionsResolver,
  DepositLinksResolver,
  SavingsResolver,
} from '../bank/savings/positions/savings.resolver.js'
import { WithdrawalsResolver } from '../bank/savings/withdrawals/withdrawals.resolver.js'
import { CustomerScoresResolver, ScoresResolver } from '../score-requests/graphql/scores.resolver.js'
import { CustomerStatementsResolver, StatementsResolver } from '../bank/statements/statements.resolver.js'
import { guardTypes } from '../platform/graphql/access-of-types.js'
import { authChecker } from '../platform/graphql/access.js'
import type { Domain } from './domain.js'
import { refusalsToErrors } from '../platform/graphql/errors.js'

const resolvers = [
  CustomersResolver,
  CustomerClockResolver,
  CustomerPositionsResolver,
  CustomerOrdersResolver,
  SavingsResolver,
  DepositLinksResolver,
  DepositsResolver,
  WithdrawalsResolver,
  OptOutResolver,
  ResetResolver,
  QuotesResolver,
  DepositQuotesResolver,
  WithdrawalQuotesResolver,
  CustomerQuotesResolver,
  ProductsResolver,
  OrdersResolver,
  ReviewCasesResolver,
  CustomerReviewsResolver,
  PayoutsResolver,
  CustomerPayoutsResolver,
  LedgerResolver,
  JournalsResolver,
  CustomerJournalsResolver,
  ClocksResolver,
  DayExceptionsResolver,
  StatementsResolver,
  CustomerStatementsResolver,
  ScoresResolver,
  CustomerScoresResolver,
  ProposalsResolver,
  KeysResolver,
  AuditResolver,
  SearchResolver,
  CustomerAuditResolver,
] as const

const build = (container: ContainerType, { skipCheck }: { readonly skipCheck: boolean }): GraphQLSchema => {
  const schema = buildSchemaSync({
    resolvers,
    container,
    authChecker,
    globalMiddlewares: [refusalsToErrors],
    validate: false,
    skipCheck,
  })
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()]
  if (query) query.description = 'What can be read. Nothing here changes anything.'
  if (mutation)
    mutation.description =
      'What changes something, with an audit row that names the caller. A quote only goes to the request log.'
  return schema
}

/**
 * The schema of the whole service. Its resolvers are made here, once, by hand. It was asked all about itself when
 * `schema.graphql` was emitted: a start does not ask again.
 */
export const createSchema = (domain: Domain): GraphQLSchema => {
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver, new resolver(domain)]))
  return guardTypes(build({ get: (resolver) => instances.get(resolver) }, { skipCheck: true }))
}

const oneLineDescription = /^( *)"""(.+)"""$/gm

/** The text of `schema.graphql`: in an order that no import can change, and as our formatter would leave it. */
export const schemaText = (): string => {
  const schema = build({ get: () => undefined }, { skipCheck: false })
  const text = printSchema(lexicographicSortSchema(schema))
  return `${text.replace(oneLineDescription, '$1"""\n$1$2\n$1"""')}\n`
}
